// The rewriter's edits, merged from two units and applied, and the overlay that
// names the result. Edits come in any order and may overlap; text outside of
// those that are applied stays, and so does every line.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "rewriter/output/apply_edits.h"
#include "rewriter/output/overlay.h"
#include "runtime/base/check.h"
#include "test/fuzz/fuzz_input.h"

namespace detsim::rewriter {
namespace {

FileEdits MakeFile(const std::string& content, FuzzInput* input) {
  FileEdits file = {.names = {"/p/a.cc"}, .content = content};
  size_t count = input->Below(16);
  for (size_t i = 0; i < count; ++i) {
    Edit edit;
    edit.offset = input->Below(content.size() + 1);
    edit.length = input->Below(content.size() - edit.offset + 1);
    edit.text = std::string(input->Below(20), 'x');
    edit.symbol = "std::mutex";
    file.edits.emplace(edit.offset, edit);
  }
  count = input->Below(4);
  for (size_t i = 0; i < count; ++i)
    file.votes_against.insert(input->Below(content.size() + 1));
  return file;
}

void ApplyOnce(FuzzInput* input) {
  std::string content = input->Text(300);
  FileEdits file = MakeFile(content, input);
  FileEdits other = MakeFile(content, input);
  other.names.push_back("/p/b.cc");
  MergeFile(other, file);
  DETSIM_CHECK(file.names.size() == 2);
  size_t before = file.edits.size();
  std::set<Note> notes;
  DropEdits(file, notes);
  DETSIM_CHECK(file.edits.size() <= before);
  std::string text = ApplyEdits(file);
  DETSIM_CHECK(std::ranges::count(text, '\n') ==
               std::ranges::count(content, '\n'));
  size_t size = content.size();
  for (const auto& [offset, edit] : file.edits) size += edit.text.size();
  // Continued lines grow by a blank and a backslash.
  for (const auto& [offset, edit] : file.edits)
    DETSIM_CHECK(offset + edit.length <= content.size());
  DETSIM_CHECK(text.size() <= size + 2 * content.size());
  size_t first =
      file.edits.empty() ? content.size() : file.edits.begin()->first;
  DETSIM_CHECK(text.substr(0, first) == content.substr(0, first));
}

void WriteOverlay(FuzzInput* input) {
  std::vector<OverlayEntry> entries;
  while (!input->empty() && entries.size() < 8)
    entries.push_back({"/" + input->Text(40), "/" + input->Text(40)});
  absl::StatusOr<std::string> yaml = OverlayYaml(entries);
  if (!yaml.ok()) return;
  auto json = nlohmann::json::parse(*yaml);
  DETSIM_CHECK(json["roots"].size() == entries.size());
  for (size_t i = 0; i < entries.size(); ++i) {
    DETSIM_CHECK(json["roots"][i]["name"] == entries[i].name);
    DETSIM_CHECK(json["roots"][i]["external-contents"] == entries[i].contents);
  }
}

}  // namespace
}  // namespace detsim::rewriter

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  detsim::FuzzInput input(data, size);
  detsim::rewriter::ApplyOnce(&input);
  detsim::rewriter::WriteOverlay(&input);
  return 0;
}
