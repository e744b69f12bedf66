#include "counters/counter.h"

#include <functional>
#include <thread>

namespace counters {

void Counter::Add(long amount) { StripeOfThisThread().value += amount; }

long Counter::value() const {
  long sum = 0;
  for (const Stripe& stripe : stripes_) sum += stripe.value;
  return sum;
}

Counter::Stripe& Counter::StripeOfThisThread() {
  const std::hash<std::thread::id> hash;
  return stripes_[hash(std::this_thread::get_id()) % kStripes];
}

}  // namespace counters
