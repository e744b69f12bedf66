// random_device and the C generator; engines and distributions stay.
#include <cstdlib>
#include <random>

int Draw() {
  std::random_device device;
  std::mt19937 engine(std::random_device{}());
  std::uniform_int_distribution<int> dice(1, 6);
  std::srand(device());
  srand(1);
  return dice(engine) + std::rand() + rand();
}
