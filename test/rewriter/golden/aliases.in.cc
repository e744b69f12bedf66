// An alias is moved where it is made; its uses follow.
#include <chrono>
#include <future>
#include <mutex>
#include <thread>

using Mutex = std::mutex;
typedef std::thread Thread;
typedef std::mutex MutexArray[2];
template <class T>
using Result = std::future<T>;
using Clock = std::chrono::steady_clock;
namespace chr = std::chrono;
namespace standard = std;

namespace wrap {
using std::async;
using std::mutex;
using std::thread;
}  // namespace wrap

struct Traits {
  using clock = std::chrono::system_clock;
  using lock_type = std::unique_lock<std::mutex>;
};

void ByAlias() {
  Mutex m;
  std::lock_guard<Mutex> guard(m);
  Thread t;
  MutexArray array;
  Result<int> result;
  auto now = Clock::now();
  auto later = Traits::clock::now();
  auto third = chr::steady_clock::now();
  standard::mutex other;
  wrap::mutex wrapped;
  wrap::thread wrapped_thread;
  wrap::async(std::launch::deferred, [] {}).get();
  (void)now, (void)later, (void)third, (void)array;
}

void ByUsingDeclaration() {
  using std::mutex;
  mutex m;
  std::lock_guard<mutex> guard(m);
}

void ByUsingDirective() {
  using namespace std;
  using namespace std::chrono;
  mutex m;
  unique_lock<mutex> lock(m);
  auto now = steady_clock::now();
  auto other = chrono::system_clock::now();
  this_thread::sleep_for(milliseconds(1));
  std::thread t([] { this_thread::yield(); });
  t.join();
  (void)now, (void)other;
}

namespace reopened {
using namespace std;
condition_variable* pointer;
}  // namespace reopened
