#include <chrono>
#include <exception>
#include <future>
#include <latch>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>

#include "check.h"
#include "surface.h"

namespace {

// Lets others run while an exception is on its way.
struct Yields {
  ~Yields() { std::this_thread::yield(); }
};

bool ThrowAndCatch(int i) {
  const std::string name = std::to_string(i);
  try {
    try {
      Yields yields;
      throw std::runtime_error(name);
    } catch (const std::runtime_error& error) {
      std::this_thread::yield();
      if (error.what() != name) return false;
      throw;
    }
  } catch (const std::exception& error) {
    std::this_thread::yield();
    std::exception_ptr current = std::current_exception();
    std::this_thread::yield();
    return error.what() == name && std::uncaught_exceptions() == 0 &&
           current == std::current_exception();
  }
  return false;
}

}  // namespace

std::string Exceptions() {
  CHECK(OnThreads(3, [](int i) {
    for (int round = 0; round < 3; ++round) {
      if (!ThrowAndCatch(i)) return false;
    }
    return true;
  }));
  return "";
}

std::string FuturesAndOnce() {
  std::once_flag flag;
  int calls = 0;
  auto work = [&](int i) {
    std::call_once(flag, [&calls] { ++calls; });
    if (i == 2) throw std::runtime_error("two");
    return i;
  };
  auto zero = std::async(std::launch::async, work, 0);
  auto two = std::async(std::launch::async, work, 2);
  CHECK(zero.get() == 0);
  bool thrown = false;
  try {
    two.get();
  } catch (const std::runtime_error& error) {
    thrown = std::string(error.what()) == "two";
  }
  CHECK(thrown);
  CHECK(calls == 1);
  std::promise<int> promise;
  std::thread setter([&promise] { promise.set_value(5); });
  int value = promise.get_future().get();
  setter.join();
  CHECK(value == 5);
  std::promise<void> never;
  CHECK(never.get_future().wait_for(std::chrono::seconds(2)) ==
        std::future_status::timeout);
  return "";
}

std::string Atomics() {
  std::atomic<int> turn{0};
  std::latch ready(3);
  std::counting_semaphore<8> tokens(0);
  std::shared_mutex shared;
  int sum = 0;
  CHECK(OnThreads(3, [&](int i) {
    ready.arrive_and_wait();
    for (int now; (now = turn.load()) != i;) turn.wait(now);
    {
      std::unique_lock<std::shared_mutex> lock(shared);
      sum += i;
    }
    ++turn;
    turn.notify_all();
    tokens.release();
    std::shared_lock<std::shared_mutex> lock(shared);
    return sum >= i;
  }));
  for (int i = 0; i < 3; ++i) tokens.acquire();
  CHECK(sum == 3);
  return "";
}
