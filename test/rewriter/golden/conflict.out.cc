// One spelling, two meanings: left alone, with a report.
#include <mutex>

namespace app {
struct mutex {
  void lock() {}
};
}  // namespace app

#define NAME mutex
#define QUALIFIED(NS) NS::mutex

void Both() {
  {
    using namespace std;
    NAME a;
    a.lock();
  }
  {
    using namespace app;
    NAME b;
    b.lock();
  }
}

void Split() {
  QUALIFIED(std) a;
  QUALIFIED(app) b;
  a.lock();
  b.lock();
}
