#include "rewriter/unit.h"

namespace detsim::rewriter {

std::vector<std::string> UnitResult::Headers() const {
  std::set<std::string> headers;
  for (const FileEdits& file : files)
    for (const auto& [offset, edit] : file.edits) headers.insert(edit.header);
  return {headers.begin(), headers.end()};
}

size_t UnitResult::EditCount() const {
  size_t count = 0;
  for (const FileEdits& file : files) count += file.edits.size();
  return count;
}

}  // namespace detsim::rewriter
