// A counter that many threads add to and that is seldom read.
#ifndef COUNTERS_COUNTER_H_
#define COUNTERS_COUNTER_H_

#include <array>
#include <cstddef>

namespace counters {

// Thread-safe. Each thread adds to a stripe of its own, so that they do not
// fight for one cache line.
class Counter {
 public:
  void Add(long amount = 1);

  // Exact once the threads that add have ended.
  long value() const;

 private:
  static constexpr std::size_t kStripes = 4;
  static constexpr std::size_t kCacheLine = 64;

  struct alignas(kCacheLine) Stripe {
    long value = 0;
  };

  Stripe& StripeOfThisThread();

  std::array<Stripe, kStripes> stripes_;
};

}  // namespace counters

#endif  // COUNTERS_COUNTER_H_
