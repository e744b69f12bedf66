#include "runtime/sched/race_reports.h"

#include <link.h>

#include <algorithm>
#include <utility>

#include "runtime/sched/scheduler.h"

namespace detsim::runtime {

constinit bool races_watch_places = false;

namespace {

struct Watched {
  RaceWatch watch;
  uint32_t thread;
  Backtrace stack;
};

MappedArray<Race> found;
MappedArray<Watched> watched;
// By slot of the pool of stacks: the lowest address that was accessed.
MappedArray<uintptr_t> stack_lows;

// Thread-local memory of the one OS thread that all threads of a run share, of
// each module: errno and whatever else precompiled code has of the kind. Each
// thread has its own on a real system; thread_local of rewritten code is
// elsewhere (task_local.h).
struct AddressRange {
  uintptr_t begin;
  uintptr_t end;
};
constexpr size_t kModulesMax = 256;
MappedArray<AddressRange> thread_locals;

int AddThreadLocals(dl_phdr_info* module, size_t, void*) {
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr) & part = module->dlpi_phdr[i];
    if (part.p_type != PT_TLS || module->dlpi_tls_data == nullptr) continue;
    auto begin = reinterpret_cast<uintptr_t>(module->dlpi_tls_data);
    thread_locals.push_back({begin, begin + part.p_memsz});
  }
  return 0;
}

bool IsThreadLocal(uintptr_t address) {
  for (const AddressRange& range : thread_locals) {
    if (address >= range.begin && address < range.end) return true;
  }
  return false;
}

Backtrace StackFrom(uint64_t pc) {
  Backtrace trace =
      WalkFrames(scheduler.current()->stack,
                 reinterpret_cast<uintptr_t>(__builtin_frame_address(0)), 0);
  DropFramesInside(pc, &trace);
  return trace;
}

bool IsOnStack(const Stack& stack, uintptr_t address) {
  return address >= reinterpret_cast<uintptr_t>(stack.low) &&
         address < reinterpret_cast<uintptr_t>(stack.high);
}

int32_t ThreadOfStack(uintptr_t address) {
  for (const ThreadRecord& thread : scheduler.threads()) {
    if (thread.task != nullptr && thread.task->state != TaskState::kFinished &&
        IsOnStack(thread.task->stack, address)) {
      return static_cast<int32_t>(thread.task->index);
    }
  }
  return -1;
}

void NoteStackUse(uintptr_t address) {
  uint32_t slot = StackSlotOf(address);
  if (slot == kNoStackSlot) return;
  uintptr_t& low = stack_lows[slot];
  if (low == 0 || address < low) low = address;
}

void KeepWatchedStack(const Access& access) {
  for (Watched& entry : watched) {
    if (entry.watch.pc != access.pc ||
        entry.watch.address / kUnitBytes >
            (access.address + access.size - 1) / kUnitBytes ||
        entry.watch.address / kUnitBytes < access.address / kUnitBytes) {
      continue;
    }
    entry.thread = scheduler.current()->index;
    entry.stack = StackFrom(access.pc);
  }
}

void KeepRace(const Access& access, const OtherAccess& other) {
  if (IsThreadLocal(other.address)) return;
  for (const Race& race : found) {
    if (race.later.pc == access.pc && race.earlier.pc == other.pc) return;
  }
  if (found.full()) return;
  Race race;
  race.address = other.address;
  race.size = static_cast<uint32_t>(access.size);
  race.stack_of = ThreadOfStack(other.address);
  race.later = {.pc = access.pc,
                .thread = scheduler.current()->index,
                .is_write = access.is_write,
                .is_atomic = access.is_atomic,
                .stack = StackFrom(access.pc)};
  race.earlier = {.pc = other.pc,
                  .thread = other.thread,
                  .is_write = other.is_write,
                  .is_atomic = other.is_atomic,
                  .stack = {}};
  for (const Watched& entry : watched) {
    if (entry.watch.pc == other.pc && entry.thread == other.thread &&
        entry.watch.address / kUnitBytes == other.address / kUnitBytes) {
      race.earlier.stack = entry.stack;
    }
  }
  found.push_back(race);
}

}  // namespace

void PrepareRaces() {
  races.Map();
  found.Map(kRacesMax);
  watched.Map(kRaceWatchesMax);
  stack_lows.Map(kStacksMax);
  thread_locals.Map(kModulesMax);
  if (thread_locals.size() == 0) dl_iterate_phdr(&AddThreadLocals, nullptr);
}

void ForgetRaces(const RaceWatch* watches, uint64_t watch_count) {
  found.clear();
  watched.clear();
  for (uint64_t i = 0; i < watch_count; ++i) {
    watched.push_back({watches[i], ~uint32_t{0}, {}});
  }
  races_watch_places = watch_count != 0;
}

void NoteAccess(const Access& access) {
  NoteStackUse(access.address);
  OtherAccess other;
  if (races.Look(access, &other)) KeepRace(access, other);
  if (races_watch_places) KeepWatchedStack(access);
}

void NoteAtomicLoad(const Access& access, MemoryOrder order) {
  races.AtomicLoad(access.address, access.size, order);
  NoteAccess(access);
}

void NoteAtomicStore(const Access& access, MemoryOrder order) {
  NoteAccess(access);
  races.AtomicStore(access.address, access.size, order);
}

void NoteAtomicModification(const Access& access, MemoryOrder order) {
  races.AtomicLoad(access.address, access.size, order);
  NoteAccess(access);
  races.AtomicModify(access.address, access.size, order);
}

void ForgetStack() {
  if (!races.enabled()) return;
  const Stack& stack = scheduler.current()->stack;
  uintptr_t low = std::exchange(stack_lows[stack.slot], 0);
  auto high = reinterpret_cast<uintptr_t>(stack.high);
  if (low != 0 && low < high) races.Forget(low, high - low);
}

const Race* Races(uint32_t* count) {
  *count = static_cast<uint32_t>(found.size());
  return found.data();
}

}  // namespace detsim::runtime
