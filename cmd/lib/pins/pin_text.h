// The words of a pin's lines, each way: what PinText() and ParsePin() share.
#ifndef DETSIM_CMD_LIB_PINS_PIN_TEXT_H_
#define DETSIM_CMD_LIB_PINS_PIN_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

#include "cmd/lib/pins/pin.h"

namespace detsim::cmd {

// "1st", "2nd", "11th".
std::string Ordinal(uint64_t number);

// "2nd wait on 1st condition variable in work::Queue::Pop".
std::string OperationWords(const PinOperation& operation);
std::optional<PinOperation> ParseOperation(std::string_view text);

// "1st store in work::Queue::Pop"; the line is not part of it.
std::string AccessWords(const PinAccess& access);
std::optional<PinAccess> ParseAccess(std::string_view text);

// "3rd that main starts in work::Pool::Pool".
std::string ThreadWords(const PinThread& thread);
std::optional<PinThread> ParseThread(std::string_view text);

// "T3: run main", "T3: wake 2".
std::string EffectWords(const PinChoice& choice);
// Fills thread, stream, runs and value.
bool ParseEffect(std::string_view text, PinChoice* choice);

// "before", "after", "blocked at", "at".
std::string_view MomentWord(runtime::DecisionEntry::Type moment);
std::optional<runtime::DecisionEntry::Type> ParseMoment(std::string_view word);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_PINS_PIN_TEXT_H_
