// The tool's half of the protocol: requests to bytes, bytes to results. The
// worker's half (request.cc, run_record.cc) mirrors it field by field.
#include "runtime/worker/protocol.h"

#include <cstring>

#include "runtime/base/bytes.h"

namespace detsim::runtime {
namespace {

template <typename T>
void Append(std::string* out, const T& value) {
  out->append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Zero-terminated as well as counted, so that the worker can use it in place.
void AppendText(std::string* out, const std::string& text) {
  Append(out, static_cast<uint32_t>(text.size() + 1));
  out->append(text.c_str(), text.size() + 1);
}

template <typename T>
void AppendVector(std::string* out, const std::vector<T>& values) {
  Append(out, static_cast<uint64_t>(values.size()));
  if (values.empty()) return;
  out->append(reinterpret_cast<const char*>(values.data()),
              values.size() * sizeof(T));
}

template <typename T>
void ReadVector(ByteReader* in, std::vector<T>* out) {
  uint64_t count = 0;
  std::string_view bytes = in->Array<T>(&count);
  out->resize(count);
  if (count != 0) memcpy(out->data(), bytes.data(), bytes.size());
}

RaceAccessReport ReadRaceAccess(ByteReader* in) {
  RaceAccessReport access;
  access.pc = in->Value<uint64_t>();
  access.thread = in->Value<uint32_t>();
  access.is_write = in->Value<bool>();
  access.is_atomic = in->Value<bool>();
  ReadVector(in, &access.stack);
  return access;
}

RaceReport ReadRace(ByteReader* in) {
  RaceReport race;
  race.address = in->Value<uint64_t>();
  race.size = in->Value<uint32_t>();
  race.stack_of = in->Value<int32_t>();
  race.later = ReadRaceAccess(in);
  race.earlier = ReadRaceAccess(in);
  return race;
}

ThreadReport ReadThread(ByteReader* in) {
  ThreadReport thread;
  thread.key = in->Value<ThreadKey>();
  thread.path = in->Text();
  thread.name = in->Text();
  thread.spawn_pc = in->Value<uint64_t>();
  thread.spawn_callers = in->Value<uint32_t>();
  thread.finished = in->Value<bool>();
  thread.detached = in->Value<bool>();
  thread.blocked = in->Value<bool>();
  thread.pending = in->Value<PendingOperation>();
  thread.object = in->Value<uint32_t>();
  thread.holder = in->Value<int32_t>();
  ReadVector(in, &thread.stack);
  return thread;
}

template <typename T>
void AppendWords(const std::vector<T>& values, std::vector<uint64_t>* words) {
  static_assert(sizeof(T) % sizeof(uint64_t) == 0);
  size_t at = words->size();
  words->resize(at + values.size() * sizeof(T) / sizeof(uint64_t));
  if (!values.empty())
    memcpy(words->data() + at, values.data(), values.size() * sizeof(T));
}

// See request.cc; no words for no scripts.
std::vector<uint64_t> ScriptWords(const std::vector<RunScript>& scripts) {
  std::vector<uint64_t> words;
  if (scripts.empty()) return words;
  words.resize(1 + scripts.size());
  words[0] = scripts.size();
  for (size_t i = 0; i < scripts.size(); ++i) {
    const RunScript& script = scripts[i];
    words[1 + i] = words.size();
    words.push_back(script.branch);
    words.push_back(script.replayed);
    words.push_back(static_cast<uint64_t>(script.redrawn));
    words.push_back(script.threads.size());
    words.push_back(script.sleeping.size());
    words.push_back(script.choices.size());
    AppendWords(script.threads, &words);
    AppendWords(script.sleeping, &words);
    AppendWords(script.choices, &words);
  }
  return words;
}

}  // namespace

std::string EncodeRunRequest(const RunRequest& request) {
  std::string out;
  AppendText(&out, request.strategy);
  Append(&out, request.first_seed);
  Append(&out, request.count);
  Append(&out, request.profile);
  Append(&out, request.options);
  Append(&out, request.fork_each);
  Append(&out, request.record_trace);
  Append(&out, request.stop_at_failure);
  Append(&out, request.log_decisions);
  Append(&out, request.find_races_every);
  AppendVector(&out, request.race_watches);
  Append(&out, static_cast<uint32_t>(request.arguments.size()));
  for (const std::string& argument : request.arguments) {
    AppendText(&out, argument);
  }
  AppendVector(&out, request.known);
  AppendVector(&out, request.choices);
  Append(&out, request.replayed);
  AppendVector(&out, ScriptWords(request.scripts));
  return out;
}

bool DecodeRunResult(std::string_view payload, RunResult* result) {
  *result = {};
  ByteReader in(payload);
  result->summary = in.Value<RunSummary>();
  if (in.ok() && in.at_end()) return true;  // A plain pass: no detail.
  ReadVector(&in, &result->observation);
  ReadVector(&in, &result->behaviour);
  ReadVector(&in, &result->choices);
  bool has_detail = in.Value<bool>();
  if (!has_detail) return in.ok() && in.at_end();
  result->message = in.Text();
  result->failure_pc = in.Value<uint64_t>();
  result->failure_thread = in.Value<uint32_t>();
  result->output = in.Text();
  ReadVector(&in, &result->choices);
  auto thread_count = in.Value<uint32_t>();
  for (uint32_t i = 0; i < thread_count && in.ok(); ++i) {
    result->threads.push_back(ReadThread(&in));
  }
  auto escape_count = in.Value<uint32_t>();
  for (uint32_t i = 0; i < escape_count && in.ok(); ++i) {
    Escape escape;
    escape.what = in.Text();
    escape.count = in.Value<uint64_t>();
    result->escapes.push_back(std::move(escape));
  }
  ReadVector(&in, &result->events);
  ReadVector(&in, &result->decision_events);
  ReadVector(&in, &result->able_changes);
  ReadVector(&in, &result->object_addresses);
  ReadVector(&in, &result->thread_keys);
  ReadVector(&in, &result->steps);
  ReadVector(&in, &result->decisions);
  ReadVector(&in, &result->caller_chains);
  auto race_count = in.Value<uint32_t>();
  for (uint32_t i = 0; i < race_count && in.ok(); ++i) {
    result->races.push_back(ReadRace(&in));
  }
  return in.ok() && in.at_end();
}

}  // namespace detsim::runtime
