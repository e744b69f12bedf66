// A queue with room for a fixed number of items, between stages that run at
// different speeds.
#ifndef PIPELINE_BOUNDED_QUEUE_H_
#define PIPELINE_BOUNDED_QUEUE_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <utility>

namespace pipeline {

// Thread-safe.
template <typename Item>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}
  BoundedQueue(const BoundedQueue&) = delete;
  BoundedQueue& operator=(const BoundedQueue&) = delete;

  // Appends `item`, waiting for room if there is none. Returns false, dropping
  // it, once the queue is closed.
  bool Push(Item item) {
    std::unique_lock<std::mutex> lock(mutex_);
    not_full_.wait(lock,
                   [this] { return items_.size() < capacity_ || closed_; });
    if (closed_) return false;
    items_.push_back(std::move(item));
    not_empty_.notify_one();
    return true;
  }

  // Takes the oldest item, waiting for one if there is none. Returns false when
  // the queue is closed and everything that was pushed has been taken.
  bool Pop(Item* item) {
    std::unique_lock<std::mutex> lock(mutex_);
    not_empty_.wait(lock, [this] { return !items_.empty() || closed_; });
    if (items_.empty()) return false;
    *item = std::move(items_.front());
    items_.pop_front();
    not_full_.notify_one();
    return true;
  }

  // Lets no more items in, and wakes everybody who waits.
  void Close() {
    std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    not_empty_.notify_all();
    not_full_.notify_all();
  }

  std::size_t size() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return items_.size();
  }

 private:
  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable not_full_;
  std::condition_variable not_empty_;
  std::deque<Item> items_;  // Guarded by mutex_.
  bool closed_ = false;     // Guarded by mutex_.
};

}  // namespace pipeline

#endif  // PIPELINE_BOUNDED_QUEUE_H_
