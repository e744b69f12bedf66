#include "rewriter/scope.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>

#include "rewriter/test_frameworks.h"

namespace detsim::rewriter {
namespace {

bool Matches(const std::string& pattern, const std::string& path) {
  return fnmatch(pattern.c_str(), path.c_str(), 0) == 0;
}

bool IsBelow(std::string_view path, std::string_view directory) {
  while (directory.size() > 1 && directory.ends_with('/'))
    directory.remove_suffix(1);
  if (directory == "/") return path.starts_with('/');
  return path.size() > directory.size() && path.starts_with(directory) &&
         path[directory.size()] == '/';
}

}  // namespace

bool Scope::Contains(std::string_view path) const {
  const std::string whole(path);
  const auto includes = [&](const std::string& directory) {
    return directory.find_first_of("*?[") == std::string::npos
               ? IsBelow(path, directory)
               : Matches(directory, whole);
  };
  const auto excludes = [&](const std::string& pattern) {
    return Matches(pattern, whole);
  };
  const auto scope = std::ranges::find_if(directories, includes);
  return scope != directories.end() &&
         std::ranges::none_of(exclude, excludes) &&
         !(without_frameworks && BelongsToTestFramework(path, *scope));
}

std::string AbsolutePath(std::string_view path, std::string_view directory) {
  std::filesystem::path whole(path);
  if (whole.is_relative()) whole = std::filesystem::path(directory) / whole;
  std::string normal = whole.lexically_normal().string();
  while (normal.size() > 1 && normal.ends_with('/')) normal.pop_back();
  return normal;
}

}  // namespace detsim::rewriter
