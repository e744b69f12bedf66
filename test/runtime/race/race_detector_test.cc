// The detector alone: threads are slots that the test switches between.
#include "runtime/race/race_detector.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace detsim::runtime {
namespace {

// Two threads, A and B, that main has started; one place for each access.
class RaceDetectorTest : public testing::Test {
 protected:
  RaceDetectorTest() {
    races.Map();
    Begin();
  }
  ~RaceDetectorTest() override { races.EndRun(); }

  void Begin() {
    races.BeginRun(true);
    a_ = races.ThreadStarts(1);
    b_ = races.ThreadStarts(2);
  }

  bool Look(uint32_t slot, size_t offset, size_t size, bool is_write,
            bool is_atomic = false) {
    races.Switch(slot);
    return races.Look({.address = address() + offset,
                       .size = size,
                       .pc = 100 + slot,
                       .is_write = is_write,
                       .is_atomic = is_atomic},
                      &other_);
  }
  bool Write(uint32_t slot, size_t offset = 0, size_t size = 8) {
    return Look(slot, offset, size, true);
  }
  bool Read(uint32_t slot, size_t offset = 0, size_t size = 8) {
    return Look(slot, offset, size, false);
  }
  bool Knows(uint32_t slot, size_t offset, size_t size, bool is_write) {
    races.Switch(slot);
    return races.KnowsUnit(address() + offset, size, is_write);
  }
  void Release(uint32_t slot) {
    races.Switch(slot);
    races.Release(&lock_);
  }
  void Acquire(uint32_t slot) {
    races.Switch(slot);
    races.Acquire(&lock_);
  }
  uintptr_t address() const { return reinterpret_cast<uintptr_t>(memory_); }

