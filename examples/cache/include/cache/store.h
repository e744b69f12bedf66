// Values by key, each for a limited time.
#ifndef CACHE_STORE_H_
#define CACHE_STORE_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace cache {

using Clock = std::chrono::steady_clock;
using Value = std::shared_ptr<const std::string>;

// Thread-safe, except that destruction must not overlap any other call. A
// thread of its own frees what has expired.
class Store {
 public:
  Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  ~Store();

  // Keeps `value` for `time_to_live` from now on, in place of what was there.
  void Put(const std::string& key, Value value, Clock::duration time_to_live);

  // Returns null if there is no value, or if it has expired.
  Value Find(const std::string& key) const;

  void Remove(const std::string& key);

  // How many values take up memory, expired or not.
  std::size_t size() const;

 private:
  struct Entry {
    Value value;
    Clock::time_point expires;
  };

  void Sweep();
  std::vector<std::string> ExpiredKeys() const;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Entry> entries_;  // Guarded by mutex_.
  bool stopping_ = false;                 // Guarded by mutex_.
  std::thread sweeper_;
};

}  // namespace cache

#endif  // CACHE_STORE_H_
