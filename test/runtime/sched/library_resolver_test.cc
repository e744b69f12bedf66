// getaddrinfo_a, called by simulated threads. Numeric names: no network.
#include <errno.h>
#include <gtest/gtest.h>
#include <netdb.h>
#include <signal.h>
#include <sys/socket.h>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

void ExpectPassesEverySeed(const Body& body) {
  for (const Outcome& outcome : RunSeeds({.strategy = "random"}, 50, body)) {
    EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
  }
}

gaicb RequestFor(const char* name) {
  static addrinfo hints;
  hints.ai_flags = AI_NUMERICHOST;
  hints.ai_socktype = SOCK_STREAM;
  gaicb request = {};
  request.ar_name = name;
  request.ar_request = &hints;
  return request;
}

TEST(AddressLookupTest, IsDoneWhenItIsWaitedFor) {
  ExpectPassesEverySeed([] {
    gaicb request = RequestFor("127.0.0.1");
    gaicb* list[] = {&request, nullptr};
    SIM_CHECK(getaddrinfo_a(GAI_NOWAIT, list, 2, nullptr) == 0);
    timespec timeout = {10, 0};
    SIM_CHECK(gai_suspend(list, 2, &timeout) == EAI_ALLDONE);
    SIM_CHECK(gai_error(&request) == 0);
    SIM_CHECK(gai_cancel(&request) == EAI_ALLDONE);
    SIM_CHECK(request.ar_result->ai_family == AF_INET);
    freeaddrinfo(request.ar_result);
  });
}

TEST(AddressLookupTest, EachRequestHasItsError) {
  ExpectPassesEverySeed([] {
    gaicb good = RequestFor("::1");
    gaicb bad = RequestFor("no number");
    gaicb* list[] = {&good, &bad};
    SIM_CHECK(getaddrinfo_a(GAI_WAIT, list, 2, nullptr) == 0);
    SIM_CHECK(gai_error(&good) == 0);
    SIM_CHECK(gai_error(&bad) == EAI_NONAME);
    freeaddrinfo(good.ar_result);
  });
}

TEST(AddressLookupTest, AnUnknownModeIsAnError) {
  ExpectPassesEverySeed([] {
    SIM_CHECK(getaddrinfo_a(17, nullptr, 0, nullptr) == EAI_SYSTEM);
    SIM_CHECK(errno == EINVAL);
  });
}

TEST(AddressLookupTest, AThreadTellsThatItIsDone) {
  ExpectPassesEverySeed([] {
    static Atomic told;
    told.Store(0);
    gaicb request = RequestFor("127.0.0.1");
    gaicb* list[] = {&request};
    sigevent how = {};
    how.sigev_notify = SIGEV_THREAD;
    how.sigev_notify_function = [](sigval value) {
      told.Store(value.sival_int);
    };
    how.sigev_value.sival_int = 7;
    SIM_CHECK(getaddrinfo_a(GAI_NOWAIT, list, 1, &how) == 0);
    while (told.Load() == 0) SleepFor(kMs);
    SIM_CHECK(told.Load() == 7);
    freeaddrinfo(request.ar_result);
  });
}

}  // namespace
}  // namespace detsim::runtime
