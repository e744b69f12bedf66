// expect: passed
// trials: 1000
//
// Names are looked up with getaddrinfo_a, for which the C library would start
// threads of its own: one lookup is waited for, the other calls back.
#include <gtest/gtest.h>
#include <netdb.h>
#include <signal.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

struct Lookup {
  explicit Lookup(const char* name) {
    hints.ai_flags = AI_NUMERICHOST;
    request.ar_name = name;
    request.ar_request = &hints;
  }
  ~Lookup() { freeaddrinfo(request.ar_result); }

  addrinfo hints = {};
  gaicb request = {};
  gaicb* list[1] = {&request};
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
};

void WaitsForIt() {
  Lookup lookup("127.0.0.1");
  EXPECT_EQ(getaddrinfo_a(GAI_NOWAIT, lookup.list, 1, nullptr), 0);
  while (gai_error(&lookup.request) == EAI_INPROGRESS) {
    timespec timeout = {300, 0};
    gai_suspend(lookup.list, 1, &timeout);
  }
  EXPECT_EQ(gai_error(&lookup.request), 0);
}

void IsDone(sigval value) {
  auto* lookup = static_cast<Lookup*>(value.sival_ptr);
  std::lock_guard<std::mutex> lock(lookup->mutex);
  lookup->done = true;
  lookup->changed.notify_one();
}

void IsCalledBack() {
  Lookup lookup("::1");
  sigevent event = {};
  event.sigev_notify = SIGEV_THREAD;
  event.sigev_notify_function = &IsDone;
  event.sigev_value.sival_ptr = &lookup;
  EXPECT_EQ(getaddrinfo_a(GAI_NOWAIT, lookup.list, 1, &event), 0);
  std::unique_lock<std::mutex> lock(lookup.mutex);
  lookup.changed.wait(lock, [&] { return lookup.done; });
  EXPECT_EQ(gai_error(&lookup.request), 0);
}

TEST(AddressLookup, EndsInTheRun) {
  std::thread other(&WaitsForIt);
  IsCalledBack();
  other.join();
}

}  // namespace
