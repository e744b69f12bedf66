#include "counters/registry.h"

namespace counters {

Counter& Registry::counter(const std::string& name) {
  std::lock_guard<std::mutex> lock(mutex_);
  std::unique_ptr<Counter>& counter = counters_[name];
  if (counter == nullptr) counter = std::make_unique<Counter>();
  return *counter;
}

std::map<std::string, long> Registry::Snapshot() const {
  std::lock_guard<std::mutex> lock(mutex_);
  std::map<std::string, long> values;
  for (const auto& [name, counter] : counters_) values[name] = counter->value();
  return values;
}

}  // namespace counters
