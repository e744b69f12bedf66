#include "tally/tally.h"

namespace tally {

void Tally::Add() {
  const int seen = value();
  std::lock_guard<std::mutex> lock(mutex_);
  value_ = seen + 1;
}

int Tally::value() {
  std::lock_guard<std::mutex> lock(mutex_);
  return value_;
}

}  // namespace tally
