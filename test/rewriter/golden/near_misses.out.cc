// Names that look like ours and are not: nothing here may change.
#include <chrono>
#include <string>

namespace app {
struct mutex {
  void lock() {}
};
struct thread {
  explicit thread(int) {}
};
namespace chrono {
struct steady_clock {
  static int now() { return 0; }
};
}  // namespace chrono
namespace std {
struct mutex {};
}  // namespace std
int time(int* t) { return *t; }
int rand() { return 4; }
}  // namespace app

struct Stopwatch {
  int time() const { return 0; }
  int clock = 0;
  static int sleep(int n) { return n; }
};

template <class mutex>
struct Guard {
  mutex* m;
};

// A comment about std::mutex and std::thread.
const char* kText = "std::mutex and std::thread t;";
const char* kRaw = R"(std::mutex m;)";

int Use() {
  app::mutex mutex;
  mutex.lock();
  app::thread thread(1);
  namespace chrono = app::chrono;
  Guard<app::mutex> guard{&mutex};
  Stopwatch stopwatch;
  int now = chrono::steady_clock::now();
  int zero = 0;
  std::chrono::milliseconds pause(5);
  app::std::mutex other;
  (void)guard, (void)other, (void)pause, (void)thread;
  return stopwatch.time() + stopwatch.clock + Stopwatch::sleep(now) +
         app::time(&zero) + app::rand();
}
