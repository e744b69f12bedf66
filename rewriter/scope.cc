#include "rewriter/scope.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>

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

// Where links lead; each path is asked about once, since a unit opens hundreds
// of headers. System headers are not links into a project.
std::string RealPath(const std::string& path) {
  if (path.starts_with("/usr/")) return path;
  static std::mutex mutex;
  static auto& known = *new std::map<std::string, std::string>;
  std::lock_guard<std::mutex> lock(mutex);
  const auto [entry, added] = known.try_emplace(path);
  if (added) {
    std::error_code error;
    const auto real = std::filesystem::canonical(path, error);
    entry->second = error ? path : real.string();
  }
  return entry->second;
}

// A pattern, or the file or folder of that name.
bool Covers(const std::string& entry, const std::string& path) {
  return entry.find_first_of("*?[") == std::string::npos
             ? path == entry || IsBelow(path, entry)
             : Matches(entry, path);
}

}  // namespace

bool Scope::Contains(std::string_view path) const {
  if (ContainsName(path)) return true;
  const std::string whole(path);
  const std::string real = RealPath(whole);
  return real != whole && !IsExcluded(whole) && ContainsName(real);
}

bool Scope::IsExcluded(const std::string& path) const {
  return std::ranges::any_of(
      exclude, [&](const std::string& entry) { return Covers(entry, path); });
}

bool Scope::ContainsName(std::string_view path) const {
  const std::string whole(path);
  const auto scope = std::ranges::find_if(
      directories,
      [&](const std::string& entry) { return Covers(entry, whole); });
  return scope != directories.end() && !IsExcluded(whole) &&
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
