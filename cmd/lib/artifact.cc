#include "cmd/lib/artifact.h"

#include <charconv>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "cmd/lib/build_settings.h"
#include "cmd/lib/command_line.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {

using Json = nlohmann::ordered_json;
using runtime::Choice;
using runtime::Stream;
using runtime::ThreadKey;

namespace {

constexpr char kFormat[] = "detsim failure";

bool NamesThread(Stream stream) {
  return stream == Stream::kSchedule || stream == Stream::kAccess;
}

std::optional<Stream> StreamFromName(const std::string& name) {
  for (int i = 0; i < runtime::kStreams; ++i) {
    if (name == runtime::StreamName(static_cast<Stream>(i)))
      return static_cast<Stream>(i);
  }
  return std::nullopt;
}

// A thread of a choice as text and back. Threads that the run never started
// (a choice may name one in a record that was edited) have only their key.
std::string PathOf(ThreadKey key,
                   const std::map<ThreadKey, std::string>& paths) {
  auto found = paths.find(key);
  return found != paths.end() ? found->second : "#" + HexText(key);
}

ThreadKey ParseThread(const std::string& text) {
  if (!text.starts_with('#')) return KeyOfPath(text);
  ThreadKey key = 0;
  std::from_chars(text.data() + 1, text.data() + text.size(), key, 16);
  return key;
}

Json EncodeChoice(const Choice& choice,
                  const std::map<ThreadKey, std::string>& paths) {
  Json row = {runtime::StreamName(choice.key.stream),
              PathOf(choice.key.thread, paths), choice.key.operation,
              choice.key.sub};
  if (NamesThread(choice.key.stream))
    row.push_back(PathOf(choice.value, paths));
  else
    row.push_back(choice.value);
  return row;
}

std::optional<Choice> DecodeChoice(const Json& row) {
  if (!row.is_array() || row.size() != 5) return std::nullopt;
  std::optional<Stream> stream = StreamFromName(row[0].get<std::string>());
  if (!stream) return std::nullopt;
  Choice choice;
  choice.key.stream = *stream;
  choice.key.thread = ParseThread(row[1].get<std::string>());
  choice.key.operation = row[2].get<uint64_t>();
  choice.key.sub = row[3].get<uint32_t>();
  choice.value = NamesThread(*stream) ? ParseThread(row[4].get<std::string>())
                                      : row[4].get<uint64_t>();
  if (choice.key.thread == 0) return std::nullopt;
  return choice;
}

Json EncodeOptions(const runtime::RunOptions& options) {
  return {{"preempt", options.preempt_memory ? "memory" : "sync"},
          {"max_steps", options.steps_max},
          {"max_stall_ns", options.stall_ns_max},
          {"quantum", options.quantum_steps},
          {"livelock_steps", options.livelock_steps},
          {"hang_ms", options.hang_ms},
          {"memory_mb", options.memory_mb},
          {"hardware_concurrency", options.hardware_concurrency}};
}

runtime::RunOptions DecodeOptions(const Json& json) {
  runtime::RunOptions options;
  options.preempt_memory = json.at("preempt") == "memory";
  json.at("max_steps").get_to(options.steps_max);
  json.at("max_stall_ns").get_to(options.stall_ns_max);
  json.at("quantum").get_to(options.quantum_steps);
  json.at("livelock_steps").get_to(options.livelock_steps);
  json.at("hang_ms").get_to(options.hang_ms);
  options.memory_mb = json.value("memory_mb", options.memory_mb);
  json.at("hardware_concurrency").get_to(options.hardware_concurrency);
  return options;
}

// Runs whose process was killed are known by their script alone.
Json EncodeScripts(const runtime::RunRequest& request) {
  Json json = Json::array();
  for (const runtime::RunScript& script : request.scripts) {
    Json threads = Json::array();
    for (ThreadKey thread : script.threads) threads.push_back(HexText(thread));
    Json choices = Json::array();
    for (const Choice& choice : script.choices)
      choices.push_back(EncodeChoice(choice, {}));
    json.push_back({{"threads", threads}, {"choices", choices}});
  }
  return json;
}

constexpr size_t kProfileWords = sizeof(runtime::Profile) / sizeof(uint64_t);
static_assert(sizeof(runtime::Profile) % sizeof(uint64_t) == 0);

// What strategies have learnt is theirs: the words of the profile that are not
// 0, in runs of [index, word, word, ...], after the number of words.
Json EncodeLearnt(const runtime::Profile& profile) {
  uint64_t words[kProfileWords];
  memcpy(words, &profile, sizeof profile);
  Json json = {kProfileWords};
  for (size_t i = 0; i < kProfileWords; ++i) {
    if (words[i] == 0) continue;
    if (i == 0 || words[i - 1] == 0) json.push_back(Json::array({i}));
    json.back().push_back(words[i]);
  }
  return json;
}

void DecodeScripts(const Json& json, runtime::RunRequest* request) {
  for (const Json& row : json) {
    runtime::RunScript& script = request->scripts.emplace_back();
    for (const Json& thread : row.at("threads"))
      script.threads.push_back(
          std::strtoull(thread.get<std::string>().c_str(), nullptr, 16));
    for (const Json& choice : row.at("choices")) {
      if (auto decoded = DecodeChoice(choice))
        script.choices.push_back(*decoded);
    }
  }
}

// A profile of another build of detsim is of no use here and is left out.
void DecodeLearnt(const Json& json, runtime::Profile* profile) {
  if (json.empty() || json[0].get<size_t>() != kProfileWords) return;
  uint64_t words[kProfileWords] = {};
  for (size_t run = 1; run < json.size(); ++run) {
    size_t index = json[run].at(0).get<size_t>();
    for (size_t i = 1; i < json[run].size() && index < kProfileWords; ++i) {
      words[index++] = json[run][i].get<uint64_t>();
    }
  }
  memcpy(profile, words, sizeof words);
}

Json EncodeRequest(const Artifact& artifact) {
  const runtime::RunRequest& request = artifact.request;
  Json json;
  json["arguments"] = request.arguments;
  json["strategy"] = request.strategy;
  json["first_seed"] = request.first_seed;
  json["count"] = request.count;
  json["profile"] = {{"steps", request.profile.steps},
                     {"accesses", request.profile.accesses},
                     {"threads", request.profile.threads},
                     {"learnt", EncodeLearnt(request.profile)}};
  json["options"] = EncodeOptions(request.options);
  if (!request.scripts.empty()) json["scripts"] = EncodeScripts(request);
  if (request.find_races_every != 0) {
    Json watches = Json::array();
    for (const runtime::RaceWatch& watch : request.race_watches)
      watches.push_back({watch.pc, watch.address});
    json["races"] = {{"every", request.find_races_every}, {"watches", watches}};
  }
  return json;
}

void DecodeRequest(const Json& json, runtime::RunRequest* request) {
  json.at("arguments").get_to(request->arguments);
  json.at("strategy").get_to(request->strategy);
  json.at("first_seed").get_to(request->first_seed);
  json.at("count").get_to(request->count);
  const Json& profile = json.at("profile");
  profile.at("steps").get_to(request->profile.steps);
  profile.at("accesses").get_to(request->profile.accesses);
  profile.at("threads").get_to(request->profile.threads);
  DecodeLearnt(profile.value("learnt", Json::array()), &request->profile);
  request->options = DecodeOptions(json.at("options"));
  if (json.contains("scripts")) DecodeScripts(json["scripts"], request);
  if (json.contains("races")) {
    const Json& races = json.at("races");
    races.at("every").get_to(request->find_races_every);
    for (const Json& watch : races.at("watches"))
      request->race_watches.push_back({watch.at(0), watch.at(1)});
    if (request->race_watches.size() > runtime::kRaceWatchesMax)
      request->race_watches.resize(runtime::kRaceWatchesMax);
  }
  bool replay = request->strategy == "replay";
  request->fork_each = replay;
  request->record_trace = request->count == 1;
}

Json EncodeThreads(const std::vector<ArtifactThread>& threads) {
  Json json = Json::array();
  for (const ArtifactThread& thread : threads)
    json.push_back({{"path", thread.path},
                    {"name", thread.name},
                    {"spawned", thread.spawned}});
  return json;
}

// A program's output need not be UTF-8; JSON must be.
std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// One line for each top-level field and for each element of an array: a list
// of a thousand choices stays readable, and so does its diff.
std::string Format(const Json& json) {
  std::vector<std::string> fields;
  for (const auto& [key, value] : json.items()) {
    std::string text = Dump(value);
    if (value.is_array() && !value.empty() && value[0].is_structured()) {
      std::vector<std::string> rows;
      for (const Json& row : value) rows.push_back("    " + Dump(row));
      text = absl::StrCat("[\n", absl::StrJoin(rows, ",\n"), "\n  ]");
    }
    fields.push_back(absl::StrCat("  ", Dump(Json(key)), ": ", text));
  }
  return absl::StrCat("{\n", absl::StrJoin(fields, ",\n"), "\n}\n");
}

Artifact DecodeFields(const Json& json) {
  Artifact artifact;
  json.at("test").get_to(artifact.test);
  json.at("program").get_to(artifact.program);
  json.at("binary").get_to(artifact.binary);
  json.at("binary_hash").get_to(artifact.binary_hash);
  json.at("project").get_to(artifact.project);
  artifact.build = DecodeBuildSettings(json.at("build"));
  const Json& identity = json.at("identity");
  artifact.identity.kind =
      runtime::VerdictFromName(identity.at("kind").get<std::string>());
  artifact.identity.test = artifact.test;
  identity.at("place").get_to(artifact.identity.place);
  identity.at("message").get_to(artifact.identity.message);
  json.at("message").get_to(artifact.message);
  json.at("location").get_to(artifact.location);
  json.at("seed").get_to(artifact.seed);
  json.at("strategy").get_to(artifact.strategy);
  DecodeRequest(json.at("run"), &artifact.request);
  for (const Json& thread : json.at("threads"))
    artifact.threads.push_back(
        {thread.at("path"), thread.at("name"), thread.at("spawned")});
  artifact.summary.seed = artifact.seed;
  artifact.summary.verdict = artifact.identity.kind;
  std::string hash = json.at("trace_hash");
  std::from_chars(hash.data(), hash.data() + hash.size(),
                  artifact.summary.trace_hash, 16);
  json.at("decisions").get_to(artifact.summary.decisions);
  json.at("unusual").get_to(artifact.summary.unusual);
  json.at("steps").get_to(artifact.summary.steps);
  json.at("reproduce").get_to(artifact.reproduce);
  json.at("trace").get_to(artifact.trace_file);
  return artifact;
}

}  // namespace

