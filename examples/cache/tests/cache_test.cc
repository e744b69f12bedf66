#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "cache/loading_cache.h"
#include "cache/store.h"

namespace cache {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

Value Text(const char* text) {
  return std::make_shared<const std::string>(text);
}

TEST(StoreTest, FindsWhatWasPut) {
  Store store;
  store.Put("a", Text("apple"), hours(1));
  ASSERT_NE(store.Find("a"), nullptr);
  EXPECT_EQ(*store.Find("a"), "apple");
  EXPECT_EQ(store.Find("b"), nullptr);
}

TEST(StoreTest, ForgetsWhatWasRemoved) {
  Store store;
  store.Put("a", Text("apple"), hours(1));
  store.Remove("a");
  store.Remove("b");
  EXPECT_EQ(store.Find("a"), nullptr);
  EXPECT_EQ(store.size(), 0u);
}

TEST(StoreTest, FreesWhatHasExpired) {
  Store store;
  store.Put("a", Text("apple"), milliseconds(5));
  store.Put("b", Text("banana"), hours(1));
  while (store.size() > 1) std::this_thread::sleep_for(milliseconds(1));
  EXPECT_EQ(store.Find("a"), nullptr);
  EXPECT_NE(store.Find("b"), nullptr);
}

TEST(StoreTest, KeepsWhatIsRefreshedInTime) {
  Store store;
  store.Put("session", Text("first login"), milliseconds(30));
  std::this_thread::sleep_for(milliseconds(20));
  store.Put("session", Text("second login"), hours(1));
  std::this_thread::sleep_for(milliseconds(20));
  auto session = store.Find("session");
  ASSERT_NE(session, nullptr);
  EXPECT_EQ(*session, "second login");
}

TEST(LoadingCacheTest, LoadsAgainAfterTheTimeToLive) {
  int loads = 0;
  LoadingCache cache(
      [&loads](const std::string& key) {
        return key + std::to_string(++loads);
      },
      milliseconds(5));
  EXPECT_EQ(*cache.Get("a"), "a1");
  std::this_thread::sleep_for(milliseconds(10));
  EXPECT_EQ(*cache.Get("a"), "a2");
}

TEST(LoadingCacheTest, TriesAgainAfterAnError) {
  bool down = true;
  LoadingCache cache(
      [&down](const std::string& key) {
        if (down) throw std::runtime_error("no connection");
        return key;
      },
      hours(1));
  EXPECT_THROW(cache.Get("a"), std::runtime_error);
  down = false;
  EXPECT_EQ(*cache.Get("a"), "a");
}

TEST(LoadingCacheTest, LoadsOnceForManyThreads) {
  std::atomic<int> loads{0};
  LoadingCache cache(
      [&loads](const std::string& key) {
        ++loads;
        return "value of " + key;
      },
      hours(1));
  auto visit = [&cache] { EXPECT_EQ(*cache.Get("page"), "value of page"); };
  std::thread first(visit);
  std::thread second(visit);
  std::thread third(visit);
  first.join();
  second.join();
  third.join();
  EXPECT_EQ(loads, 1);
}

}  // namespace
}  // namespace cache
