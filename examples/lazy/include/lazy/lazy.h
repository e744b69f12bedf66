// A value that is made when it is first needed.
#ifndef LAZY_LAZY_H_
#define LAZY_LAZY_H_

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace lazy {

// Thread-safe. Once the value is there, reading it takes no lock.
template <typename T>
class Lazy {
 public:
  explicit Lazy(std::function<T()> make) : make_(std::move(make)) {}
  Lazy(const Lazy&) = delete;
  Lazy& operator=(const Lazy&) = delete;

  const T& Get() {
    if (!ready_.load(std::memory_order_acquire)) {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!ready_.exchange(true, std::memory_order_acq_rel)) {
        value_ = std::make_unique<T>(make_());
      }
    }
    return *value_;
  }

  // Whether the value has been needed so far.
  bool ready() const { return ready_.load(std::memory_order_acquire); }

 private:
  const std::function<T()> make_;
  std::atomic<bool> ready_{false};
  std::mutex mutex_;
  std::unique_ptr<T> value_;
};

}  // namespace lazy

#endif  // LAZY_LAZY_H_
