// A buffer whose every function locks it. Appending another one asks for its
// length, then for its characters: in between it can get shorter.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

#include "mend.h"

class Buffer {
 public:
  explicit Buffer(const char* text) : length_(0) { Append(text); }

  int Length() {
    std::lock_guard<std::recursive_mutex> hold(lock_);
    return length_;
  }

  void Erase(int begin, int end) {
    std::lock_guard<std::recursive_mutex> hold(lock_);
    for (int i = end; i < length_; ++i) text_[begin + i - end] = text_[i];
    length_ -= end - begin;
  }

  void Append(const char* text) {
    std::lock_guard<std::recursive_mutex> hold(lock_);
    for (; *text != 0; ++text) text_[length_++] = *text;
  }

  void Append(Buffer* other) {
    std::lock_guard<std::recursive_mutex> hold(lock_);
    MENDED(std::lock_guard<std::recursive_mutex> hold_other(other->lock_);)
    int length = other->Length();
    other->Copy(0, length, text_ + length_);
    length_ += length;
  }

  void Copy(int begin, int end, char* to) {
    std::lock_guard<std::recursive_mutex> hold(lock_);
    assert(end <= length_);
    for (int i = begin; i < end; ++i) to[i - begin] = text_[i];
  }

 private:
  std::recursive_mutex lock_;
  char text_[64];
  int length_;
};

Buffer shared("abc");

int main() {
  std::thread changes([] {
    shared.Erase(0, 3);
    shared.Append("abc");
  });
  std::thread copies([] {
    Buffer mine("");
    mine.Append(&shared);
  });
  changes.join();
  copies.join();
}
