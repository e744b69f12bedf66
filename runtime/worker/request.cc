#include "runtime/worker/request.h"

#include <cstring>

#include "runtime/base/bytes.h"

namespace detsim::runtime {

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
  request->argument_count = in.Value<uint32_t>();
  if (!in.ok() || request->argument_count > kArgumentsMax) return false;
  for (uint32_t i = 0; i < request->argument_count; ++i) {
    request->arguments[i] = const_cast<char*>(in.Text().data());
  }
  std::string_view bytes = in.Array<Choice>(&request->choice_count);
  if (!in.ok() || !in.at_end() || request->choice_count > capacity) {
    return false;
  }
  if (!bytes.empty()) memcpy(aligned, bytes.data(), bytes.size());
  request->choices = aligned;
  return true;
}

}  // namespace detsim::runtime
