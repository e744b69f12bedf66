#include "cmd/lib/launcher/adjust.h"

#include <algorithm>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace detsim::launcher {
namespace {

using rewriter::CompilerOption;
using Kind = CompilerOption::Kind;

constexpr std::string_view kSanitize = "-fsanitize=";

bool IsOptimization(const CompilerOption& option) {
  static const std::set<std::string> kNames = {"-O", "-O0", "-O4", "-Ofast"};
  return kNames.contains(option.name);
}

bool IsDebugLevel(const std::string& word) {
  static const std::set<std::string> kNames = {
      "-g", "-g0", "-g1", "-g2", "-g3", "-gmlt", "-gline-tables-only"};
  return kNames.contains(word) || word.starts_with("-ggdb") ||
         word.starts_with("-gdwarf");
}

// Lines alone; names of functions come with another flag.
bool IsLinesOnly(const std::string& word) {
  return word == "-g1" || word == "-gmlt" || word == "-gline-tables-only";
}

// Reports are to find the sources under the paths in the debug information,
// and names in their columns.
bool HidesSources(const CompilerOption& option) {
  static const std::set<std::string> kNames = {
      "-fdebug-prefix-map=", "-fdebug-compilation-dir=",
      "-ffile-compilation-dir=", "-gno-column-info"};
  return kNames.contains(option.name);
}

bool IsErrorFlag(const CompilerOption& option) {
  const std::string& word = option.words.front();
  return word == "-Werror" || word.starts_with("-Werror=") ||
         word == "-pedantic-errors" || word == "-Wfatal-errors";
}

bool IsLinkTimeOptimization(const CompilerOption& option) {
  const std::string& word = option.words.front();
  return word.starts_with("-flto") || word == "-ffat-lto-objects" ||
         word == "-fuse-linker-plugin" || word == "-fwhole-program-vtables";
}

bool IsSanitize(const CompilerOption& option) {
  return option.name == kSanitize;
}

// Of the project's flags, or of those that the user adds to them.
bool HasSanitizer(const Command& command, const std::vector<std::string>& added,
                  const std::string& sanitizer) {
  const auto has = [&](const std::string& word) {
    if (!word.starts_with(kSanitize)) return false;
    const std::vector<std::string> values =
        absl::StrSplit(word.substr(kSanitize.size()), ',');
    return std::ranges::find(values, sanitizer) != values.end();
  };
  return std::ranges::any_of(added, has) ||
         std::ranges::any_of(command.options, [&](const auto& option) {
           return IsSanitize(option) &&
                  std::ranges::find(option.values, sanitizer) !=
                      option.values.end();
         });
}

// -fsanitize= without the ones that clash with ours; empty if none is left.
std::string KeptSanitizers(const CompilerOption& option) {
  std::vector<std::string> kept;
  for (const std::string& sanitizer : option.values)
    if (sanitizer != "thread" && sanitizer != "leak") kept.push_back(sanitizer);
  return kept.empty() ? "" : "-fsanitize=" + absl::StrJoin(kept, ",");
}

void Append(const std::vector<std::string>& words,
            std::vector<std::string>& to) {
  to.insert(to.end(), words.begin(), words.end());
}

bool IsUndefinedCheck(const std::string& part) {
  return part == "--no-undefined" || part == "-zdefs" ||
         part == "--no-allow-shlib-undefined";
}

// Reports need the lines and names that these remove.
bool IsStrip(const std::string& part) {
  return part == "-s" || part == "-S" || part == "--strip-all" ||
         part == "--strip-debug";
}

// "-Wl,a,--no-undefined,b" without the checks that no symbol is left open (the
// shims' symbols are the program's) and what strips. Empty if nothing is left.
std::string KeptForLinker(const std::string& word) {
  std::vector<std::string> parts = absl::StrSplit(word, ',');
  std::vector<std::string> kept;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] == "-z" && i + 1 < parts.size() && parts[i + 1] == "defs")
      ++i;
    else if (!IsUndefinedCheck(parts[i]) && !IsStrip(parts[i]))
      kept.push_back(parts[i]);
  }
  return kept.size() == 1 ? "" : absl::StrJoin(kept, ",");
}

class CompileAdjuster {
 public:
  CompileAdjuster(const Command& command, const LauncherConfig& config,
                  bool in_scope)
      : command_(command), config_(config), in_scope_(in_scope) {}

  AdjustedArguments Run(const std::vector<std::string>& extra_flags);

 private:
  void AddOption(const CompilerOption& option);
  void AddOurs(const std::vector<std::string>& extra_flags);
  bool CanInstrument() const;

  const Command& command_;
  const LauncherConfig& config_;
  bool in_scope_;
  bool has_debug_ = false;
  AdjustedArguments result_;
};

