#include "rewriter/scope.h"

#include <fnmatch.h>

#include <filesystem>

namespace detsim::rewriter {
namespace {

bool IsBelow(std::string_view path, std::string_view directory) {
  while (directory.size() > 1 && directory.ends_with('/'))
    directory.remove_suffix(1);
  if (directory == "/") return path.starts_with('/');
  return path.size() > directory.size() && path.starts_with(directory) &&
         path[directory.size()] == '/';
}

}  // namespace

bool Scope::Contains(std::string_view path) const {
  bool below = false;
  for (const std::string& directory : directories)
    below = below || IsBelow(path, directory);
  if (!below) return false;
  const std::string whole(path);
  for (const std::string& pattern : exclude)
    if (fnmatch(pattern.c_str(), whole.c_str(), 0) == 0) return false;
  return true;
}

std::string AbsolutePath(std::string_view path, std::string_view directory) {
  std::filesystem::path whole(path);
  if (whole.is_relative()) whole = std::filesystem::path(directory) / whole;
  std::string normal = whole.lexically_normal().string();
  while (normal.size() > 1 && normal.ends_with('/')) normal.pop_back();
  return normal;
}

}  // namespace detsim::rewriter
