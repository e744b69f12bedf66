// Between the choices of one run and the places by which a pin knows them: what
// the run was asked (RunRequest::log_decisions), with source places.
#ifndef DETSIM_CMD_LIB_PINS_PIN_PLACES_H_
#define DETSIM_CMD_LIB_PINS_PIN_PLACES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cmd/lib/failure_text.h"
#include "cmd/lib/pins/pin.h"
#include "cmd/lib/trace_words.h"
#include "runtime/trace/run_result.h"

namespace detsim::cmd {

// Where a pin's choice is in a run.
struct FoundChoice {
  bool reached = false;
  // Empty although it is reached: nothing was asked there (nobody else could
  // run), so there is nothing to choose.
  std::optional<runtime::Choice> choice;
  uint64_t decision = 0;  // How many decisions come before it.
};

// Both arguments outlive it.
class PinPlaces {
 public:
  PinPlaces(const runtime::RunResult* run, const ProgramPlaces* places);

  // In words, with the threads that it names added to `threads`; nothing when
  // the run was not asked this.
  std::optional<PinChoice> Describe(const runtime::Choice& choice,
                                    std::vector<PinThread>* threads);

  FoundChoice Find(const PinChoice& choice,
                   const std::vector<PinThread>& threads);

 private:
  struct Operation {
    uint64_t number;  // ChoiceKey::operation
    PinOperation name;
  };
  struct Place {
    std::string function;
    std::string line;
    std::string text;  // "src/queue.cc:41"
  };

  // The key of a thread; 0 if there is none like it.
  runtime::ThreadKey KeyOf(const std::string& label,
                           const std::vector<PinThread>& threads);
  std::string LabelOf(runtime::ThreadKey key, std::vector<PinThread>* threads);
  // All operations of a thread, in order.
  const std::vector<Operation>& OperationsOf(runtime::ThreadKey thread);
  // `callers`: as in runtime::Event.
  const Place& PlaceOf(uint64_t pc, uint32_t callers);
  // Whether `entry`, of the same thread, is a question of the kind that
  // `choice` answers, about its operation number `operation`.
  bool Asks(const runtime::DecisionEntry& entry, const PinChoice& choice,
            uint64_t operation);

  const runtime::RunResult& run_;
  const ProgramPlaces& places_;
  SourceLines sources_;
  // By thread, in order: what it announced and was asked.
  std::map<runtime::ThreadKey, std::vector<const runtime::DecisionEntry*>>
      entries_;
  std::map<runtime::ThreadKey, std::vector<Operation>> operations_;
  std::map<std::pair<uint64_t, uint32_t>, Place> known_places_;
};

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_PINS_PIN_PLACES_H_
