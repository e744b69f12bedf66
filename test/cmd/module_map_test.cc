#include "cmd/lib/module_map.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "cmd/lib/symbolizer.h"

// What is inside detsim's own namespace counts as library code.
namespace sample {

[[gnu::noinline]] uint64_t ReturnAddress() {
  return reinterpret_cast<uint64_t>(__builtin_return_address(0));
}

// `line` becomes that of the call.
[[gnu::noinline]] uint64_t Call(uint32_t* line) {
  *line = __LINE__ + 1;
  uint64_t address = ReturnAddress();
  asm volatile("" : "+r"(address));  // No tail call.
  return address;
}

}  // namespace sample

namespace detsim::cmd {
namespace {

constexpr char kMaps[] =
    "555555554000-555555556000 r--p 00000000 08:01 12   /nonexistent/app\n"
    "555555556000-555555560000 r-xp 00002000 08:01 12   /nonexistent/app\n"
    "555555570000-555555580000 rw-p 00000000 00:00 0    [heap]\n"
    "7ffff7a00000-7ffff7b00000 r-xp 00000000 08:01 13   /nonexistent/l b.so\n";

TEST(ModuleMapTest, FindsFileAndOffset) {
  ModuleMap map(kMaps);
  ModuleAddress address = map.Find(0x555555557000);
  EXPECT_EQ(address.file, "/nonexistent/app");
  EXPECT_EQ(address.offset, 0x3000u);
  EXPECT_EQ(map.Find(0x7ffff7a00010).file, "/nonexistent/l b.so");
  EXPECT_EQ(map.Find(0x7ffff7a00010).offset, 0x10u);
}

TEST(ModuleMapTest, AddressesOutsideBelongToNobody) {
  ModuleMap map(kMaps);
  EXPECT_EQ(map.Find(0).file, "");
  EXPECT_EQ(map.Find(0x555555560000).file, "");
  EXPECT_EQ(map.Find(0x555555571000).file, "");
  EXPECT_EQ(map.Find(~uint64_t{0}).file, "");
}

TEST(ModuleMapTest, DamagedTextIsHarmless) {
  EXPECT_TRUE(ModuleMap("").empty());
  EXPECT_TRUE(ModuleMap("nonsense /x\n\n").empty());
}

TEST(SymbolizerTest, FindsTheLineOfACall) {
  ModuleMap modules = ModuleMap::Of(getpid());
  Symbolizer symbolizer;
  uint32_t line = 0;
  uint64_t address = sample::Call(&line);
  SourcePlace place = symbolizer.UserPlace(modules, address);
  EXPECT_TRUE(place.file.ends_with("module_map_test.cc")) << place.file;
  EXPECT_EQ(place.line, line);
  EXPECT_EQ(symbolizer.UserPlace(modules, address), place);
}

TEST(SymbolizerTest, UnknownAddressesHaveNoPlace) {
  Symbolizer symbolizer;
  EXPECT_TRUE(symbolizer.Lookup(ModuleMap(), 0x1234).empty());
  EXPECT_TRUE(symbolizer.Lookup(ModuleMap(kMaps), 0x555555557000).empty());
  EXPECT_EQ(symbolizer.UserPlace(ModuleMap(), 0), SourcePlace());
}

TEST(FrameworkPlaceTest, KnowsGoogleTestByItsNames) {
  EXPECT_TRUE(IsFrameworkPlace({"a.cc", 1, "testing::Test::Run()"}));
  EXPECT_TRUE(IsFrameworkPlace(
      {"a.cc", 1, "void testing::internal::Handle<testing::Test, void>()"}));
  EXPECT_FALSE(IsFrameworkPlace({"a.cc", 1, "my::testing::Helper()"}));
  EXPECT_FALSE(IsFrameworkPlace({"a.cc", 1, "Queue::Pop(testing::Test*)"}));
}

struct PlaceCase {
  const char* file;
  const char* function;
  bool library;
};

class LibraryPlaceTest : public testing::TestWithParam<PlaceCase> {};

TEST_P(LibraryPlaceTest, TellsTheUsersCodeFromOthers) {
  SourcePlace place = {GetParam().file, 1, GetParam().function};
  EXPECT_EQ(IsLibraryPlace(place), GetParam().library);
}

INSTANTIATE_TEST_SUITE_P(
    Places, LibraryPlaceTest,
    testing::Values(
        PlaceCase{"/home/me/queue.cc", "Queue::Pop", false},
        PlaceCase{"/home/me/include/queue.h", "Queue::Pop", false},
        PlaceCase{"", "main", true},
        PlaceCase{"/usr/include/c++/12/bits/std_mutex.h", "lock", true},
        PlaceCase{"/d/lib/detsim/include/detsim/std/mutex.h", "lock", true},
        PlaceCase{"/d/x.cc", "detsim::mutex::lock()", true},
        PlaceCase{"./nptl/pthread_kill.c", "__pthread_kill", true}));

}  // namespace
}  // namespace detsim::cmd
