// flags: -std=c++17
// run
// A library of the system that has only headers: it comes into the scope.
#include <asio.hpp>
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> count{0};
  asio::thread_pool pool(2);
  asio::post(pool, [&] { ++count; });
  pool.join();
  asio::io_context context;
  std::thread runner([&] { context.run(); });
  runner.join();
  return count.load() - 1;
}
