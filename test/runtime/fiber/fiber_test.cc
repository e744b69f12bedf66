#include "runtime/fiber/fiber.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace detsim::runtime {
namespace {

constexpr size_t kBytes = 256 * 1024;

// A fiber on a stack of its own, and the stack that it switches back to.
class FiberTest : public testing::Test {
 protected:
  FiberTest() : memory_(kBytes) {}

  // `skew`: how far the given top is from a page's end.
  void Start(void (*entry)(void*), size_t skew = 0) {
    fiber_sp_ = MakeFiber(memory_.data() + memory_.size() - skew, entry, this);
  }
  void Resume() { detsim_switch_fiber(&host_sp_, fiber_sp_); }
  void Suspend() { detsim_switch_fiber(&fiber_sp_, host_sp_); }

  std::vector<char> memory_;
  void* fiber_sp_ = nullptr;
  void* host_sp_ = nullptr;
  std::string log_;
  uintptr_t seen_ = 0;
};

struct Access : FiberTest {
  void TestBody() override {}
  using FiberTest::log_;
  using FiberTest::seen_;
  using FiberTest::Suspend;
};

Access* Of(void* test) { return static_cast<Access*>(test); }

TEST_F(FiberTest, TheEntryGetsItsArgument) {
  Start([](void* test) {
    Of(test)->log_ += "in ";
    Of(test)->Suspend();
  });
  Resume();
  log_ += "out";
  EXPECT_EQ(log_, "in out");
}

TEST_F(FiberTest, ControlGoesBackAndForth) {
  Start([](void* test) {
    for (;;) {
      Of(test)->log_ += "f";
      Of(test)->Suspend();
    }
  });
  for (int i = 0; i < 3; ++i) {
    log_ += "h";
    Resume();
  }
  EXPECT_EQ(log_, "hfhfhf");
}

// Where the entry's frame is: at a call, the stack is 16-aligned, so that the
// frame pointer pushed after the return address is as well.
void NoteFrame(void* test) {
  Of(test)->seen_ = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  Of(test)->Suspend();
  asm volatile("");  // Not a tail call: the frame stays.
}

TEST_F(FiberTest, TheStackIsAlignedAtEntry) {
  Start(&NoteFrame);
  Resume();
  EXPECT_EQ(seen_ % 16, 0u);
}

TEST_F(FiberTest, TheStackIsAlignedWhateverTheTop) {
  Start(&NoteFrame, 8);
  Resume();
  EXPECT_EQ(seen_ % 16, 0u);
}

TEST_F(FiberTest, TheEntryIsWithinTheStack) {
  Start(&NoteFrame);
  Resume();
  auto low = reinterpret_cast<uintptr_t>(memory_.data());
  EXPECT_GT(seen_, low + kBytes - 256);
  EXPECT_LT(seen_, low + kBytes);
}

// Fills the callee-saved registers, switches away and returns how many of
// them came back different.
__attribute__((noinline)) int SwitchWithFullRegisters(void** save_sp,
                                                      void* to_sp,
                                                      uint64_t value) {
  int different = 0;
  asm volatile(
      R"(
      subq  $128, %%rsp  # The red zone.
      pushq %%rbp
      movq  %[value], %%rbx
      leaq  1(%%rbx), %%r12
      leaq  2(%%rbx), %%r13
      leaq  3(%%rbx), %%r14
      leaq  4(%%rbx), %%r15
      leaq  5(%%rbx), %%rbp
      pushq %[value]
      call  detsim_switch_fiber
      popq  %%rdx
      xorl  %%eax, %%eax
      xorl  %%ecx, %%ecx
      cmpq  %%rdx, %%rbx
      setne %%cl
      addl  %%ecx, %%eax
      subq  $1, %%r12
      cmpq  %%rdx, %%r12
      setne %%cl
      addl  %%ecx, %%eax
      subq  $2, %%r13
      cmpq  %%rdx, %%r13
      setne %%cl
      addl  %%ecx, %%eax
      subq  $3, %%r14
      cmpq  %%rdx, %%r14
      setne %%cl
      addl  %%ecx, %%eax
      subq  $4, %%r15
      cmpq  %%rdx, %%r15
      setne %%cl
      addl  %%ecx, %%eax
      subq  $5, %%rbp
      cmpq  %%rdx, %%rbp
      setne %%cl
      addl  %%ecx, %%eax
      popq  %%rbp
      addq  $128, %%rsp
      )"
      : "=&a"(different), "+D"(save_sp), "+S"(to_sp), [value] "+d"(value)
      :
      : "rbx", "rcx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
        "cc", "memory");
  return different;
}

