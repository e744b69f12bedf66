// Test frameworks whose sources lie in a project's tree. They are left as they
// are: what they do around a test is no business of the test, and rewritten
// they would be much slower. Told by what a folder holds, since a folder of the
// project's own tests may well be called "gtest".
#ifndef DETSIM_REWRITER_TEST_FRAMEWORKS_H_
#define DETSIM_REWRITER_TEST_FRAMEWORKS_H_

#include <string_view>

namespace detsim::rewriter {

// Whether the file belongs to GoogleTest, Catch2, doctest or Google Benchmark.
// Looks at the folders above it and below `root`, once each: `root` is the
// project's. Thread-safe.
// REQUIRES: both are absolute and normalized (AbsolutePath).
bool BelongsToTestFramework(std::string_view path, std::string_view root);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_TEST_FRAMEWORKS_H_
