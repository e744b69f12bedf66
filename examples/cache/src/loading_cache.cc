#include "cache/loading_cache.h"

#include <utility>

namespace cache {

LoadingCache::LoadingCache(Loader loader, Clock::duration time_to_live)
    : loader_(std::move(loader)), time_to_live_(time_to_live) {}

Value LoadingCache::Get(const std::string& key) {
  for (;;) {
    if (Value value = store_.Find(key)) return value;
    std::unique_lock<std::mutex> lock(mutex_);
    if (loading_.insert(key).second) break;
    // Somebody else is on it.
    loaded_.wait(lock, [&] { return loading_.count(key) == 0; });
  }
  return Load(key);
}

Value LoadingCache::Load(const std::string& key) {
  Value value;
  try {
    value = std::make_shared<const std::string>(loader_(key));
  } catch (...) {
    EndLoad(key);
    throw;
  }
  store_.Put(key, value, time_to_live_);
  EndLoad(key);
  return value;
}

void LoadingCache::EndLoad(const std::string& key) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    loading_.erase(key);
  }
  loaded_.notify_all();
}

}  // namespace cache
