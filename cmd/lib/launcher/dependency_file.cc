#include "cmd/lib/launcher/dependency_file.h"

#include "rewriter/output/files.h"

namespace detsim::launcher {
namespace {

std::string Escaped(const std::string& path) {
  std::string escaped;
  for (char c : path) {
    if (c == ' ' || c == '#') escaped += '\\';
    if (c == '$') escaped += '$';
    escaped += c;
  }
  return escaped;
}

}  // namespace

std::string WithDependency(const std::string& text, const std::string& path) {
  size_t end = text.find('\n');
  while (end != std::string::npos && end > 0 && text[end - 1] == '\\')
    end = text.find('\n', end + 1);
  if (end == std::string::npos) end = text.size();
  return text.substr(0, end) + " \\\n  " + Escaped(path) + text.substr(end);
}

absl::Status AddDependency(const std::string& file, const std::string& path) {
  absl::StatusOr<std::string> text = rewriter::ReadFile(file);
  if (!text.ok()) return absl::OkStatus();
  return rewriter::WriteFile(file, WithDependency(*text, path));
}

}  // namespace detsim::launcher
