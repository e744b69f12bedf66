#include "cmd/lib/launcher/compiler.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace detsim::launcher {
namespace {

namespace fs = std::filesystem;

// The file behind a command name, links resolved; empty if there is none.
fs::path Resolve(const std::string& name) {
  std::error_code error;
  if (name.find('/') != std::string::npos) return fs::canonical(name, error);
  const char* path = std::getenv("PATH");
  for (absl::string_view directory :
       absl::StrSplit(path == nullptr ? "" : path, ':')) {
    const fs::path candidate = fs::path(std::string(directory)) / name;
    if (access(candidate.c_str(), X_OK) == 0)
      return fs::canonical(candidate, error);
  }
  return {};
}

}  // namespace

CompilerChoice ChooseCompiler(const std::string& asked, bool cxx) {
  const std::string ours =
      absl::StrCat(DETSIM_CLANG_BINARY_DIR, cxx ? "/clang++" : "/clang");
  // By its full path: Clang finds its headers relative to its own name.
  const fs::path resolved = Resolve(asked);
  if (!resolved.empty() && resolved == Resolve(ours)) return {.path = ours};
  return {.path = ours,
          .message = absl::StrCat("the target is built with ",
                                  cxx ? "clang++" : "clang", "-",
                                  DETSIM_CLANG_MAJOR, " instead of ", asked)};
}

}  // namespace detsim::launcher
