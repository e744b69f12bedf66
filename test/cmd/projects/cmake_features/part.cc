// PART, twice: two locked steps of a counter that together are not locked.
#include <mutex>

namespace {
std::mutex mutex;
int count;
}  // namespace

void PART() {
  mutex.lock();
  const int seen = count;
  mutex.unlock();
  std::lock_guard<std::mutex> lock(mutex);
  count = seen + 1;
}
