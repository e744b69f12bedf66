// Declarations in conditions, loops, handlers, captures, attributes.
// flags: -std=c++20
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

std::vector<std::thread> threads;
std::map<int, std::thread> by_number;

void Loops() {
  for (std::thread& thread : threads) thread.join();
  for (const std::thread& thread : threads) (void)thread.joinable();
  for (std::pair<const int, std::thread>& pair : by_number) pair.second.join();
  for (auto& [number, thread] : by_number) thread.join();
  for (auto* p = new std::mutex; p != nullptr; p = nullptr) delete p;
  for (std::vector<std::thread> more; std::thread& t : more) t.join();
  for (int ms : {1, 2})
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

namespace unqualified {
using namespace std;
void Loops() {
  for (thread& t : threads) t.join();
  for (const pair<const int, thread>& p : by_number) (void)p;
}
}  // namespace unqualified

int Conditions(std::mutex& mutex) {
  if (std::unique_lock<std::mutex> lock(mutex); lock.owns_lock()) return 1;
  if (auto now = std::chrono::steady_clock::now(); now.time_since_epoch().count())
    return 2;
  switch (std::lock_guard<std::mutex> guard(mutex); 3) {
    default: return 3;
  }
}

void Handlers() {
  try {
    throw std::this_thread::get_id();
  } catch (const std::thread::id& id) {
    (void)id;
  }
}

struct alignas(alignof(std::mutex)) Aligned {
  [[maybe_unused]] std::mutex mutex;
  alignas(std::mutex) char bytes[sizeof(std::mutex)];
  std::atomic<int> counter = std::atomic<int>(3);
  bool operator==(const Aligned&) const = delete;
  void Quiet() noexcept(noexcept(std::declval<std::mutex&>().lock())) {}
};

void Lambdas() {
  auto capture = [mutex = std::make_shared<std::mutex>(),
                  start = std::chrono::steady_clock::now()](std::thread* t)
      -> std::pair<int, std::thread*> {
    std::lock_guard<std::mutex> guard(*mutex);
    (void)start;
    return {1, t};
  };
  (void)capture;
}

void ByDefault(std::mutex* mutex = new std::mutex,
               std::thread::id id = std::this_thread::get_id()) {
  (void)mutex, (void)id;
}

decltype(std::chrono::steady_clock::now()) Later();
static_assert(sizeof(std::mutex) >= sizeof(int));
enum { kSize = sizeof(std::atomic<long>) };
