#include "cmd/lib/shard.h"

#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

absl::StatusOr<Shard> ShardFromEnvironment() {
  const std::string total = Variable("GTEST_TOTAL_SHARDS");
  const std::string index = Variable("GTEST_SHARD_INDEX");
  if (total.empty() && index.empty()) return Shard();
  Shard shard;
  if (!absl::SimpleAtoi(total, &shard.total) ||
      !absl::SimpleAtoi(index, &shard.index) || shard.index >= shard.total)
    return UsageError(absl::StrCat(
        "GTEST_TOTAL_SHARDS=", total, " GTEST_SHARD_INDEX=", index,
        " is no shard: the index goes from 0 to the total less 1"));
  const std::string status_file = Variable("GTEST_SHARD_STATUS_FILE");
  if (!status_file.empty()) {
    absl::Status written = WriteFile(status_file, "");
    if (!written.ok()) return written;
  }
  return shard;
}

std::vector<TestCase> TakeShard(std::vector<TestCase> tests, Shard shard) {
  std::map<std::string, uint64_t> counts;  // Of each program so far.
  std::vector<TestCase> taken;
  for (TestCase& test : tests) {
    if (counts[test.binary]++ % shard.total == shard.index)
      taken.push_back(std::move(test));
  }
  return taken;
}

}  // namespace detsim::cmd
