#include "rewriter/test_frameworks.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>

namespace detsim::rewriter {
namespace {

namespace fs = std::filesystem;

// Frameworks that come as a few files among others.
constexpr std::string_view kFiles[] = {
    "gtest.h",   "gtest-all.cc",          "gtest_main.cc",
    "gmock.h",   "gmock-all.cc",          "gmock_main.cc",
    "catch.hpp", "catch_amalgamated.hpp", "catch_amalgamated.cpp",
    "doctest.h", "gmock-gtest-all.cc",
};

struct Folder {
  std::string_view name;  // Empty: any.
  std::string_view file;  // Below it.
};

// A folder of that name with that file is all the framework's.
constexpr Folder kFolders[] = {
    {"gtest", "gtest.h"},
    {"gmock", "gmock.h"},
    {"", "src/gtest-all.cc"},
    {"", "src/gmock-all.cc"},
    {"catch2", "catch.hpp"},
    {"catch2", "catch_all.hpp"},
    {"", "src/catch2/catch_all.hpp"},
    {"", "include/internal/catch_suppress_warnings.h"},
    {"", "doctest/parts/doctest_fwd.h"},
    {"", "src/benchmark_runner.cc"},
};

bool LooksLikeFramework(const fs::path& folder) {
  std::error_code error;
  return std::ranges::any_of(kFolders, [&](const Folder& sign) {
    return (sign.name.empty() || folder.filename() == sign.name) &&
           fs::exists(folder / sign.file, error);
  });
}

bool IsFramework(const fs::path& folder) {
  static std::mutex mutex;
  static auto& known = *new std::map<std::string, bool>;
  std::lock_guard<std::mutex> lock(mutex);
  const auto [entry, added] = known.try_emplace(folder.string());
  if (added) entry->second = LooksLikeFramework(folder);
  return entry->second;
}

}  // namespace

bool BelongsToTestFramework(std::string_view path, std::string_view root) {
  const fs::path file(path);
  if (std::ranges::find(kFiles, file.filename().string()) != std::end(kFiles))
    return true;
  for (fs::path folder = file.parent_path();
       folder.has_relative_path() && folder != root;
       folder = folder.parent_path()) {
    if (IsFramework(folder)) return true;
  }
  return false;
}

}  // namespace detsim::rewriter
