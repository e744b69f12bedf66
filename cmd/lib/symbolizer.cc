#include "cmd/lib/symbolizer.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "cmd/lib/files.h"
#include "cmd/lib/launcher/unit_reports.h"
#include "cmd/lib/subprocess.h"

namespace detsim::cmd {
namespace {

using Json = nlohmann::json;

// How far the code may be that tells where code without a line is.
constexpr uint64_t kMovedCodeBytesMax = 64;

std::vector<SourcePlace> ParseAnswer(const std::string& line) {
  std::vector<SourcePlace> places;
  Json answer = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!answer.is_object() || !answer.contains("Symbol")) return places;
  for (const Json& symbol : answer["Symbol"]) {
    SourcePlace place;
    std::filesystem::path file = symbol.value("FileName", "");
    // "./nptl/raise.c" stays: it tells the C library.
    place.file = file.is_absolute() ? file.lexically_normal() : file;
    place.line = symbol.value("Line", 0u);
    place.column = symbol.value("Column", 0u);
    place.function = symbol.value("FunctionName", "");
    if (!place.file.empty() || !place.function.empty())
      places.push_back(std::move(place));
  }
  return places;
}

bool HasLine(const std::vector<SourcePlace>& places) {
  return places.empty() || places.front().file.empty() ||
         places.front().line != 0;
}

StaticVariable ParseVariable(const std::string& line) {
  Json answer = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!answer.is_object() || !answer.contains("Data")) return {};
  const Json& data = answer["Data"];
  return {.name = data.value("Name", ""),
          .size = std::strtoull(data.value("Size", "0").c_str(), nullptr, 0)};
}

}  // namespace

bool IsLibraryPlace(const SourcePlace& place) {
  if (place.file.empty()) return true;
  constexpr std::string_view kFunctions[] = {"detsim::", "detsim_", "__tsan_",
                                             "std::"};
  for (std::string_view prefix : kFunctions) {
    if (place.function.starts_with(prefix)) return true;
  }
  constexpr std::string_view kFolders[] = {"/lib/detsim/include/",
                                           "/include/detsim/", "/include/c++/"};
  for (std::string_view folder : kFolders) {
    if (place.file.find(folder) != std::string::npos) return true;
  }
  // The runtime of this very detsim, and the C library ("./nptl/raise.c").
  constexpr std::string_view kStarts[] = {DETSIM_SOURCE_DIR "/runtime/",
                                          DETSIM_SOURCE_DIR "/shims/",
                                          "/usr/include/", "/usr/lib/", "./"};
  for (std::string_view start : kStarts) {
    if (place.file.starts_with(start)) return true;
  }
  return false;
}

bool IsFrameworkPlace(const SourcePlace& place) {
  // "void testing::internal::HandleExceptions...": templates carry their
  // return type.
  std::string_view function = place.function;
  size_t blank = function.find(" testing::internal::");
  if (blank != std::string_view::npos) function.remove_prefix(blank + 1);
  return function.starts_with("testing::");
}

Symbolizer::~Symbolizer() { Stop(); }

void Symbolizer::Stop() {
  if (to_ >= 0) close(to_);
  if (from_ >= 0) close(from_);
  to_ = from_ = -1;
  if (pid_ > 0) waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

bool Symbolizer::Start() {
  if (pid_ > 0) return true;
  if (failed_) return false;
  failed_ = true;
  std::string program = FindProgram(
      {"llvm-symbolizer-22", "llvm-symbolizer", "llvm-symbolizer-19"});
  int to[2];
  int from[2];
  if (program.empty() || pipe2(to, O_CLOEXEC) != 0) return false;
  if (pipe2(from, O_CLOEXEC) != 0) {
    close(to[0]);
    close(to[1]);
    return false;
  }
  char* const arguments[] = {
      program.data(), const_cast<char*>("--output-style=JSON"),
      const_cast<char*>("--inlines"), const_cast<char*>("--demangle"), nullptr};
  pid_ = fork();
  if (pid_ == 0) {
    setpgid(0, 0);  // Ctrl-C is for us: the report still needs places.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(to[0], 0);
    dup2(from[1], 1);
    execv(program.c_str(), arguments);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  to_ = to[1];
  from_ = from[0];
  failed_ = pid_ < 0;
  return !failed_;
}

std::string Symbolizer::Query(const char* command,
                              const ModuleAddress& address) {
  if (!Start()) return {};
  std::string question = absl::StrCat(command, " \"", address.file, "\" 0x",
                                      absl::Hex(address.offset), "\n");
  if (write(to_, question.data(), question.size()) !=
      static_cast<ssize_t>(question.size())) {
    failed_ = true;
    Stop();
    return {};
  }
  std::string line;
  for (char buffer[4096]; line.empty() || line.back() != '\n';) {
    ssize_t n = read(from_, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      failed_ = true;
      Stop();
      return {};
    }
    line.append(buffer, n);
  }
  return line;
}

void Symbolizer::MapToSources(const std::string& project,
                              const std::string& state_directory) {
  std::lock_guard<std::mutex> lock(mutex_);
  project_ = project;
  unread_state_ = state_directory;
}

std::vector<SourcePlace> Symbolizer::Ask(const ModuleAddress& address) {
  if (!unread_state_.empty()) {
    // Damaged reports are told elsewhere; here they cost some columns.
    auto reports = launcher::ReadUnitReports(unread_state_);
    if (reports.ok()) columns_ = ColumnMap(reports->edits);
    unread_state_.clear();
  }
  std::vector<SourcePlace> places = ParseAnswer(Query("CODE", address));
  // Code that the optimizer has moved or merged has no line, and is in none of
  // the functions that were inlined there: it gets the place of what follows.
  ModuleAddress next = address;
  for (auto after = places; !HasLine(places) && !after.empty() &&
                            after.back().function == places.back().function &&
                            next.offset < address.offset + kMovedCodeBytesMax;
       after = ParseAnswer(Query("CODE", next))) {
    if (HasLine(after)) {
      places = std::move(after);
      break;
    }
    ++next.offset;
  }
  for (SourcePlace& place : places) {
    place.column = columns_.Original(place.file, place.line, place.column);
    place.file = SourceOf(place.file, project_);
  }
  return places;
}

std::vector<SourcePlace> Symbolizer::Lookup(const ModuleMap& modules,
                                            uint64_t return_address) {
  if (return_address == 0) return {};
  // The call is the instruction before the one it returns to.
  ModuleAddress address = modules.Find(return_address - 1);
  if (address.file.empty()) return {};
  std::lock_guard<std::mutex> lock(mutex_);
  auto [entry, unknown] = known_.try_emplace({address.file, address.offset});
  if (unknown) entry->second = Ask(address);
  return entry->second;
}

StaticVariable Symbolizer::Variable(const ModuleMap& modules,
                                    uint64_t address) {
  ModuleAddress place = modules.FindData(address);
  if (place.file.empty()) return {};
  std::lock_guard<std::mutex> lock(mutex_);
  auto [entry, unknown] = variables_.try_emplace({place.file, place.offset});
  if (unknown) entry->second = ParseVariable(Query("DATA", place));
  return entry->second;
}

SourcePlace Symbolizer::UserPlace(const ModuleMap& modules,
                                  uint64_t return_address) {
  std::vector<SourcePlace> places = Lookup(modules, return_address);
  for (const SourcePlace& place : places) {
    if (!IsLibraryPlace(place)) return place;
  }
  return {};
}

}  // namespace detsim::cmd
