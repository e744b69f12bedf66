// expect: passed
// trials: 1000
//
// Reading and writing the balance are one critical section.
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace {

class Account {
 public:
  int Balance() {
    std::lock_guard<std::mutex> lock(mutex_);
    return balance_;
  }
  void SetBalance(int balance) {
    std::lock_guard<std::mutex> lock(mutex_);
    balance_ = balance;
  }
  void Deposit(int amount) {
    std::lock_guard<std::mutex> lock(mutex_);
    balance_ += amount;
  }

 private:
  std::mutex mutex_;
  int balance_ = 0;
};

TEST(BankTransfer, NoDepositIsLost) {
  Account account;
  std::thread one([&account] { account.Deposit(10); });
  std::thread two([&account] { account.Deposit(20); });
  one.join();
  two.join();
  EXPECT_EQ(account.Balance(), 30);
}

}  // namespace