struct Registers : Access {
  static void Run(void* test) {
    auto* me = static_cast<Registers*>(test);
    for (uint64_t value = 0x1000;; value += 0x1000) {
      me->seen_ += static_cast<uintptr_t>(
          SwitchWithFullRegisters(&me->fiber_sp_, me->host_sp_, value));
    }
  }
  void** host() { return &host_sp_; }
  void* fiber() { return fiber_sp_; }
  using FiberTest::Start;
};

TEST(FiberRegisterTest, ASwitchKeepsTheCalleeSavedRegisters) {
  Registers registers;
  registers.Start(&Registers::Run);
  for (uint64_t value = 1; value < 100; ++value) {
    ASSERT_EQ(SwitchWithFullRegisters(registers.host(), registers.fiber(),
                                      value << 20),
              0);
  }
  EXPECT_EQ(registers.seen_, 0u);
}

// How the SSE and the x87 unit round: their control words are apart.
struct Rounding {
  bool sse_up = false;
  bool x87_up = false;
  friend bool operator==(const Rounding&, const Rounding&) = default;
};
constexpr Rounding kUp = {true, true};
constexpr Rounding kNotUp = {false, false};

Rounding CurrentRounding() {
  volatile double one = 1.0;
  volatile double tiny = 1e-30;
  volatile long double long_one = 1.0L;
  volatile long double long_tiny = 1e-30L;
  volatile double sse = one + tiny;
  volatile long double x87 = long_one + long_tiny;
  return {sse > 1.0, x87 > 1.0L};
}

TEST_F(FiberTest, ASwitchKeepsTheControlWords) {
  Start([](void* test) {
    // A new fiber has the default, not what its maker had.
    Of(test)->seen_ += CurrentRounding() == kNotUp ? 1u : 0u;
    Of(test)->Suspend();
    std::fesetround(FE_UPWARD);
    Of(test)->Suspend();
    Of(test)->seen_ += CurrentRounding() == kUp ? 10u : 0u;
    Of(test)->Suspend();
  });
  std::fesetround(FE_UPWARD);
  Resume();
  EXPECT_EQ(CurrentRounding(), kUp);
  std::fesetround(FE_TONEAREST);
  Resume();
  EXPECT_EQ(CurrentRounding(), kNotUp);
  Resume();
  EXPECT_EQ(CurrentRounding(), kNotUp);
  EXPECT_EQ(seen_, 11u);
}

TEST_F(FiberTest, AFiberMayUseFloatingPointOnAFreshStack) {
  // printf of a double saves vector registers with aligned moves.
  Start([](void* test) {
    char text[64];
    snprintf(text, sizeof text, "%.3f %.1Lf", 1.25, 2.5L);
    Of(test)->log_ = text;
    Of(test)->Suspend();
  });
  Resume();
  EXPECT_EQ(log_, "1.250 2.5");
}

TEST_F(FiberTest, AnExceptionStaysOnItsFiber) {
  Start([](void* test) {
    try {
      Of(test)->Suspend();
      throw std::string("thrown");
    } catch (const std::string& text) {
      Of(test)->log_ += text;
    }
    Of(test)->Suspend();
  });
  Resume();
  Resume();
  EXPECT_EQ(log_, "thrown");
}

TEST_F(FiberTest, TheSavedFramePointerIsThatOfWhoSwitched) {
  Start(&NoteFrame);
  Resume();
  // NoteFrame has a frame, Suspend may be inlined or not: walking up from the
  // saved frame pointer meets NoteFrame's.
  void* pc = nullptr;
  auto* frame = static_cast<void**>(SavedFramePointer(fiber_sp_, &pc));
  EXPECT_NE(pc, nullptr);
  int depth = 0;
  while (reinterpret_cast<uintptr_t>(frame) != seen_ && depth < 3) {
    ASSERT_NE(frame, nullptr);
    frame = static_cast<void**>(*frame);
    ++depth;
  }
  EXPECT_EQ(reinterpret_cast<uintptr_t>(frame), seen_);
}

}  // namespace
}  // namespace detsim::runtime
