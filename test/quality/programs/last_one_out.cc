// Initialisation by whoever comes first; who is the last to leave throws the
// lock away, though another one may be about to come.
#include <mutex>
#include <thread>

#include "mend.h"

struct Section {
  std::mutex mutex;
  int entered = 0;
};

Section* section = new Section;
BROKEN(bool done = false; long waiting = 0;)
MENDED(std::mutex outer; bool done = false; int left = 0;)

void Once() {
  MENDED(std::lock_guard<std::mutex> hold(outer);)
  BROKEN(if (done) return; ++waiting;)
  section->entered = 1;
  section->mutex.lock();
  if (!done) done = true;
  section->mutex.unlock();
  BROKEN(if (--waiting != 0) return;)
  MENDED(if (++left != 2) return;)
  delete section;
  section = nullptr;
}

int main() {
  std::thread a(Once), b(Once);
  a.join();
  b.join();
}
