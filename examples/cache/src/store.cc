#include "cache/store.h"

#include <algorithm>
#include <utility>

namespace cache {

Store::Store() {
  sweeper_ = std::thread([this] { Sweep(); });
}

Store::~Store() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  sweeper_.join();
}

void Store::Put(const std::string& key, Value value,
                Clock::duration time_to_live) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    Entry& entry = entries_[key];
    entry.value.swap(value);
    entry.expires = Clock::now() + time_to_live;
  }
  changed_.notify_one();
}

Value Store::Find(const std::string& key) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = entries_.find(key);
  if (found == entries_.end()) return nullptr;
  if (found->second.expires <= Clock::now()) return nullptr;
  return found->second.value;
}

void Store::Remove(const std::string& key) {
  Value last;  // Freed after unlocking: values can be large.
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = entries_.find(key);
  if (found == entries_.end()) return;
  last = std::move(found->second.value);
  entries_.erase(found);
}

std::size_t Store::size() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return entries_.size();
}

void Store::Sweep() {
  for (;;) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      if (stopping_) return;
      if (entries_.empty()) {
        changed_.wait(lock);
      } else {
        const auto first = std::min_element(
            entries_.begin(), entries_.end(), [](const auto& a, const auto& b) {
              return a.second.expires < b.second.expires;
            });
        const Clock::time_point next = first->second.expires;
        changed_.wait_until(lock, next);
      }
      if (stopping_) return;
    }
    for (const std::string& key : ExpiredKeys()) Remove(key);
  }
}

std::vector<std::string> Store::ExpiredKeys() const {
  std::vector<std::string> keys;
  const Clock::time_point now = Clock::now();
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [key, entry] : entries_) {
    if (entry.expires <= now) keys.push_back(key);
  }
  return keys;
}

}  // namespace cache
