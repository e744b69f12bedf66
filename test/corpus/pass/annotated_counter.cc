// expect: passed
// trials: 2000
// flags: --preempt=memory
//
// The counter is atomic.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <thread>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define BUILT_FOR_THREAD_SANITIZER
#endif
#endif

#ifdef BUILT_FOR_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
extern "C" void AnnotateBenignRaceSized(const char* file, int line,
                                        const volatile void* address,
                                        std::size_t size,
                                        const char* description);
#define BENIGN_RACE(object)                                              \
  AnnotateBenignRaceSized(__FILE__, __LINE__, &(object), sizeof(object), \
                          "only counts")
#define PUBLISH(object) __tsan_release(&(object))
#define TAKE(object) __tsan_acquire(&(object))
#else
#define BENIGN_RACE(object) (void)(object)
#define PUBLISH(object) (void)(object)
#define TAKE(object) (void)(object)
#endif

namespace {

TEST(AnnotatedCounter, CountsEveryCall) {
  std::atomic<int> calls{0};
  BENIGN_RACE(calls);
  auto call = [&] {
    ++calls;
    PUBLISH(calls);
  };
  std::thread one(call);
  std::thread two(call);
  one.join();
  two.join();
  TAKE(calls);
  EXPECT_EQ(calls, 2);
}

}  // namespace
