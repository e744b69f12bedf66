// A cache in front of something slow: a database, another server.
#ifndef CACHE_LOADING_CACHE_H_
#define CACHE_LOADING_CACHE_H_

#include <condition_variable>
#include <functional>
#include <mutex>
#include <set>
#include <string>

#include "cache/store.h"

namespace cache {

// Thread-safe, except that destruction must not overlap any other call.
class LoadingCache {
 public:
  // Called without any lock held, by one thread at a time for a given key.
  using Loader = std::function<std::string(const std::string& key)>;

  LoadingCache(Loader loader, Clock::duration time_to_live);

  // Returns the value of `key`, and loads it if it is not there. A value is
  // loaded once, however many threads ask for it at the same time. Passes on
  // what the loader throws; the next call tries again.
  Value Get(const std::string& key);

 private:
  Value Load(const std::string& key);
  void EndLoad(const std::string& key);

  const Loader loader_;
  const Clock::duration time_to_live_;
  Store store_;
  std::mutex mutex_;
  std::condition_variable loaded_;
  std::set<std::string> loading_;  // Guarded by mutex_.
};

}  // namespace cache

#endif  // CACHE_LOADING_CACHE_H_
