// Compiled twice; DETSIM_BUILD is the name of the functions' table.
#include "test/instrument/accesses.h"

#include <string.h>

namespace detsim::instrument {
namespace {

int64_t AddUp(Shared* shared, int64_t factor) {
  for (int i = 1; i < 24; ++i) {
    shared->numbers[i] += shared->numbers[i - 1] * factor;
    shared->sum += shared->numbers[i] & 0xff;
  }
  int64_t copy[24];
  memcpy(copy, shared->numbers, sizeof copy);
  int64_t total = 0;
  for (int64_t number : copy) total ^= number;
  return total;
}

int64_t Walk(Shared* shared, int32_t add) {
  int64_t total = 0;
  for (Node* node = shared->list; node != nullptr; node = node->next) {
    node->value += add;
    node->small = static_cast<int16_t>(node->small + node->value);
    node->tiny ^= static_cast<int8_t>(node->small);
    node->real = node->real * 0.5 + node->tiny;
    if (node->next != nullptr && node->next->next != nullptr)
      total += node->next->next->value;
    total += node->tiny + static_cast<int64_t>(node->real);
  }
  return total;
}

int64_t Call(Shared* shared, void (*pause)(int32_t turn)) {
  int64_t caught = 0;
  for (int i = 0; i < 4; ++i) {
    int32_t turn = ++shared->turns;
    try {
      shared->sum += turn;
      pause(turn);
      shared->numbers[0] += turn;
      shared->numbers[1] += shared->numbers[0];
    } catch (int number) {
      shared->numbers[2] += number;
      ++caught;
    }
    shared->sum -= shared->numbers[i];
  }
  return caught * 1000 + shared->sum % 1000;
}

int64_t Descend(Shared* shared, int32_t depth) {
  if (depth == 0) return shared->sum;
  const int64_t seen = shared->numbers[depth];
  switch (seen & 3) {
    case 0:
      shared->numbers[depth] = seen + 1;
      return Descend(shared, depth - 1) + seen;
    case 1:
      if (shared->sum > 100) return seen;
      shared->sum += 3;
      [[fallthrough]];
    default:
      shared->numbers[depth] = seen - shared->numbers[depth - 1];
  }
  const int64_t below = Descend(shared, depth - 1);
  shared->numbers[depth] ^= below;
  return below + shared->numbers[depth];
}

int64_t counter = 0;

int64_t Count(int32_t times) {
  for (int32_t i = 0; i < times; ++i) {
    ++counter;
    if (counter % 3 == 0) counter += 2;
  }
  return counter;
}

}  // namespace

const Functions DETSIM_BUILD = {.name = __FILE__,
                                .add_up = AddUp,
                                .walk = Walk,
                                .call = Call,
                                .descend = Descend,
                                .count = Count,
                                .counter = &counter};

}  // namespace detsim::instrument
