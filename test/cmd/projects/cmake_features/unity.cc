// Of the same unit as part.cc: it sees what that file includes and defines.
int UnityCount() {
  std::lock_guard<std::mutex> lock(mutex);
  return count;
}
