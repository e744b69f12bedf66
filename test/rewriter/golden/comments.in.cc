// Comments and blanks inside a name go with it; a line may be kept.
#include <mutex>
#include <thread>

std /* why */ ::mutex commented;
std::
    mutex split_over_lines;
::std::mutex from_the_root;
std :: mutex spaced;
std::mutex kept;  // detsim: keep
std::mutex moved;  // keep
void F() {
  std::this_thread::yield();  // detsim: keep: it measures the real thing
  std::this_thread::yield();
}
