// Which files may be rewritten: those below the scope's directories (the
// project's source tree and its build tree, where generated headers live),
// except the ones that match an exclusion. Used by the launcher, which decides
// on whole units, and by the matcher pass, which decides on each header.
#ifndef DETSIM_REWRITER_SCOPE_H_
#define DETSIM_REWRITER_SCOPE_H_

#include <string>
#include <string_view>
#include <vector>

namespace detsim::rewriter {

struct Scope {
  // Absolute directories and files without "." and "..", or fnmatch(3) patterns
  // over absolute paths (with a "*", "?" or "["; "*" also matches "/").
  std::vector<std::string> directories;
  std::vector<std::string> exclude;  // The same.
  // Leave out test frameworks that lie in a directory (test_frameworks.h).
  bool without_frameworks = false;
  // Header-only libraries of the system that use mapped names come in by
  // themselves, unless they are excluded (match/libraries.h).
  bool with_libraries = false;

  // By its name, or by that of the file that it is a link to (build systems
  // make trees of links to the sources).
  // REQUIRES: `path` is absolute and normalized (AbsolutePath).
  bool Contains(std::string_view path) const;

  bool IsExcluded(const std::string& path) const;

 private:
  bool ContainsName(std::string_view path) const;
};

// `path` below `directory` unless it is absolute, without "." and "..".
// Symbolic links stay as they are: the compiler sees the same spelling.
std::string AbsolutePath(std::string_view path, std::string_view directory);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_SCOPE_H_
