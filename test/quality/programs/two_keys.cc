// A user has two keys, made together under a lock. Whoever needs the second one
// sees that it is not there, has them made, finds the first one there already,
// and takes it that the second is, too.
#include <memory>
#include <mutex>
#include <thread>

#include "mend.h"

struct Key {
  int uses = 0;
};

std::mutex lock;
Key* user_key = nullptr;
Key* session_key = nullptr;

void MakeKeys() {
  BROKEN(if (user_key != nullptr) return;)
  std::lock_guard<std::mutex> hold(lock);
  if (user_key != nullptr) return;
  Key* user = new Key;
  Key* session = new Key;
  user_key = user;
  session_key = session;
}

void UseSession() {
  MENDED(std::unique_lock<std::mutex> hold(lock);)
  if (session_key == nullptr) {
    MENDED(hold.unlock();)
    MakeKeys();
  }
  ++session_key->uses;
}

int main() {
  std::thread use(UseSession), make(MakeKeys);
  use.join();
  make.join();
}
