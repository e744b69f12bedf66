// An alias is moved where it is made; its uses follow.
#include <chrono>
#include <future>
#include <mutex>
#include <thread>

using Mutex = detsim::mutex;
typedef detsim::thread Thread;
typedef detsim::mutex MutexArray[2];
template <class T>
using Result = detsim::future<T>;
using Clock = detsim::chrono::steady_clock;
namespace chr = std::chrono;
namespace standard = std;

namespace wrap {
using detsim::async;
using detsim::mutex;
using detsim::thread;
}  // namespace wrap

struct Traits {
  using clock = detsim::chrono::system_clock;
  using lock_type = std::unique_lock<detsim::mutex>;
};

void ByAlias() {
  Mutex m;
  std::lock_guard<Mutex> guard(m);
  Thread t;
  MutexArray array;
  Result<int> result;
  auto now = Clock::now();
  auto later = Traits::clock::now();
  auto third = detsim::chrono::steady_clock::now();
  detsim::mutex other;
  wrap::mutex wrapped;
  wrap::thread wrapped_thread;
  wrap::async(std::launch::deferred, [] {}).get();
  (void)now, (void)later, (void)third, (void)array;
}

void ByUsingDeclaration() {
  using detsim::mutex;
  detsim::mutex m;
  std::lock_guard<detsim::mutex> guard(m);
}

void ByUsingDirective() {
  using namespace std;
  using namespace std::chrono;
  detsim::mutex m;
  unique_lock<detsim::mutex> lock(m);
  auto now = detsim::chrono::steady_clock::now();
  auto other = detsim::chrono::system_clock::now();
  detsim::this_thread::sleep_for(milliseconds(1));
  detsim::thread t([] { detsim::this_thread::yield(); });
  t.join();
  (void)now, (void)other;
}

namespace reopened {
using namespace std;
detsim::condition_variable* pointer;
}  // namespace reopened