AdjustedArguments CompileAdjuster::Run(
    const std::vector<std::string>& extra_flags) {
  for (const CompilerOption& option : command_.options) AddOption(option);
  AddOurs(extra_flags);
  return std::move(result_);
}

void CompileAdjuster::AddOption(const CompilerOption& option) {
  const std::string& word = option.words.front();
  if (option.kind == Kind::kUnknown || IsLinkTimeOptimization(option)) {
    result_.dropped.push_back(word);
    return;
  }
  if (IsErrorFlag(option) || word == "-fno-emulated-tls" ||
      word == "-femulated-tls" ||
      (IsOptimization(option) && in_scope_ && !config_.keep_opt)) {
    return;
  }
  if (HidesSources(option)) return;
  if (option.name == "-ffile-prefix-map=") {
    // What __FILE__ says stays.
    result_.words.push_back("-fmacro-prefix-map=" + option.values.front());
    return;
  }
  if (IsDebugLevel(word)) {
    has_debug_ = word != "-g0" && !IsLinesOnly(word);
    if (!has_debug_) return;
  }
  if (IsSanitize(option)) {
    const std::string kept = KeptSanitizers(option);
    if (kept != word) result_.dropped.push_back(word);
    if (!kept.empty()) result_.words.push_back(kept);
    return;
  }
  Append(option.words, result_.words);
}

bool CompileAdjuster::CanInstrument() const {
  // Clang takes one of these at a time.
  constexpr const char* kOthers[] = {"address", "kernel-address", "memory",
                                     "hwaddress"};
  return config_.instrument &&
         std::ranges::none_of(kOthers, [&](const char* sanitizer) {
           return HasSanitizer(command_, config_.cc_args, sanitizer);
         });
}

void CompileAdjuster::AddOurs(const std::vector<std::string>& extra_flags) {
  std::vector<std::string>& words = result_.words;
  // Lines, and whole names of the functions that are inlined.
  if (!has_debug_) Append({"-g1", "-fdebug-info-for-profiling"}, words);
  words.push_back(config_.own_libs ? "-fno-emulated-tls" : "-femulated-tls");
  Append({"-fno-omit-frame-pointer", "-mno-omit-leaf-frame-pointer",
          "-Wno-error", "-Wno-unused-command-line-argument",
          "-Wno-ignored-optimization-argument"},
         words);
  if (in_scope_) {
    if (!config_.keep_opt) words.push_back("-O1");
    words.push_back("-fno-optimize-sibling-calls");
    result_.instrumented = CanInstrument();
    if (result_.instrumented) {
      // Clang leaves out the read of x++: two of them would look like two
      // writes, and the place between read and write would be no event.
      Append(
          {"-fsanitize=thread", "-mllvm", "-tsan-instrument-func-entry-exit=0",
           "-mllvm", "-tsan-instrument-read-before-write=1"},
          words);
      Append(extra_flags, words);
    }
  }
  Append(config_.cc_args, words);
}

}  // namespace

AdjustedArguments AdjustCompile(const Command& command,
                                const LauncherConfig& config, bool in_scope,
                                const std::vector<std::string>& extra_flags) {
  return CompileAdjuster(command, config, in_scope).Run(extra_flags);
}

AdjustedArguments AdjustLink(const Command& command,
                             const LauncherConfig& config,
                             const std::vector<std::string>& runtime_flags) {
  AdjustedArguments result;
  bool has_runtime = command.shared;
  for (const CompilerOption& option : command.options) {
    const std::string& word = option.words.front();
    if (option.kind == Kind::kUnknown || IsLinkTimeOptimization(option) ||
        (command.shared && word == "-static-libgcc")) {
      result.dropped.push_back(word);
      continue;
    }
    if (!has_runtime && option.kind == Kind::kInput) {
      Append(runtime_flags, result.words);
      has_runtime = true;
    }
    if (word.starts_with("-Wl,")) {
      const std::string kept = KeptForLinker(word);
      if (!kept.empty()) result.words.push_back(kept);
    } else if (option.name == "-z" && option.values.front() == "defs") {
      continue;
    } else if (word == "-s" ||
               (option.name == "-Xlinker" && IsStrip(option.values.front()))) {
      continue;
    } else if (IsSanitize(option)) {
      const std::string kept = KeptSanitizers(option);
      if (!kept.empty()) result.words.push_back(kept);
    } else {
      Append(option.words, result.words);
    }
  }
  // What is compiled for a sanitizer needs its runtime.
  for (const std::string& word : config.cc_args)
    if (word.starts_with(kSanitize)) result.words.push_back(word);
  result.words.push_back("-pthread");
  result.words.push_back("-Wno-unused-command-line-argument");
  return result;
}

}  // namespace detsim::launcher
