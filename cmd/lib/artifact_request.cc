#include "cmd/lib/artifact_request.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cmd/lib/artifact.h"
#include "cmd/lib/files.h"
#include "runtime/explore/sweep_strategies.h"

namespace detsim::cmd {

using Json = nlohmann::ordered_json;
using runtime::Choice;
using runtime::Stream;
using runtime::ThreadKey;

namespace {

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
    Json row = {{"threads", threads}, {"choices", choices}};
    if (script.replayed != 0) {
      row["replayed"] = script.replayed;
      row["redrawn"] = runtime::StreamName(script.redrawn);
    }
    json.push_back(std::move(row));
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
    if (!row.contains("replayed")) continue;
    row["replayed"].get_to(script.replayed);
    script.redrawn = StreamFromName(row.at("redrawn").get<std::string>())
                         .value_or(Stream::kSchedule);
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

}  // namespace

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

Json EncodeRequest(const runtime::RunRequest& request) {
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
  if (request.replayed != 0) json["replayed"] = request.replayed;
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
  request->replayed = json.value("replayed", uint64_t{0});
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

std::string ProblemOf(const runtime::RunRequest& request) {
  constexpr uint32_t kRunsMax = 65536;  // Of a batch.
  if (request.count == 0 || request.count > kRunsMax)
    return absl::StrCat("it asks for ", request.count, " runs");
  // Those of guided runs have a script each.
  if (!request.scripts.empty() && request.scripts.size() != request.count)
    return absl::StrCat("it has ", request.scripts.size(), " scripts for ",
                        request.count, " runs");
  if (!runtime::IsRunStrategy(request.strategy))
    return absl::StrCat("there is no strategy ", request.strategy);
  return "";
}

}  // namespace detsim::cmd
