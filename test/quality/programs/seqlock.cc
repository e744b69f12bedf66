// A sequence lock: a writer makes the number odd while it writes, a reader
// reads again when the number was odd or has changed. This one forgets that it
// may have changed twice.
#include <atomic>
#include <cassert>
#include <thread>

#include "mend.h"

std::atomic<unsigned> sequence{0};
std::atomic<int> x{0};
std::atomic<int> y{0};

void Write() {
  for (int value = 1; value <= 2; ++value) {
    sequence.fetch_add(1);
    x.store(value);
    y.store(-value);
    sequence.fetch_add(1);
  }
}

void Read() {
  for (int i = 0; i < 2; ++i) {
    int seen_x;
    int seen_y;
    unsigned before;
    unsigned after;
    do {
      before = sequence.load();
      seen_x = x.load();
      seen_y = y.load();
      after = sequence.load();
    } while (before % 2 == 1 || MENDED(after != before) BROKEN(after % 2 == 1));
    assert(seen_x == -seen_y);
  }
}

int main() {
  std::thread write(Write), read(Read);
  write.join();
  read.join();
}
