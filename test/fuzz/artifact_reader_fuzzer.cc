// Any text as a stored failure: it is refused in one line, or it is the same
// when it is written and read again.
#include <cstddef>
#include <cstdint>
#include <string>

#include "cmd/lib/artifact.h"
#include "runtime/base/check.h"

namespace detsim::cmd {
namespace {

void ReadOne(const std::string& text) {
  absl::StatusOr<Artifact> artifact = DecodeArtifact(text);
  if (!artifact.ok()) {
    DETSIM_CHECK(!artifact.status().message().empty());
    return;
  }
  std::string written = EncodeArtifact(*artifact);
  absl::StatusOr<Artifact> again = DecodeArtifact(written);
  DETSIM_CHECK(again.ok());
  DETSIM_CHECK(EncodeArtifact(*again) == written);
}

}  // namespace
}  // namespace detsim::cmd

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  detsim::cmd::ReadOne({reinterpret_cast<const char*>(data), size});
  return 0;
}
