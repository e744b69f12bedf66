// Any text as a pin: it is refused in one line, or it is the same when it is
// written and read again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cmd/lib/pins/pin.h"
#include "runtime/base/check.h"

namespace detsim::cmd {
namespace {

void ReadOne(std::string_view text) {
  absl::StatusOr<Pin> pin = ParsePin(text);
  if (!pin.ok()) {
    DETSIM_CHECK(!pin.status().message().empty());
    DETSIM_CHECK(pin.status().message().find('\n') == absl::string_view::npos);
    return;
  }
  std::string written = PinText(*pin);
  absl::StatusOr<Pin> again = ParsePin(written);
  DETSIM_CHECK(again.ok());
  DETSIM_CHECK(PinText(*again) == written);
  DETSIM_CHECK(again->failure == pin->failure);
  DETSIM_CHECK(again->options == pin->options);
  DETSIM_CHECK(again->threads == pin->threads);
  DETSIM_CHECK(again->choices == pin->choices);
  for (const PinChoice& choice : pin->choices)
    DETSIM_CHECK(!ChoiceSentence(choice).empty());
}

}  // namespace
}  // namespace detsim::cmd

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  detsim::cmd::ReadOne({reinterpret_cast<const char*>(data), size});
  return 0;
}