std::string ArtifactName(const runtime::FailureIdentity& identity) {
  std::string name;
  for (char c : identity.test) {
    bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '.' ||
                 c == '_' || c == '-';
    name += plain ? c : '-';
  }
  constexpr size_t kNameMax = 150;  // File systems end at 255.
  if (name.size() > kNameMax) name.resize(kNameMax);
  std::string_view kind = runtime::VerdictName(identity.kind);
  return absl::StrCat(name, "-", absl::string_view(kind.data(), kind.size()),
                      "-", runtime::IdentityId(identity));
}

ThreadKey KeyOfPath(const std::string& path) {
  ThreadKey key = 0;
  for (absl::string_view part : absl::StrSplit(path, '.')) {
    uint32_t index = 0;
    auto [end, error] =
        std::from_chars(part.data(), part.data() + part.size(), index);
    if (error != std::errc() || end != part.data() + part.size()) return 0;
    if (key == 0 && index != 0) return 0;
    key = key == 0 ? runtime::kMainThreadKey
                   : runtime::ChildThreadKey(key, index);
  }
  return key;
}

std::string EncodeArtifact(const Artifact& artifact) {
  std::string_view kind = runtime::VerdictName(artifact.identity.kind);
  Json json;
  json["format"] = kFormat;
  json["version"] = kArtifactVersion;
  json["tool"] = kToolVersion;
  json["test"] = artifact.test;
  json["message"] = artifact.message;
  json["location"] = artifact.location;
  json["identity"] = {{"id", runtime::IdentityId(artifact.identity)},
                      {"kind", kind},
                      {"place", artifact.identity.place},
                      {"message", artifact.identity.message}};
  json["reproduce"] = artifact.reproduce;
  json["project"] = artifact.project;
  json["program"] = artifact.program;
  json["binary"] = artifact.binary;
  json["binary_hash"] = artifact.binary_hash;
  json["build"] = EncodeBuildSettings(artifact.build);
  json["seed"] = artifact.seed;
  json["strategy"] = artifact.strategy;
  json["trace_hash"] = HexText(artifact.summary.trace_hash);
  json["decisions"] = artifact.summary.decisions;
  json["unusual"] = artifact.summary.unusual;
  json["steps"] = artifact.summary.steps;
  json["trace"] = artifact.trace_file;
  json["run"] = EncodeRequest(artifact);
  json["threads"] = EncodeThreads(artifact.threads);
  std::map<ThreadKey, std::string> paths;
  for (const ArtifactThread& thread : artifact.threads)
    paths[KeyOfPath(thread.path)] = thread.path;
  json["choices"] = Json::array();
  for (const Choice& choice : artifact.request.choices)
    json["choices"].push_back(EncodeChoice(choice, paths));
  return Format(json);
}

