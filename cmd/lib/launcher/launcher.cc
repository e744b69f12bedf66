#include "cmd/lib/launcher/launcher.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "cmd/lib/launcher/adjust.h"
#include "cmd/lib/launcher/compiler.h"
#include "cmd/lib/launcher/hooks_plugin.h"
#include "cmd/lib/launcher/process.h"
#include "cmd/lib/launcher/rewritten_unit.h"
#include "cmd/lib/launcher/state.h"
#include "cmd/lib/launcher/stored_compile.h"
#include "rewriter/output/files.h"
#include "rewriter/output/fingerprint.h"

namespace detsim::launcher {
namespace {

namespace fs = std::filesystem;
using rewriter::CompilerOption;
using Kind = CompilerOption::Kind;

// One flag a line; a missing file has none.
std::vector<std::string> ReadFlags(const std::string& path) {
  std::vector<std::string> flags;
  absl::StatusOr<std::string> text = rewriter::ReadFile(path);
  if (!text.ok()) return flags;
  for (absl::string_view line : absl::StrSplit(*text, '\n'))
    if (!line.empty() && line[0] != '#') flags.emplace_back(line);
  return flags;
}

std::vector<std::string> Concatenate(
    std::initializer_list<std::vector<std::string>> lists) {
  std::vector<std::string> all;
  for (const auto& list : lists)
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

// The command with `source` as its only input.
Command OnlySource(const Command& command, const std::string& source) {
  Command single = command;
  std::erase_if(single.options, [&](const CompilerOption& option) {
    return option.kind == Kind::kInput && option.words.front() != source;
  });
  single.sources = {source};
  return single;
}

}  // namespace

Launcher::Launcher(const LauncherConfig& config, const std::string& directory)
    : config_(config), directory_(directory), resources_(ResourceDirectory()) {}

std::string Launcher::Absolute(const std::string& path) const {
  return rewriter::AbsolutePath(path, directory_);
}

std::vector<std::string> Launcher::CompileFlags(
    const std::string& compiler) const {
  return Concatenate({ReadFlags(resources_ + "/compile_flags.txt"),
                      HooksPluginFlags(config_, compiler)});
}

std::vector<std::string> Launcher::RuntimeFlags() const {
  std::vector<std::string> flags = {RuntimeObject(config_)};
  std::vector<std::string> more = ReadFlags(resources_ + "/link_flags.txt");
  if (more.empty()) {
    more = {"-Wl,--wrap=main", "-Wl,--wrap=pthread_key_create",
            "-Wl,--wrap=pthread_key_delete", "-Wl,--wrap=pthread_getspecific",
            "-Wl,--wrap=pthread_setspecific"};
  }
  // Plugins that are opened at run time need the runtime's names too, and a
  // linker exports by itself only what the libraries on its line ask for.
  std::vector<std::string> names = {"detsim_*", "__tsan_*",
                                    "__emutls_get_address",
                                    "__cxa_thread_atexit", "__cxa_guard_*"};
  // Libraries of libraries are to call the runtime as well.
  if (config_.own_libs) names = ReadFlags(resources_ + "/exported_symbols.txt");
  for (const std::string& name : names) {
    more.push_back(absl::StrCat("-Wl,--export-dynamic-symbol=", name));
  }
  return Concatenate({flags, more});
}

void Launcher::AddBuiltinDirectories() const {
  const char* given = std::getenv("CPATH");
  std::string path = absl::StrCat(resources_, "/include:", config_.state_dir);
  if (given != nullptr && *given != '\0') absl::StrAppend(&path, ":", given);
  setenv("CPATH", path.c_str(), /*overwrite=*/1);
}

int Launcher::Run(const std::vector<std::string>& words) {
  const Command command = ParseCommand(words, directory_);
  switch (command.job) {
    case Job::kPassThrough:
      if (HasOption(command, "-E") && HasOption(command, "-v"))
        AddBuiltinDirectories();
      break;
    case Job::kCompile:
      if (command.sources.size() == 1 && config_.from_file) asked_ = words;
      return CompileEach(command);
    case Job::kLink:
      return Link(command, /*has_compiled=*/false);
    case Job::kCompileAndLink:
      return CompileAndLink(command);
  }
  return ReplaceProcess(words);
}

int Launcher::CompileEach(const Command& command) {
  for (const std::string& source : command.sources)
    if (int code = Compile(OnlySource(command, source), source); code != 0)
      return code;
  return 0;
}

int Launcher::CompileAndLink(const Command& command) {
  Command link = command;
  std::erase_if(link.options, [](const CompilerOption& option) {
    return option.name == "-x";
  });
  for (const std::string& source : command.sources) {
    const std::string object =
        absl::StrCat(config_.state_dir, "/objects/",
                     rewriter::FingerprintOf(absl::StrCat(
                         Absolute(source), "\n", Absolute(command.output), "\n",
                         directory_)),
                     "/", fs::path(source).filename().string(), ".o");
    std::error_code error;
    fs::create_directories(fs::path(object).parent_path(), error);
    Command single = OnlySource(command, source);
    std::erase_if(single.options, [](const CompilerOption& option) {
      return option.name == "-o";
    });
    const std::string depfile = DependencyFile(command, source);
    if (!depfile.empty() && LastValue(command, "-MF").empty()) {
      single.options.push_back(
          {.name = "-MF", .values = {depfile}, .words = {"-MF", depfile}});
    }
    single.options.push_back({.name = "-c", .values = {}, .words = {"-c"}});
    single.options.push_back(
        {.name = "-o", .values = {object}, .words = {"-o", object}});
    single.output = object;
    if (int code = Compile(single, source); code != 0) return code;
    for (CompilerOption& option : link.options)
      if (option.kind == Kind::kInput && option.words.front() == source)
        option.words.front() = object;
  }
  const bool has_depfile =
      !DependencyFile(command, command.sources.front()).empty();
  return Link(link, /*has_compiled=*/!has_depfile);
}

int Launcher::Compile(const Command& command, const std::string& source) {
  const CompilerChoice compiler =
      ChooseCompiler(command.compiler, command.is_cxx);
  if (!compiler.message.empty()) SayOnce(config_, compiler.message);
  const bool in_scope = config_.Scope().Contains(Absolute(source));
  const AdjustedArguments adjusted = AdjustCompile(
      command, config_, in_scope,
      in_scope ? CompileFlags(compiler.path) : std::vector<std::string>());
  if (in_scope && config_.instrument && !adjusted.instrumented) {
    if (config_.own_libs) {
      return FailToBuild(absl::InvalidArgumentError(
          "--own_libs does not work with AddressSanitizer and its kin: both "
          "have to provide the threads and thread-locals of libraries"));
    }
    SayOnce(config_,
            "another sanitizer is on: plain loads and stores are no decision "
            "points (as with --preempt=sync)");
  }
  const UnitCompile unit = {
      .directory = directory_,
      .source = source,
      .object = Absolute(ObjectFile(command, source)),
      .words = Concatenate({{compiler.path}, adjusted.words}),
      .dropped_flags = adjusted.dropped,
      .instrumented = adjusted.instrumented};
  StoredCompile made = {.source = Absolute(source),
                        .object = unit.object,
                        .depfile = DependencyFile(command, source),
                        .words = unit.words,
                        .key = ""};
  std::string changed_input;
  if (in_scope) {
    RewrittenUnit rewritten(config_, unit);
    const int code = CompileRewritten(unit, rewritten);
    if (code != 0) return code;
    changed_input = rewritten.ChangedInput();
    made.key = rewritten.Key();
  } else if (const int code = RunProcess(unit.words); code != 0) {
    return code;
  }
  absl::Status finished = FinishCompile(config_, made, changed_input);
  if (finished.ok() && !asked_.empty())
    finished = StoreCompile(config_, directory_, asked_, made);
  return finished.ok() ? 0 : FailToBuild(finished);
}

int Launcher::CompileRewritten(const UnitCompile& compile,
                               RewrittenUnit& unit) {
  absl::Status rewritten = unit.Rewrite();
  if (!rewritten.ok()) return FailToBuild(rewritten);
  if (unit.has_errors()) {
    // Most likely the user's error: show it in the user's text.
    if (int code = RunProcess(compile.words); code != 0) return code;
  }
  const auto words = [&] {
    std::vector<std::string> all = compile.words;
    const std::vector<std::string> prefix = unit.Prefix();
    all.insert(all.begin() + 1, prefix.begin(), prefix.end());
    return all;
  };
  if (unit.Prefix().empty()) return RunProcess(compile.words);
  // What the compiler says is held back until it is known to be the last word.
  ProcessOutcome outcome = RunProcessQuietly(words());
  if (outcome.exit_code != 0 && !unit.has_errors()) {
    absl::StatusOr<bool> settled = unit.SettleBoundaries();
    if (!settled.ok()) return FailToBuild(settled.status());
    if (*settled) outcome = RunProcessQuietly(words());
  }
  if (outcome.exit_code != 0 && !unit.has_errors()) {
    // A warning that counts as an error is none for the rewriter.
    ProcessOutcome original = RunProcessQuietly(compile.words);
    if (original.exit_code != 0) {
      std::fputs(original.errors.c_str(), stderr);
      return original.exit_code;
    }
  }
  std::fputs(outcome.errors.c_str(), stderr);
  if (outcome.exit_code != 0 && !unit.has_errors()) {
    std::fprintf(stderr,
                 "detsim-cc: %s compiles as it is, but not when rewritten; "
                 "a \"// detsim: keep\" on a line leaves it alone\n",
                 Absolute(compile.source).c_str());
  }
  return outcome.exit_code;
}

int Launcher::Link(const Command& command, bool has_compiled) {
  const std::vector<std::string> runtime_flags = RuntimeFlags();
  std::error_code error;
  if (!command.shared && !fs::exists(runtime_flags.front(), error)) {
    return FailToBuild(absl::NotFoundError(absl::StrCat(
        "no runtime at ", runtime_flags.front(), "; install detsim again")));
  }
  // A program holds the runtime, which is C++.
  const CompilerChoice compiler =
      ChooseCompiler(command.compiler, command.is_cxx || !command.shared);
  if (!compiler.message.empty()) SayOnce(config_, compiler.message);
  const AdjustedArguments adjusted =
      AdjustLink(command, config_, runtime_flags);
  const int code = RunProcess(Concatenate({{compiler.path}, adjusted.words}));
  if (code != 0 || command.shared) return code;
  absl::Status recorded = RecordMadeFile(
      config_,
      {.path = Absolute(command.output.empty() ? "a.out" : command.output),
       .linked = true,
       .compiled = has_compiled});
  return recorded.ok() ? 0 : FailToBuild(recorded);
}

}  // namespace detsim::launcher