  uint32_t a_ = 0;
  uint32_t b_ = 0;
  OtherAccess other_;
  alignas(8) char memory_[64] = {};
  alignas(8) char lock_[8] = {};
};

TEST_F(RaceDetectorTest, TwoUnorderedWritesRace) {
  EXPECT_FALSE(Write(a_));
  EXPECT_TRUE(Write(b_));
  EXPECT_EQ(other_.pc, 100 + a_);
  EXPECT_EQ(other_.thread, 1u);
  EXPECT_TRUE(other_.is_write);
  EXPECT_EQ(other_.address, address());
}

TEST_F(RaceDetectorTest, AReadAfterAnUnorderedWriteRaces) {
  Write(a_);
  EXPECT_TRUE(Read(b_));
}

TEST_F(RaceDetectorTest, AWriteAfterAnUnorderedReadRaces) {
  Read(a_);
  EXPECT_TRUE(Write(b_));
  EXPECT_FALSE(other_.is_write);
}

TEST_F(RaceDetectorTest, ReadsDoNotRace) {
  Read(a_);
  EXPECT_FALSE(Read(b_));
}

TEST_F(RaceDetectorTest, AWriteRacesWithEachOfSeveralReaders) {
  Read(a_);
  Read(b_);
  Release(b_);
  Acquire(0);
  // Ordered after B's read, not after A's.
  EXPECT_TRUE(Write(0));
  EXPECT_EQ(other_.thread, 1u);
}

TEST_F(RaceDetectorTest, AReleaseOrdersWhatCameBefore) {
  Write(a_);
  Release(a_);
  Acquire(b_);
  EXPECT_FALSE(Write(b_));
}

TEST_F(RaceDetectorTest, AReleaseDoesNotOrderWhatComesAfter) {
  Release(a_);
  Write(a_);
  Acquire(b_);
  EXPECT_TRUE(Write(b_));
}

TEST_F(RaceDetectorTest, AUnitIsKnownInTheEpochOfItsAccess) {
  EXPECT_FALSE(Knows(a_, 0, 8, false));
  Read(a_);
  EXPECT_TRUE(Knows(a_, 0, 8, false));
  EXPECT_TRUE(Knows(a_, 6, 2, false));
  EXPECT_FALSE(Knows(a_, 0, 8, true));   // A write says more.
  EXPECT_FALSE(Knows(a_, 6, 4, false));  // Of the next unit nothing is known.
  EXPECT_FALSE(Knows(b_, 0, 8, false));
  Write(a_);
  EXPECT_TRUE(Knows(a_, 0, 8, true));
  EXPECT_TRUE(Knows(a_, 0, 8, false));
  Release(a_);
  EXPECT_FALSE(Knows(a_, 0, 8, true));
}

TEST_F(RaceDetectorTest, AUnitIsNotKnownByAPartOrAnAtomicAccess) {
  Write(a_, 0, 4);
  EXPECT_FALSE(Knows(a_, 0, 4, true));
  EXPECT_FALSE(Knows(a_, 4, 4, true));
  Look(a_, 8, 8, true, /*is_atomic=*/true);
  EXPECT_FALSE(Knows(a_, 8, 8, true));
}

TEST_F(RaceDetectorTest, AUnitIsNotKnownAfterItWasForgotten) {
  Write(a_);
  races.Forget(address(), 8);
  EXPECT_FALSE(Knows(a_, 0, 8, true));
}

TEST_F(RaceDetectorTest, OtherBytesOfAUnitDoNotRace) {
  Write(a_, 0, 4);
  EXPECT_FALSE(Write(b_, 4, 4));
  EXPECT_FALSE(Write(a_, 0, 4));
  EXPECT_TRUE(Read(a_, 7, 1));
  EXPECT_EQ(other_.address, address() + 7);
}

TEST_F(RaceDetectorTest, BytesKeepTheirOwnTimes) {
  Write(a_, 0, 1);
  Release(a_);
  Write(a_, 1, 1);
  Acquire(b_);
  EXPECT_FALSE(Read(b_, 0, 1));
  EXPECT_TRUE(Read(b_, 1, 1));
}

TEST_F(RaceDetectorTest, AWriteOfAWholeUnitJoinsItsBytesAgain) {
  Write(a_, 0, 1);
  Release(a_);
  Write(a_, 1, 1);
  Write(a_, 0, 8);
  EXPECT_TRUE(Read(b_, 5, 1));
}

TEST_F(RaceDetectorTest, AnAccessMaySpanUnits) {
  Write(a_, 16, 4);
  EXPECT_TRUE(Read(b_, 12, 8));
  EXPECT_EQ(other_.address, address() + 16);
}

TEST_F(RaceDetectorTest, AtomicsRaceWithPlainAccessesOnly) {
  Look(a_, 0, 4, true, true);
  EXPECT_FALSE(Look(b_, 0, 4, true, true));
  EXPECT_FALSE(Look(a_, 0, 4, false, true));
  EXPECT_TRUE(Look(a_, 0, 4, false, false));
  EXPECT_TRUE(other_.is_atomic);
}

TEST_F(RaceDetectorTest, ForgottenMemoryIsNew) {
  Write(a_);
  races.Forget(address(), 8);
  EXPECT_FALSE(Write(b_));
}

TEST_F(RaceDetectorTest, AThreadIsOrderedAfterItsStart) {
  Write(a_);
  uint32_t c = races.ThreadStarts(3);
  EXPECT_FALSE(Write(c));
}

TEST_F(RaceDetectorTest, ItsStartDoesNotOrderWhatTheParentDoesNext) {
  races.Switch(a_);
  uint32_t c = races.ThreadStarts(3);
  Write(a_);
  EXPECT_TRUE(Write(c));
}

TEST_F(RaceDetectorTest, AJoinOrdersAllThatTheThreadDid) {
  Write(a_);
  races.ThreadEnds();
  races.Switch(b_);
  races.ThreadJoined(a_);
  EXPECT_FALSE(Write(b_));
}

TEST_F(RaceDetectorTest, RestsWhenEverybodyElseIsJoined) {
  Write(a_);
  races.ThreadEnds();
  Write(b_, 8);
  races.ThreadEnds();
  races.Switch(0);
  races.ThreadJoined(a_);
  EXPECT_TRUE(races.active());
  races.ThreadJoined(b_);
  EXPECT_FALSE(races.active());
}

TEST_F(RaceDetectorTest, AnotherRunDoesNotSeeTheLastOne) {
  Write(a_, 0, 8);
  Read(a_, 8, 8);
  Read(b_, 8, 8);
  Write(a_, 16, 1);
  Release(a_);
  Write(a_, 17, 1);
  races.EndRun();
  Begin();
  EXPECT_FALSE(Write(b_, 0, 8));
  EXPECT_FALSE(Write(b_, 8, 8));
  EXPECT_FALSE(Write(b_, 16, 8));
  // Nor do its releases order anything.
  Write(a_, 24);
  Acquire(b_);
  EXPECT_TRUE(Write(b_, 24));
}

TEST_F(RaceDetectorTest, AStoreOfAnotherThreadEndsAReleaseSequence) {
  Write(a_);
  races.AtomicStore(address() + 32, 4, MemoryOrder::kRelease);
  races.Switch(0);
  races.AtomicStore(address() + 32, 4, MemoryOrder::kRelaxed);
  races.Switch(b_);
  races.AtomicLoad(address() + 32, 4, MemoryOrder::kAcquire);
  EXPECT_TRUE(Read(b_));
}

TEST_F(RaceDetectorTest, ALoadOfTwoAtomicsAcquiresBoth) {
  Write(a_);
  races.AtomicModify(address() + 36, 4, MemoryOrder::kRelease);
  races.Switch(b_);
  races.AtomicLoad(address() + 32, 8, MemoryOrder::kAcquire);
  EXPECT_FALSE(Read(b_));
}

TEST_F(RaceDetectorTest, NeighbouringAtomicsDoNotShareTheirClocks) {
  Write(a_);
  races.AtomicStore(address() + 32, 1, MemoryOrder::kRelease);
  races.Switch(0);
  races.AtomicStore(address() + 33, 1, MemoryOrder::kRelease);
  races.Switch(b_);
  races.AtomicLoad(address() + 32, 1, MemoryOrder::kAcquire);
  EXPECT_FALSE(Read(b_));
}

TEST_F(RaceDetectorTest, ManyThreadsOneAfterTheOtherFindRaces) {
  for (uint32_t i = 3; i < 2000; ++i) {
    races.Switch(0);
    uint32_t slot = races.ThreadStarts(i);
    races.Switch(slot);
    races.ThreadEnds();
    races.Switch(0);
    races.ThreadJoined(slot);
    races.ThreadForgotten(slot);
  }
  Write(a_);
  EXPECT_TRUE(Write(b_));
}

}  // namespace
}  // namespace detsim::runtime