absl::StatusOr<Artifact> DecodeArtifact(const std::string& text) {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return UsageError(text.starts_with('{')
                          ? "it is cut off or damaged"
                          : "it is not a failure that detsim-test wrote");
  if (!json.is_object() || json.value("format", Json()) != kFormat)
    return UsageError("it is not a failure that detsim-test wrote");
  if (json.value("version", Json()) != kArtifactVersion)
    return UsageError(
        absl::StrCat("its version is ", json.value("version", Json()).dump(),
                     "; this detsim reads version ", kArtifactVersion));
  // The only place that throws: missing fields and fields of another type.
  try {
    Artifact artifact = DecodeFields(json);
    for (const Json& row : json.at("choices")) {
      std::optional<Choice> choice = DecodeChoice(row);
      if (!choice)
        return UsageError(
            absl::StrCat("it holds the strange choice ", row.dump()));
      artifact.request.choices.push_back(*choice);
    }
    return artifact;
  } catch (const Json::exception& error) {
    return UsageError(absl::StrCat("it is damaged: ", error.what()));
  }
}

absl::Status WriteArtifact(const std::string& path, Artifact artifact,
                           const runtime::Trace* trace) {
  if (trace != nullptr) {
    std::filesystem::path trace_path = path;
    trace_path.replace_extension(".trace");
    artifact.trace_file = trace_path.filename();
    absl::Status written = WriteFile(trace_path, runtime::EncodeTrace(*trace));
    if (!written.ok()) return written;
  }
  return WriteFile(path, EncodeArtifact(artifact));
}

absl::StatusOr<Artifact> ReadArtifact(const std::string& path) {
  absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  absl::StatusOr<Artifact> artifact = DecodeArtifact(*text);
  if (!artifact.ok())
    return UsageError(
        absl::StrCat("cannot use ", path, ": ", artifact.status().message()));
  return artifact;
}

}  // namespace detsim::cmd
