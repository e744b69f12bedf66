// A deposit and a withdrawal, each under the lock; who looks after both expects
// the sum that comes from subtracting both.
#include <cassert>
#include <mutex>
#include <thread>

#include "mend.h"

std::mutex lock;
int balance = 1;
bool deposited = false;
bool withdrawn = false;

void Deposit() {
  std::lock_guard<std::mutex> hold(lock);
  balance += 2;
  deposited = true;
}

void Withdraw() {
  std::lock_guard<std::mutex> hold(lock);
  balance -= 4;
  withdrawn = true;
}

void Check() {
  std::lock_guard<std::mutex> hold(lock);
  if (!deposited || !withdrawn) return;
  BROKEN(assert(balance == 1 - 2 - 4);)
  MENDED(assert(balance == 1 + 2 - 4);)
}

int main() {
  std::thread check(Check), deposit(Deposit), withdraw(Withdraw);
  withdraw.join();
  deposit.join();
  check.join();
}
