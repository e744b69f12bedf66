#include "cmd/lib/launcher/precompiled.h"

#include <algorithm>
#include <filesystem>

#include "rewriter/precompiled.h"
#include "rewriter/scope.h"

namespace detsim::launcher {
namespace {

using rewriter::CompilerOption;
using Options = std::vector<CompilerOption>;

bool IsXclang(const Options& options, size_t index, const std::string& value) {
  return index < options.size() && options[index].name == "-Xclang" &&
         (value.empty() || options[index].values.front() == value);
}

CompilerOption Xclang(const std::string& value) {
  return {.name = "-Xclang", .values = {value}, .words = {"-Xclang", value}};
}

// `-include x.h` means x.h.pch or x.h.gch if that is there.
bool HasPrecompiledForm(const CompilerOption& option,
                        const std::string& directory) {
  if (option.name != "-include") return false;
  const std::string header =
      rewriter::AbsolutePath(option.values.front(), directory);
  std::error_code error;
  return std::filesystem::exists(header + ".pch", error) ||
         std::filesystem::exists(header + ".gch", error);
}

// Past the driver, which would look for a precompiled form. All of them, since
// these come after the driver's own.
Options PastTheDriver(const Options& options) {
  Options result;
  for (const CompilerOption& option : options) {
    if (option.name != "-include") {
      result.push_back(option);
      continue;
    }
    result.push_back(Xclang("-include"));
    result.push_back(Xclang(option.values.front()));
  }
  return result;
}

}  // namespace

Options WithTextOfHeaders(const Options& options,
                          const std::string& directory) {
  Options result;
  for (size_t i = 0; i < options.size(); ++i) {
    const bool passed_on =
        IsXclang(options, i, "-include-pch") && IsXclang(options, i + 1, "");
    if (passed_on) ++i;
    if (!passed_on && options[i].name != "-include-pch") {
      result.push_back(options[i]);
      continue;
    }
    // CMake names the text as well, right behind.
    if (passed_on && IsXclang(options, i + 1, "-include")) continue;
    const std::string source = rewriter::PrecompiledSource(
        rewriter::AbsolutePath(options[i].values.front(), directory));
    if (source.empty()) continue;
    const std::string header = rewriter::AbsolutePath(source, directory);
    result.push_back({.name = "-include",
                      .values = {header},
                      .words = {"-include", header}});
  }
  const bool looks = std::ranges::any_of(
      result, [&](const auto& o) { return HasPrecompiledForm(o, directory); });
  return looks ? PastTheDriver(result) : result;
}

}  // namespace detsim::launcher
