// Each golden input is rewritten to exactly its golden output and report.
// DETSIM_UPDATE_GOLDENS=1 writes them anew: read the difference as code.
#include "test/rewriter/golden.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "rewriter/output/files.h"

namespace detsim::rewriter {
namespace {

bool Updates() {
  const char* update = std::getenv("DETSIM_UPDATE_GOLDENS");
  return update != nullptr && std::string(update) == "1";
}

void ExpectContent(const std::string& path, const std::string& text) {
  if (Updates()) {
    ASSERT_TRUE(WriteFileIfChanged(path, text).ok());
    return;
  }
  absl::StatusOr<std::string> golden = ReadFile(path);
  ASSERT_TRUE(golden.ok()) << golden.status();
  EXPECT_EQ(*golden, text) << "in " << path;
}

class GoldenTest : public testing::TestWithParam<Golden> {};

TEST_P(GoldenTest, IsRewrittenAsWrittenDown) {
  const UnitResult result = RewriteGolden(GetParam());
  EXPECT_THAT(result.errors, testing::IsEmpty());
  ExpectContent(GetParam().output, RewrittenText(result));
  ExpectContent(GetParam().diagnostics, DiagnosticLines(result));
}

INSTANTIATE_TEST_SUITE_P(Each, GoldenTest, testing::ValuesIn(Goldens()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace detsim::rewriter
