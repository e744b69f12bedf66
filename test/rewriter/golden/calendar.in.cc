// flags: -std=c++20
// Calendar types take the time points of the clocks.
#include <chrono>


bool Use() {
  using namespace std::chrono;
  const year_month_day today{floor<days>(system_clock::now())};
  const sys_days day = floor<days>(std::chrono::system_clock::now());
  const hh_mm_ss time{system_clock::now() - day};
  system_clock::time_point new_year = sys_days{today.year() / 1 / 1};
  std::chrono::time_point<std::chrono::steady_clock> start =
      std::chrono::steady_clock::now();
  return new_year <= day && time.hours() < hours(24) &&
         start < steady_clock::now() && std::chrono::file_clock::now() > file_time<days>{};
}
