#include "cmd/lib/launcher/command.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "cmd/lib/launcher/precompiled.h"
#include "rewriter/output/files.h"

namespace detsim::launcher {
namespace {

using rewriter::CompilerOption;
namespace fs = std::filesystem;

// Build systems ask the compiler questions in scratch folders; the answers
// must be those of the bare compiler.
bool IsProbe(const std::string& text) {
  static constexpr std::array<const char*, 6> kMarks = {
      "CMakeFiles/CMakeScratch",  "CMakeFiles/CMakeTmp",
      "CMakeFiles/_CMakeLTOTest", "CompilerIdC",
      "meson-private/",           "conftest."};
  return std::ranges::any_of(kMarks, [&](const char* mark) {
    return text.find(mark) != std::string::npos;
  });
}

bool IsSource(const std::string& path) {
  static const std::set<std::string> kExtensions = {
      ".c", ".cc", ".cp",  ".cxx",  ".cpp",  ".c++",  ".C",  ".CPP",
      ".i", ".ii", ".ccm", ".cppm", ".cxxm", ".c++m", ".ixx"};
  return kExtensions.contains(fs::path(path).extension().string());
}

std::vector<std::string> ExpandResponseFiles(
    const std::vector<std::string>& words, const std::string& directory) {
  std::vector<std::string> expanded;
  for (const std::string& word : words) {
    absl::StatusOr<std::string> text = absl::NotFoundError("");
    if (word.size() > 1 && word[0] == '@')
      text =
          rewriter::ReadFile((fs::path(directory) / word.substr(1)).string());
    if (!text.ok()) {
      expanded.push_back(word);
      continue;
    }
    for (std::string& inner : SplitWords(*text))
      expanded.push_back(std::move(inner));
  }
  return expanded;
}

// Options that make the command something else than compiling or linking.
bool StopsEarly(const Command& command) {
  static const std::set<std::string> kNames = {"-E",
                                               "-S",
                                               "-M",
                                               "-MM",
                                               "-###",
                                               "--version",
                                               "-v",
                                               "-emit-llvm",
                                               "-print",
                                               "--precompile",
                                               "-fsyntax-only",
                                               "--help",
                                               "-dumpmachine",
                                               "-dumpversion",
                                               "-emit-ast",
                                               "--analyze"};
  return std::ranges::any_of(command.options, [](const CompilerOption& option) {
    return kNames.contains(option.name) || option.name.starts_with("-print-") ||
           option.name.starts_with("--print-") || option.name == "-cc1" ||
           option.name == "-cc1as";
  });
}

// -x gives the language; a header is a precompiled one in the making, which
// would freeze the text of the headers in it.
bool HasOtherLanguage(const Command& command) {
  static const std::set<std::string> kLanguages = {
      "c", "c++", "c++-module", "none", "cpp-output", "c++-cpp-output"};
  return std::ranges::any_of(command.options, [](const CompilerOption& option) {
    return (option.name == "-x" && !option.values.empty() &&
            !kLanguages.contains(option.values.front())) ||
           (option.name == "-Xclang" && !option.values.empty() &&
            option.values.front() == "-emit-pch");
  });
}

Job JobOf(const Command& command, const std::string& directory) {
  if (command.compiler.empty() || IsProbe(directory)) return Job::kPassThrough;
  const std::string name = fs::path(command.compiler).filename().string();
  const bool is_compiler = name.find("clang") != std::string::npos ||
                           name.find("cc") != std::string::npos ||
                           name.find("++") != std::string::npos;
  if (!is_compiler || std::ranges::any_of(command.words, IsProbe) ||
      StopsEarly(command) || HasOtherLanguage(command)) {
    return Job::kPassThrough;
  }
  bool has_input = false;
  for (const CompilerOption& option : command.options) {
    has_input = has_input || option.kind == CompilerOption::Kind::kInput ||
                option.name == "-l";
    if (option.kind == CompilerOption::Kind::kInput && option.words[0] == "-")
      return Job::kPassThrough;
  }
  if (HasOption(command, "-c"))
    return command.sources.empty() ? Job::kPassThrough : Job::kCompile;
  if (!has_input || HasOption(command, "-r")) return Job::kPassThrough;
  return command.sources.empty() ? Job::kLink : Job::kCompileAndLink;
}

// How many words stand before the compiler.
size_t WrapperLength(const std::vector<std::string>& words) {
  static const std::set<std::string> kWrappers = {
      "ccache", "sccache", "distcc", "icecc", "env", "detsim-cc"};
  size_t length = 0;
  while (length + 1 < words.size() &&
         (words[length].starts_with("--config=") ||
          kWrappers.contains(fs::path(words[length]).filename().string()))) {
    ++length;
  }
  return length;
}

}  // namespace

std::vector<std::string> SplitWords(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && quote != '\'') {
      word += text[++i];
      in_word = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (in_word) words.push_back(word);
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(word);
  return words;
}

Command ParseCommand(const std::vector<std::string>& words,
                     const std::string& directory) {
  Command command;
  if (words.empty()) return command;
  const size_t first = WrapperLength(words);
  command.compiler = words[first];
  command.is_cxx = fs::path(command.compiler).filename().string().find("++") !=
                   std::string::npos;
  command.words.assign(words.begin() + first + 1, words.end());
  command.options =
      rewriter::ParseCommandLine(ExpandResponseFiles(command.words, directory));
  bool forced_language = false;
  for (const CompilerOption& option : command.options) {
    if (option.name == "-x") forced_language = option.values.front() != "none";
    if (option.kind == CompilerOption::Kind::kInput &&
        (forced_language || IsSource(option.words.front())))
      command.sources.push_back(option.words.front());
  }
  command.output = LastValue(command, "-o");
  command.shared = HasOption(command, "-shared");
  command.job = JobOf(command, directory);
  if (command.job == Job::kCompile || command.job == Job::kCompileAndLink)
    command.options = WithTextOfHeaders(command.options, directory);
  return command;
}

std::string LastValue(const Command& command, const std::string& name) {
  std::string value;
  for (const CompilerOption& option : command.options)
    if (option.name == name && !option.values.empty())
      value = option.values.back();
  return value;
}

bool HasOption(const Command& command, const std::string& name) {
  return std::ranges::any_of(
      command.options,
      [&](const CompilerOption& option) { return option.name == name; });
}

std::string ObjectFile(const Command& command, const std::string& source) {
  if (!command.output.empty()) return command.output;
  return fs::path(source).filename().replace_extension(".o").string();
}

std::string DependencyFile(const Command& command, const std::string& source) {
  std::string named = LastValue(command, "-MF");
  if (!named.empty()) return named;
  if (!HasOption(command, "-MD") && !HasOption(command, "-MMD")) return "";
  return fs::path(ObjectFile(command, source)).replace_extension(".d").string();
}

}  // namespace detsim::launcher
