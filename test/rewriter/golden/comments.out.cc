// Comments and blanks inside a name go with it; a line may be kept.
#include <mutex>
#include <thread>

detsim::mutex commented;
detsim::mutex
 split_over_lines;
detsim::mutex from_the_root;
detsim::mutex spaced;
std::mutex kept;  // detsim: keep
detsim::mutex moved;  // keep
void F() {
  std::this_thread::yield();  // detsim: keep: it measures the real thing
  detsim::this_thread::yield();
}
