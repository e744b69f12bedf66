// Instantiates what the headers have, for the compile matrix: it must compile
// in every standard, and without exceptions or RTTI.
#include <functional>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>

#include "detsim/posix/atomic_builtins.h"
#include "detsim/posix/poll.h"
#include "detsim/posix/pthread.h"
#include "detsim/posix/sched.h"
#include "detsim/posix/semaphore.h"
#include "detsim/posix/stdatomic.h"
#include "detsim/posix/stdlib.h"
#include "detsim/posix/sys/epoll.h"
#include "detsim/posix/sys/eventfd.h"
#include "detsim/posix/sys/random.h"
#include "detsim/posix/sys/select.h"
#include "detsim/posix/sys/socket.h"
#include "detsim/posix/sys/times.h"
#include "detsim/posix/sys/uio.h"
#include "detsim/posix/threads.h"
#include "detsim/posix/time.h"
#include "detsim/posix/unistd.h"
#include "detsim/std/atomic.h"
#include "detsim/std/barrier.h"
#include "detsim/std/chrono.h"
#include "detsim/std/condition_variable.h"
#include "detsim/std/future.h"
#include "detsim/std/jthread.h"
#include "detsim/std/latch.h"
#include "detsim/std/mutex.h"
#include "detsim/std/random.h"
#include "detsim/std/semaphore.h"
#include "detsim/std/shared_mutex.h"
#include "detsim/std/stop_token.h"
#include "detsim/std/thread.h"

struct Pair {
  int first, second;
};

template struct detsim::atomic<bool>;
template struct detsim::atomic<int>;
template struct detsim::atomic<unsigned char>;
template struct detsim::atomic<int*>;
template struct detsim::atomic<double>;
template struct detsim::atomic<Pair>;
template class detsim::future<std::string>;
template class detsim::future<int&>;
template class detsim::future<void>;
template class detsim::shared_future<std::string>;
template class detsim::shared_future<int&>;
template class detsim::shared_future<void>;
template class detsim::promise<std::string>;
template class detsim::promise<int&>;
template class detsim::packaged_task<int(std::string)>;
template class detsim::packaged_task<void()>;

int Threads() {
  int count = 0;
  detsim::mutex mutex;
  detsim::condition_variable condition;
  detsim::condition_variable_any any;
  detsim::once_flag once;
  detsim::thread thread([&] {
    std::unique_lock<detsim::mutex> lock(mutex);
    detsim::call_once(once, [&count] { ++count; });
    condition.wait_for(lock, std::chrono::milliseconds(1),
                       [&count] { return count != 0; });
    any.wait_until(lock, detsim::chrono::system_clock::now(),
                   [&count] { return count != 0; });
  });
  std::ostringstream out;
  out << thread.get_id();
  thread.join();
  detsim::timed_mutex timed;
  std::unique_lock<detsim::timed_mutex> lock(timed, std::chrono::hours(1));
  detsim::this_thread::sleep_for(std::chrono::duration<float>(0.5f));
  return count + static_cast<int>(std::hash<detsim::thread::id>()(
                     detsim::this_thread::get_id()));
}

int Futures() {
  detsim::future<int> eager =
      detsim::async(std::launch::async, [](int a) { return a; }, 1);
  detsim::future<std::string> lazy =
      detsim::async(std::launch::deferred, [] { return std::string("lazy"); });
  detsim::packaged_task<int(std::string)> task(
      [](std::string text) { return static_cast<int>(text.size()); });
  detsim::future<int> length = task.get_future();
  task(lazy.get());
  detsim::random_device device;
  return eager.get() + length.get() + static_cast<int>(device());
}

int Builtins(int* number) {
  int expected = detsim___atomic_load_n(number, __ATOMIC_ACQUIRE);
  detsim___atomic_compare_exchange_n(number, &expected, 1, true,
                                     __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
  detsim___sync_synchronize();
  return detsim___sync_fetch_and_add(number, 1);
}

bool TimePoints(std::chrono::system_clock::time_point library) {
  detsim::chrono::system_clock::time_point time = library;
  library = time + std::chrono::seconds(1);
  return time < library && library - time > time - library;
}

#if __cplusplus >= 202002L
bool Calendar(detsim::chrono::system_clock::time_point time) {
  const std::chrono::sys_days day = std::chrono::floor<std::chrono::days>(time);
  return std::chrono::year_month_day(day).ok() && time >= day;
}

void Cpp20() {
  detsim::latch latch(1);
  latch.count_down();
  detsim::barrier barrier(1, []() noexcept {});
  barrier.arrive_and_wait();
  detsim::binary_semaphore semaphore(1);
  semaphore.acquire();
  detsim::jthread thread([](detsim::stop_token) {});
  int number = 0;
  detsim::atomic_ref(number).fetch_add(1);
  detsim::atomic<std::shared_ptr<int>> pointer;
  pointer.store(std::make_shared<int>(1));
}
#endif
