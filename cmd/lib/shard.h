// GoogleTest's own way to split a suite over machines: the variables
// GTEST_TOTAL_SHARDS and GTEST_SHARD_INDEX. detsim-test takes the tests that
// the program would have run, and hides the variables from it.
#ifndef DETSIM_CMD_LIB_SHARD_H_
#define DETSIM_CMD_LIB_SHARD_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "cmd/lib/gtest_list.h"

namespace detsim::cmd {

struct Shard {
  uint64_t index = 0;  // In [0, total).
  uint64_t total = 1;
};

// What the environment asks for; the whole without the variables.
// InvalidArgument when they make no sense. Says by GTEST_SHARD_STATUS_FILE, if
// that is set, that sharding is understood, as GoogleTest does.
absl::StatusOr<Shard> ShardFromEnvironment();

// Of each program every `total`-th test. A program that is one test belongs to
// the first shard.
std::vector<TestCase> TakeShard(std::vector<TestCase> tests, Shard shard);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_SHARD_H_
