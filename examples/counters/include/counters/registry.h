// Counters by name, for whoever exports them.
#ifndef COUNTERS_REGISTRY_H_
#define COUNTERS_REGISTRY_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "counters/counter.h"

namespace counters {

// Thread-safe.
class Registry {
 public:
  // Returns the counter of this name, which is made if it is new. It lives as
  // long as the registry.
  Counter& counter(const std::string& name);

  // All values by name.
  std::map<std::string, long> Snapshot() const;

 private:
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::map<std::string, std::unique_ptr<Counter>> counters_;
};

}  // namespace counters

#endif  // COUNTERS_REGISTRY_H_
