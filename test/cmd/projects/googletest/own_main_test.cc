// A main of its own, with an environment, a listener and a flag.
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

namespace {

int environments = 0;
int started = 0;

class Environment : public testing::Environment {
 public:
  void SetUp() override {
    std::thread([] { ++environments; }).join();
  }
  void TearDown() override { --environments; }
};

class Listener : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override { ++started; }
};

TEST(OwnMainTest, HasEnvironmentAndListener) {
  EXPECT_EQ(environments, 1);
  EXPECT_EQ(started, 1);
  std::thread([] {}).join();
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // Not known to a framework: whoever starts it with others is told so.
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--mine") != 0) return 64;
  }
  testing::AddGlobalTestEnvironment(new Environment);
  testing::UnitTest::GetInstance()->listeners().Append(new Listener);
  return RUN_ALL_TESTS();
}
