#include "cmd/lib/launcher/launcher.h"

#include <cstdio>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "cmd/lib/launcher/adjust.h"
#include "cmd/lib/launcher/compiler.h"
#include "cmd/lib/launcher/dependency_file.h"
#include "cmd/lib/launcher/process.h"
#include "cmd/lib/launcher/state.h"
#include "rewriter/output/files.h"
#include "rewriter/output/fingerprint.h"
#include "rewriter/output/unit_cache.h"
#include "rewriter/output/unit_report.h"
#include "rewriter/rewrite_unit.h"

namespace detsim::launcher {
namespace {

namespace fs = std::filesystem;
using rewriter::CompilerOption;
using Kind = CompilerOption::Kind;

constexpr int kExitBuild = 3;

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "detsim-cc: %s\n",
               std::string(status.message()).c_str());
  return kExitBuild;
}

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

std::vector<std::string> Launcher::CompileFlags() const {
  return ReadFlags(resources_ + "/compile_flags.txt");
}

std::vector<std::string> Launcher::RuntimeFlags() const {
  std::vector<std::string> flags = {resources_ + "/runtime.o"};
  std::vector<std::string> more = ReadFlags(resources_ + "/link_flags.txt");
  if (more.empty()) {
    more = {"-Wl,--wrap=main", "-Wl,--wrap=pthread_key_create",
            "-Wl,--wrap=pthread_key_delete", "-Wl,--wrap=pthread_getspecific",
            "-Wl,--wrap=pthread_setspecific"};
  }
  // Plugins that are opened at run time need the runtime's names too, and a
  // linker exports by itself only what the libraries on its line ask for.
  for (const char* name : {"detsim_*", "__tsan_*", "__emutls_get_address",
                           "__cxa_thread_atexit", "__cxa_guard_*"}) {
    more.push_back(absl::StrCat("-Wl,--export-dynamic-symbol=", name));
  }
  return Concatenate({flags, more});
}

int Launcher::Run(const std::vector<std::string>& words) {
  const Command command = ParseCommand(words, directory_);
  switch (command.job) {
    case Job::kPassThrough:
      break;
    case Job::kCompile:
      return CompileEach(command);
    case Job::kLink:
      return Link(command);
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
  return Link(link);
}

int Launcher::Compile(const Command& command, const std::string& source) {
  const CompilerChoice compiler =
      ChooseCompiler(command.compiler, command.is_cxx);
  if (!compiler.message.empty()) SayOnce(config_, compiler.message);
  const bool in_scope = config_.Scope().Contains(Absolute(source));
  const AdjustedArguments adjusted =
      AdjustCompile(command, config_, in_scope, CompileFlags());
  if (in_scope && config_.instrument && !adjusted.instrumented) {
    SayOnce(config_,
            "another sanitizer is on: plain loads and stores are no decision "
            "points (as with --preempt=sync)");
  }
  const std::vector<std::string> words =
      Concatenate({{compiler.path}, adjusted.words});
  std::vector<std::string> prefix;
  if (in_scope && !Rewrite(source, Absolute(ObjectFile(command, source)), words,
                           adjusted.dropped, adjusted.instrumented, prefix)) {
    return kExitBuild;
  }
  int code = 0;
  if (has_errors_) {
    // Most likely the user's error: show it in the user's text.
    code = RunProcess(words);
    if (code != 0) return code;
  }
  code = RunProcess(Concatenate({{compiler.path}, prefix, adjusted.words}));
  if (code != 0) {
    if (!prefix.empty() && !has_errors_) {
      std::fprintf(stderr,
                   "detsim-cc: %s compiles as it is, but not when rewritten; "
                   "a \"// detsim: keep\" on a line leaves it alone\n",
                   Absolute(source).c_str());
    }
    return code;
  }
  const std::string depfile = DependencyFile(command, source);
  if (depfile.empty()) return 0;
  // The stamp is kept right by detsim-test; without it the tool itself counts.
  absl::Status added = AddDependency(depfile, StampPath(config_));
  if (added.ok() && !config_.from_file)
    added = AddDependency(depfile, LauncherPath());
  return added.ok() ? 0 : Fail(added);
}

bool Launcher::Rewrite(const std::string& source, const std::string& object,
                       const std::vector<std::string>& compile_words,
                       const std::vector<std::string>& dropped,
                       bool instrumented, std::vector<std::string>& prefix) {
  const rewriter::UnitCache cache(config_.state_dir, object);
  rewriter::Fingerprint key;
  absl::StatusOr<std::string> stamp = rewriter::ReadFile(StampPath(config_));
  key.Add(stamp.ok() ? *stamp : "").Add(directory_);
  for (const std::string& word : compile_words) key.Add(word);
  std::optional<rewriter::StoredUnit> unit = cache.LookUp(key.Hex());
  if (!unit.has_value()) {
    const rewriter::UnitResult result = rewriter::RewriteUnit(
        {.directory = directory_, .file = source, .arguments = compile_words},
        config_.Scope());
    has_errors_ = !result.errors.empty();
    const rewriter::UnitReport report = {
        .unit = result.file,
        .object = object,
        .rewritten = !has_errors_,
        .instrumented = instrumented,
        .edits = rewriter::ReportEdits(result.files),
        .notes = result.notes,
        .dropped_flags = dropped};
    absl::Status written =
        rewriter::WriteFile(cache.report_path(), UnitReportJson(report));
    absl::StatusOr<rewriter::StoredUnit> stored =
        written.ok() ? cache.Store(has_errors_ ? "" : key.Hex(), result)
                     : written;
    if (!stored.ok()) {
      Fail(stored.status());
      return false;
    }
    unit = *stored;
  }
  if (unit->overlay.empty()) return true;
  for (const std::string& header : unit->headers) {
    prefix.push_back("-include");
    prefix.push_back(absl::StrCat(resources_, "/include/", header));
  }
  prefix.insert(prefix.end(), unit->feature_macros.begin(),
                unit->feature_macros.end());
  prefix.push_back("-isystem");
  prefix.push_back(resources_ + "/include");
  prefix.push_back("-ivfsoverlay");
  prefix.push_back(unit->overlay);
  return true;
}

int Launcher::Link(const Command& command) {
  const std::vector<std::string> runtime_flags = RuntimeFlags();
  std::error_code error;
  if (!command.shared && !fs::exists(runtime_flags.front(), error)) {
    return Fail(absl::NotFoundError(absl::StrCat(
        "no runtime at ", runtime_flags.front(), "; install detsim again")));
  }
  // A program holds the runtime, which is C++.
  const CompilerChoice compiler =
      ChooseCompiler(command.compiler, command.is_cxx || !command.shared);
  if (!compiler.message.empty()) SayOnce(config_, compiler.message);
  const AdjustedArguments adjusted = AdjustLink(command, runtime_flags);
  const int code = RunProcess(Concatenate({{compiler.path}, adjusted.words}));
  if (code != 0 || command.shared) return code;
  absl::Status recorded = RecordLink(
      config_, Absolute(command.output.empty() ? "a.out" : command.output));
  return recorded.ok() ? 0 : Fail(recorded);
}

}  // namespace detsim::launcher
