// A copy of examples/workerpool whose lost wake-up is pinned, for tests that
// change its sources. The pin is made once.
#ifndef DETSIM_TEST_CMD_PINS_PINNED_POOL_H_
#define DETSIM_TEST_CMD_PINS_PINNED_POOL_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "test/cmd/end_to_end.h"

namespace detsim::cmd {

class PinnedPoolTest : public testing::Test {
 protected:
  static constexpr char kTest[] =
      "WorkerPoolTest.RunsEveryJobBeforeShutdownReturns";
  static constexpr char kQueue[] = "/src/job_queue.cc";
  static constexpr char kHeader[] = "/include/workerpool/job_queue.h";

  // The sources as they are in the example; the pin stays.
  void SetUp() override { Restore(); }

  static std::string project();
  static std::string pin();       // Its path.
  static std::string artifact();  // The path of what it was made from.
  static void Restore();
  // The first `from` in a file of the project becomes `to`.
  static void Edit(const char* file, const std::string& from,
                   const std::string& to);
  // The fix.
  static void Mend();

  // One run of the test besides the pin.
  static CommandResult Sweep(std::vector<std::string> flags = {});
  static CommandResult Verify(const std::string& file,
                              std::vector<std::string> flags = {});
};

}  // namespace detsim::cmd

#endif  // DETSIM_TEST_CMD_PINS_PINNED_POOL_H_
