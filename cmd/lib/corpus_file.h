// The corpora of --explore on disk: one file a test, below corpus/ in the
// output folder, JSON that a person can read.
#ifndef DETSIM_CMD_LIB_CORPUS_FILE_H_
#define DETSIM_CMD_LIB_CORPUS_FILE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cmd/lib/gtest_list.h"
#include "runtime/choice/run_options.h"
#include "runtime/explore/corpus.h"

namespace detsim::cmd {

inline constexpr int kCorpusVersion = 1;

// One test's corpus, and what it was made with: places and addresses mean
// nothing to another binary, and options change what is asked.
struct StoredCorpus {
  std::string test;
  std::string binary_hash;
  bool preempt_memory = true;
  uint64_t stall_ns_max = 0;
  runtime::CorpusData data;
  uint64_t stale = 0;  // Entries that were left out because of that.
};

// Relative to the output folder.
std::string CorpusPath(const TestCase& test);

std::string EncodeCorpus(const StoredCorpus& corpus);
// InvalidArgument, in one line, for what is cut off, damaged or not ours.
absl::StatusOr<StoredCorpus> DecodeCorpus(const std::string& text);

// A corpus for each test, empty without a file. Those of another binary, or
// made with other options, are left out and counted. InvalidArgument, with the
// file's name, for one that cannot be used.
absl::StatusOr<std::vector<StoredCorpus>> ReadCorpora(
    const std::vector<TestCase>& tests, const runtime::RunOptions& options,
    const std::string& out);

// Whole or not at all. Nothing for a corpus that has no entries and no file.
absl::Status WriteCorpus(const TestCase& test, const StoredCorpus& corpus,
                         const std::string& out);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_CORPUS_FILE_H_
