// Clocks move; durations and time points do not.
#include <chrono>
#include <ctime>

using namespace std::chrono_literals;

detsim::chrono::steady_clock::time_point start = detsim::chrono::steady_clock::now();
std::chrono::time_point<detsim::chrono::system_clock> stamp;
detsim::chrono::high_resolution_clock::duration elapsed = 5ms;
std::chrono::time_point<detsim::chrono::steady_clock, std::chrono::milliseconds>
    rounded = std::chrono::time_point_cast<std::chrono::milliseconds>(start);

template <class ClockType = detsim::chrono::steady_clock>
typename ClockType::time_point Now() {
  return ClockType::now();
}

std::time_t Seconds() {
  auto now = Now<detsim::chrono::system_clock>();
  stamp = detsim::chrono::system_clock::from_time_t(7);
  return detsim::chrono::system_clock::to_time_t(now) +
         std::chrono::duration_cast<std::chrono::seconds>(
             Now<>().time_since_epoch())
             .count();
}
