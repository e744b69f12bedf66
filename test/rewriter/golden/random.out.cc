// random_device and the C generator; engines and distributions stay.
#include <cstdlib>
#include <random>

int Draw() {
  detsim::random_device device;
  std::mt19937 engine(detsim::random_device{}());
  std::uniform_int_distribution<int> dice(1, 6);
  detsim_srand(device());
  detsim_srand(1);
  return dice(engine) + detsim_rand() + detsim_rand();
}
