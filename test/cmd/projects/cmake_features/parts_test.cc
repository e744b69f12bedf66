// A test for each part: two threads use it. Each has decisions to make when the
// part was rewritten, and none when it was not.
#include <gtest/gtest.h>

#include <thread>

void ObjectPart();
void StaticPart();
void SharedPart();
void UnityPart();
int UnityCount();
void PrecompiledPart();
void FetchedPart();
void ExternalPart();

namespace {

void Twice(void (*part)()) {
  std::thread other(part);
  part();
  other.join();
}

TEST(PartsTest, Object) { Twice(ObjectPart); }
TEST(PartsTest, Static) { Twice(StaticPart); }
TEST(PartsTest, Shared) { Twice(SharedPart); }
TEST(PartsTest, Precompiled) { Twice(PrecompiledPart); }
TEST(PartsTest, Fetched) { Twice(FetchedPart); }
TEST(PartsTest, External) { Twice(ExternalPart); }
TEST(PartsTest, Unity) {
  Twice(UnityPart);
  EXPECT_EQ(UnityCount(), 2);
}

}  // namespace
