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

std::vector<detsim::thread> threads;
std::map<int, detsim::thread> by_number;

void Loops() {
  for (detsim::thread& thread : threads) thread.join();
  for (const detsim::thread& thread : threads) (void)thread.joinable();
  for (std::pair<const int, detsim::thread>& pair : by_number) pair.second.join();
  for (auto& [number, thread] : by_number) thread.join();
  for (auto* p = new detsim::mutex; p != nullptr; p = nullptr) delete p;
  for (std::vector<detsim::thread> more; detsim::thread& t : more) t.join();
  for (int ms : {1, 2})
    detsim::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

namespace unqualified {
using namespace std;
void Loops() {
  for (detsim::thread& t : threads) t.join();
  for (const pair<const int, detsim::thread>& p : by_number) (void)p;
}
}  // namespace unqualified

int Conditions(detsim::mutex& mutex) {
  if (std::unique_lock<detsim::mutex> lock(mutex); lock.owns_lock()) return 1;
  if (auto now = detsim::chrono::steady_clock::now(); now.time_since_epoch().count())
    return 2;
  switch (std::lock_guard<detsim::mutex> guard(mutex); 3) {
    default: return 3;
  }
}

void Handlers() {
  try {
    throw detsim::this_thread::get_id();
  } catch (const detsim::thread::id& id) {
    (void)id;
  }
}

struct alignas(alignof(detsim::mutex)) Aligned {
  [[maybe_unused]] detsim::mutex mutex;
  alignas(detsim::mutex) char bytes[sizeof(detsim::mutex)];
  detsim::atomic<int> counter = detsim::atomic<int>(3);
  bool operator==(const Aligned&) const = delete;
  void Quiet() noexcept(noexcept(std::declval<detsim::mutex&>().lock())) {}
};

void Lambdas() {
  auto capture = [mutex = std::make_shared<detsim::mutex>(),
                  start = detsim::chrono::steady_clock::now()](detsim::thread* t)
      -> std::pair<int, detsim::thread*> {
    std::lock_guard<detsim::mutex> guard(*mutex);
    (void)start;
    return {1, t};
  };
  (void)capture;
}

void ByDefault(detsim::mutex* mutex = new detsim::mutex,
               detsim::thread::id id = detsim::this_thread::get_id()) {
  (void)mutex, (void)id;
}

decltype(detsim::chrono::steady_clock::now()) Later();
static_assert(sizeof(detsim::mutex) >= sizeof(int));
enum { kSize = sizeof(detsim::atomic<long>) };
