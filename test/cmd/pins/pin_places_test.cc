#include "cmd/lib/pins/pin_places.h"

#include <gtest/gtest.h>

namespace detsim::cmd {
namespace {

using runtime::Choice;
using runtime::ChoiceKey;
using runtime::DecisionEntry;
using runtime::OperationKind;
using runtime::RunResult;
using runtime::Stream;

constexpr runtime::ThreadKey kMain = runtime::kMainThreadKey;
constexpr runtime::ThreadKey kFirst = runtime::ChildThreadKey(kMain, 0);
constexpr runtime::ThreadKey kSecond = runtime::ChildThreadKey(kMain, 1);

// Addresses that nobody knows: all functions are the empty one.
class PinPlacesTest : public testing::Test {
 protected:
  PinPlacesTest() {
    places_.symbolizer = &symbolizer_;
    run_.threads.resize(3);
    run_.threads[0] = {.key = kMain, .path = "0"};
    run_.threads[1] = {.key = kFirst, .path = "0.0"};
    run_.threads[2] = {.key = kSecond, .path = "0.1"};
  }

  // `thread` announces its next operation, and is asked before it if `asked`.
  void Operation(runtime::ThreadKey thread, OperationKind kind, uint32_t object,
                 bool asked = true) {
    ChoiceKey key = {.thread = thread, .operation = ++operations_[thread]};
    run_.decisions.push_back({.key = key, .object = object, .kind = kind});
    if (asked)
      run_.decisions.push_back({.key = key,
                                .object = object,
                                .kind = kind,
                                .type = DecisionEntry::kBefore});
  }

  void Access(runtime::ThreadKey thread, uint32_t count, bool writes) {
    run_.decisions.push_back({.key = {.thread = thread,
                                      .operation = operations_[thread],
                                      .sub = count,
                                      .stream = Stream::kAccess},
                              .kind = OperationKind::kAccess,
                              .type = DecisionEntry::kBefore,
                              .writes = writes});
  }

  FoundChoice Find(const PinChoice& choice) {
    return PinPlaces(&run_, &places_).Find(choice, threads_);
  }

  Symbolizer symbolizer_;
  ProgramPlaces places_;
  RunResult run_;
  std::map<runtime::ThreadKey, uint64_t> operations_;
  std::vector<PinThread> threads_;
};

TEST_F(PinPlacesTest, NamesAnOperationByItsKindAndObject) {
  Operation(kSecond, OperationKind::kLock, 7);
  Operation(kSecond, OperationKind::kLock, 9);
  Operation(kSecond, OperationKind::kWait, 8);
  Operation(kSecond, OperationKind::kLock, 9);
  Choice choice = {.key = {.thread = kSecond, .operation = 4}, .value = kMain};
  auto pin = PinPlaces(&run_, &places_).Describe(choice, &threads_);
  ASSERT_TRUE(pin);
  EXPECT_EQ(pin->operation, (PinOperation{OperationKind::kLock, 2, 2, ""}));
  EXPECT_EQ(pin->thread, "T2");
  EXPECT_EQ(pin->runs, "main");
  EXPECT_EQ(threads_, (std::vector<PinThread>{{"T2", "main", "", 2}}));
  FoundChoice found = Find(*pin);
  EXPECT_TRUE(found.reached);
  EXPECT_EQ(found.choice, choice);
}

TEST_F(PinPlacesTest, FindsItAmongOtherOperations) {
  threads_ = {{"T1", "main", "", 1}};
  PinChoice choice = {.thread = "main",
                      .operation = {OperationKind::kJoin, 2, 1, ""},
                      .runs = "T1"};
  Operation(kMain, OperationKind::kJoin, 3);
  Operation(kMain, OperationKind::kLock, 4);
  Operation(kMain, OperationKind::kJoin, 3);
  FoundChoice found = Find(choice);
  ASSERT_TRUE(found.choice);
  EXPECT_EQ(*found.choice, (Choice{.key = {.thread = kMain, .operation = 3},
                                   .value = kFirst}));
}

TEST_F(PinPlacesTest, ReachesWhereNothingIsAsked) {
  PinChoice choice = {.thread = "main",
                      .operation = {OperationKind::kJoin, 1, 1, ""},
                      .runs = "main"};
  Operation(kMain, OperationKind::kJoin, 3, /*asked=*/false);
  FoundChoice found = Find(choice);
  EXPECT_TRUE(found.reached);
  EXPECT_FALSE(found.choice);
}

TEST_F(PinPlacesTest, DoesNotReachAnOperationOrAThreadThatIsNotThere) {
  Operation(kMain, OperationKind::kJoin, 3);
  EXPECT_FALSE(Find({.thread = "main",
                     .operation = {OperationKind::kJoin, 2, 1, ""},
                     .runs = "main"})
                   .reached);
  threads_ = {{"T1", "main", "", 4}};
  EXPECT_FALSE(Find({.thread = "main",
                     .operation = {OperationKind::kJoin, 1, 1, ""},
                     .runs = "T1"})
                   .reached);
}

TEST_F(PinPlacesTest, CountsAccessesOfOneSortSinceTheOperation) {
  Operation(kMain, OperationKind::kLock, 3);
  Access(kMain, 1, true);
  Operation(kMain, OperationKind::kLock, 3);
  Access(kMain, 4, true);
  Access(kMain, 6, false);
  Access(kMain, 9, true);
  Choice choice = {.key = {.thread = kMain,
                           .operation = 2,
                           .sub = 9,
                           .stream = Stream::kAccess},
                   .value = kFirst};
  auto pin = PinPlaces(&run_, &places_).Describe(choice, &threads_);
  ASSERT_TRUE(pin);
  EXPECT_EQ(pin->access.nth, 2u);
  EXPECT_TRUE(pin->access.writes);
  EXPECT_EQ(pin->operation, (PinOperation{OperationKind::kLock, 2, 1, ""}));
  EXPECT_EQ(Find(*pin).choice, choice);
  pin->access.nth = 3;
  EXPECT_FALSE(Find(*pin).reached);
}

}  // namespace
}  // namespace detsim::cmd
