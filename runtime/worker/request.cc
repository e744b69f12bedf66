#include "runtime/worker/request.h"

#include <cstring>

#include "runtime/base/bytes.h"

namespace detsim::runtime {

namespace {

constexpr uint64_t kSleepingWords = sizeof(SleepingTouch) / sizeof(uint64_t);
constexpr uint64_t kChoiceWords = sizeof(Choice) / sizeof(uint64_t);

// The words of request->scripts, as protocol.cc writes them: how many scripts,
// where each begins, then each: branch, what is replayed, the stream that is
// not, three counts, and what they count.
bool FindScripts(uint64_t word_count, WorkerRequest* request) {
  if (word_count == 0) return true;
  const uint64_t* words = request->scripts;
  request->script_count = words[0];
  if (words[0] >= word_count || words[0] != request->count) return false;
  for (uint64_t i = 0; i < words[0]; ++i) {
    constexpr uint64_t kHeader = 6;
    uint64_t at = words[1 + i];
    if (at > word_count || word_count - at < kHeader) return false;
    uint64_t left = word_count - at - kHeader;
    if (words[at + 2] >= kStreams) return false;
    uint64_t threads = words[at + 3];
    uint64_t sleeping = words[at + 4];
    uint64_t choices = words[at + 5];
    if (threads > left || sleeping > left || choices > left ||
        threads + sleeping * kSleepingWords + choices * kChoiceWords > left) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool DecodeRunRequest(std::string_view payload, Choice* aligned,
                      uint64_t capacity, WorkerRequest* request) {
  ByteReader in(payload);
  *request = {};
  request->strategy = in.Text().data();
  request->first_seed = in.Value<uint64_t>();
  request->count = in.Value<uint32_t>();
  request->profile = in.Value<Profile>();
  request->options = in.Value<RunOptions>();
  request->fork_each = in.Value<bool>();
  request->record_trace = in.Value<bool>();
  request->stop_at_failure = in.Value<bool>();
  request->log_decisions = in.Value<bool>();
  request->find_races_every = in.Value<uint32_t>();
  std::string_view watches = in.Array<RaceWatch>(&request->race_watch_count);
  if (!in.ok() || request->race_watch_count > kRaceWatchesMax) return false;
  if (!watches.empty()) {
    memcpy(request->race_watches, watches.data(), watches.size());
  }
  request->argument_count = in.Value<uint32_t>();
  if (!in.ok() || request->argument_count > kArgumentsMax) return false;
  for (uint32_t i = 0; i < request->argument_count; ++i) {
    request->arguments[i] = const_cast<char*>(in.Text().data());
  }
  uint64_t known_count = 0;
  std::string_view known = in.Array<Behaviour>(&known_count);
  if (!in.ok() || known_count > 1) return false;
  request->observes = known_count == 1;
  if (request->observes) memcpy(&request->known, known.data(), known.size());
  std::string_view choices = in.Array<Choice>(&request->choice_count);
  request->replayed = in.Value<uint64_t>();
  uint64_t word_count = 0;
  std::string_view words = in.Array<uint64_t>(&word_count);
  if (!in.ok() || !in.at_end() ||
      choices.size() + words.size() > capacity * sizeof(Choice)) {
    return false;
  }
  if (!choices.empty()) memcpy(aligned, choices.data(), choices.size());
  request->choices = aligned;
  auto* scripts = reinterpret_cast<uint64_t*>(aligned + request->choice_count);
  if (!words.empty()) memcpy(scripts, words.data(), words.size());
  request->scripts = scripts;
  return FindScripts(word_count, request);
}

void ReadScript(const WorkerRequest& request, uint64_t index, RunStart* start) {
  const uint64_t* words = request.scripts + request.scripts[1 + index];
  Script& script = start->script;
  script.branch = *words++;
  script.replayed = *words++;
  script.redrawn = static_cast<Stream>(*words++);
  script.thread_count = *words++;
  script.sleeping_count = *words++;
  start->choice_count = *words++;
  script.threads = words;
  words += script.thread_count;
  script.sleeping = reinterpret_cast<const SleepingTouch*>(words);
  words += script.sleeping_count * kSleepingWords;
  start->choices = reinterpret_cast<const Choice*>(words);
}

}  // namespace detsim::runtime
