// The shadow of plain and atomic accesses; see race_detector.h.
#include <algorithm>

#include "runtime/race/race_detector.h"

namespace detsim::runtime {
namespace {

bool IsSplit(Stamp write) { return SlotOf(write) == kSplitSlot; }
bool IsShared(Stamp read) { return SlotOf(read) == kSharedSlot; }

// `count` bytes from `first` on, of a unit.
Stamp BytesFrom(uintptr_t first, size_t count) {
  return ((Stamp{1} << count) - 1) << first;
}

}  // namespace

bool RaceDetector::Ordered(Stamp stamp) const {
  Clock clock = ClockOf(stamp);
  uint32_t slot = SlotOf(stamp);
  return slot == current_->slot || clock <= current_->clocks[slot] ||
         clock <= first_clock_;
}

// The same thread has said the same, or more, since its last release.
bool RaceDetector::Covers(const Access& access, Stamp bytes,
                          const AccessCell& cell) const {
  Stamp mine = current_->stamp | (access.is_atomic ? kStampAtomic : 0);
  if (SameEpoch(cell.write, mine) && (bytes & ~cell.write) == 0) return true;
  return !access.is_write && SameEpoch(cell.read, mine) &&
         (bytes & ~cell.read) == 0;
}

bool RaceDetector::Look(const Access& access, OtherAccess* other) {
  other->pc = 0;
  uintptr_t address = access.address;
  size_t left = access.size;
  while (left > 0 && active_) {
    uintptr_t first = address % kUnitBytes;
    size_t here = std::min<size_t>(left, kUnitBytes - first);
    Stamp bytes = BytesFrom(first, here);
    AccessCell* cell = shadow_.CellOf(address);
    if (cell == nullptr) return false;
    if (!Covers(access, bytes, *cell)) {
      LookAtUnit({.cell = cell,
                  .places = shadow_.PlacesOf(address),
                  .bytes = bytes,
                  .access = &access,
                  .other = other,
                  .address = address - first});
    }
    address += here;
    left -= here;
  }
  return other->pc != 0;
}

void RaceDetector::LookAtUnit(const Piece& piece) {
  AccessCell* cell = piece.cell;
  if (IsSplit(cell->write)) {
    if (SplitUnit* unit = Split(cell->write)) {
      LookAtBytes(piece, unit);
      return;
    }
    *cell = {};
  }
  LookAtPiece(piece);
}

void RaceDetector::LookAtBytes(const Piece& piece, SplitUnit* unit) {
  for (uintptr_t i = 0; i < kUnitBytes; ++i) {
    if ((piece.bytes >> i & 1) == 0) continue;
    if (Covers(*piece.access, 1, unit->cells[i])) continue;
    LookAtPiece({.cell = &unit->cells[i],
                 .places = &unit->places[i],
                 .bytes = 1,
                 .access = piece.access,
                 .other = piece.other,
                 .address = piece.address + i});
  }
  // All bytes have one story again.
  if (piece.access->is_write && piece.bytes == kStampBytes) {
    *piece.cell = {unit->cells[0].write | kStampBytes, 0};
    *piece.places = unit->places[0];
  }
}

void RaceDetector::LookAtPiece(const Piece& piece) {
  AccessCell* cell = piece.cell;
  if (!Lasts(cell->write)) cell->write = 0;
  if (IsShared(cell->read) ? Shared(cell->read) == nullptr
                           : !Lasts(cell->read)) {
    cell->read = 0;
  }
  FindConflicts(piece);
  if (piece.access->is_write) {
    Write(piece, current_->stamp |
                     (piece.access->is_atomic ? kStampAtomic : Stamp{0}));
  } else if (!piece.access->is_atomic) {
    // An atomic load conflicts with plain stores only; that it is not recorded
    // loses the races with stores that come later.
    Read(piece, current_->stamp);
  }
}

// ---- Recording ----

void RaceDetector::Write(const Piece& piece, Stamp mine) {
  AccessCell* cell = piece.cell;
  Stamp others = BytesOf(cell->write) & ~piece.bytes;
  bool joins =
      SameEpoch(cell->write, mine) && piece.places->write == piece.access->pc;
  if (others != 0 && !joins) {
    if (SplitUnit* unit = SplitNow(piece)) LookAtBytes(piece, unit);
    return;
  }
  cell->write = mine | piece.bytes | others;
  piece.places->write = piece.access->pc;
  cell->read &= ~piece.bytes;
  if (BytesOf(cell->read) == 0) cell->read = 0;
}

void RaceDetector::Read(const Piece& piece, Stamp mine) {
  AccessCell* cell = piece.cell;
  const Stamp read = cell->read;
  const uint64_t pc = piece.access->pc;
  const Stamp others = BytesOf(read) & ~piece.bytes;
  if (IsShared(read)) {
    SharedRead* shared = Shared(read);
    if (BytesOf(read) == piece.bytes) {
      if (!GrowShared(shared, current_->slot)) return;
      shared->clocks[current_->slot] = ClockOf(mine);
      shared->places[current_->slot] = pc;
      return;
    }
  } else if (others == 0 ? Ordered(read)
                         : SameEpoch(read, mine) && piece.places->read == pc) {
    cell->read = mine | piece.bytes | others;
    piece.places->read = pc;
    return;
  } else if (BytesOf(read) == piece.bytes) {
    cell->read = ShareRead(read, piece.places->read);
    if (cell->read != 0) Read(piece, mine);
    return;
  }
  if (SplitUnit* unit = SplitNow(piece)) LookAtBytes(piece, unit);
}

RaceDetector::SplitUnit* RaceDetector::Split(Stamp stamp) {
  uint64_t number = ClockOf(stamp);
  return number <= first_split_unit_
             ? nullptr
             : &split_units_[number - first_split_unit_ - 1];
}

RaceDetector::SharedRead* RaceDetector::Shared(Stamp stamp) {
  uint64_t number = ClockOf(stamp);
  return number <= first_shared_read_
             ? nullptr
             : &shared_reads_[number - first_shared_read_ - 1];
}

RaceDetector::SplitUnit* RaceDetector::SplitNow(const Piece& piece) {
  if (split_units_.full()) {
    GiveUp();
    return nullptr;
  }
  uint64_t number = ++lasting_[0].split_units;
  split_units_.resize(number - first_split_unit_);
  SplitUnit* unit = Split(MakeStamp(number, kSplitSlot));
  const AccessCell cell = *piece.cell;
  for (uintptr_t i = 0; i < kUnitBytes; ++i) {
    auto of_byte = [i](Stamp stamp) {
      return (stamp >> i & 1) == 0 ? Stamp{0} : (stamp & ~kStampBytes) | 1;
    };
    Stamp read = of_byte(cell.read);
    unit->cells[i] = {of_byte(cell.write),
                      read != 0 && IsShared(read) ? CopyShared(read) : read};
    unit->places[i] = *piece.places;
  }
  *piece.cell = {MakeStamp(number, kSplitSlot) | kStampBytes, 0};
  return active_ ? unit : nullptr;
}

// ---- Parallel reads ----

// A record that has `read`, of whoever made it, alone.
Stamp RaceDetector::ShareRead(Stamp read, uint64_t place) {
  if (shared_reads_.full()) {
    GiveUp();
    return 0;
  }
  uint64_t number = ++lasting_[0].shared_reads;
  shared_reads_.resize(number - first_shared_read_);
  Stamp stamp = MakeStamp(number, kSharedSlot) | BytesOf(read);
  SharedRead* shared = Shared(stamp);
  *shared = {};
  if (!GrowShared(shared, SlotOf(read))) return 0;
  shared->clocks[SlotOf(read)] = ClockOf(read);
  shared->places[SlotOf(read)] = place;
  return stamp;
}

Stamp RaceDetector::CopyShared(Stamp read) {
  const SharedRead from = *Shared(read);
  Stamp copy = 0;
  for (uint32_t slot = 0; slot < from.size; ++slot) {
    if (from.clocks[slot] == 0) continue;
    if (copy == 0) {
      copy = ShareRead(MakeStamp(from.clocks[slot], slot) | BytesOf(read),
                       from.places[slot]);
      if (copy == 0) return 0;
    } else if (GrowShared(Shared(copy), slot)) {
      Shared(copy)->clocks[slot] = from.clocks[slot];
      Shared(copy)->places[slot] = from.places[slot];
    }
  }
  return copy;
}

bool RaceDetector::GrowShared(SharedRead* shared, uint32_t slot) {
  if (slot < shared->size) return true;
  uint32_t size = std::max<uint32_t>(8, static_cast<uint32_t>(threads_.size()));
  Clock* clocks = arena_.Allocate(2 * size);
  if (clocks == nullptr) {
    GiveUp();
    return false;
  }
  uint64_t* places = clocks + size;
  memset(clocks, 0, 2 * size * sizeof *clocks);
  std::copy(shared->clocks, shared->clocks + shared->size, clocks);
  std::copy(shared->places, shared->places + shared->size, places);
  *shared = {clocks, places, size};
  return true;
}

// ---- Conflicts ----

void RaceDetector::FindConflicts(const Piece& piece) {
  const AccessCell& cell = *piece.cell;
  if ((BytesOf(cell.write) & piece.bytes) != 0 &&
      !(piece.access->is_atomic && IsAtomic(cell.write)) &&
      !Ordered(cell.write)) {
    Found(piece, cell.write, piece.places->write, true);
  }
  if (!piece.access->is_write || (BytesOf(cell.read) & piece.bytes) == 0) {
    return;
  }
  if (IsShared(cell.read)) {
    FindReaders(piece);
  } else if (!Ordered(cell.read)) {
    Found(piece, cell.read, piece.places->read, false);
  }
}

void RaceDetector::FindReaders(const Piece& piece) {
  const SharedRead& shared = *Shared(piece.cell->read);
  for (uint32_t slot = 0; slot < shared.size; ++slot) {
    Stamp read =
        MakeStamp(shared.clocks[slot], slot) | BytesOf(piece.cell->read);
    if (shared.clocks[slot] != 0 && !Ordered(read)) {
      Found(piece, read, shared.places[slot], false);
    }
  }
}

void RaceDetector::Found(const Piece& piece, Stamp other, uint64_t pc,
                         bool is_write) {
  if (piece.other->pc != 0) return;
  auto first =
      static_cast<uintptr_t>(__builtin_ctzll(BytesOf(other) & piece.bytes));
  *piece.other = {.address = piece.address + first,
                  .pc = pc,
                  .thread = threads_[SlotOf(other)].index,
                  .is_write = is_write,
                  .is_atomic = IsAtomic(other)};
}

}  // namespace detsim::runtime
