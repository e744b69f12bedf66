#include "bank/bank.h"

#include <numeric>

namespace bank {

Bank::Bank(const std::vector<Cents>& balances) : accounts_(balances.size()) {
  for (AccountId id = 0; id < balances.size(); ++id) {
    accounts_[id].balance = balances[id];
  }
}

void Bank::Deposit(AccountId id, Cents amount) {
  Account& account = accounts_.at(id);
  std::lock_guard<std::mutex> lock(account.mutex);
  account.balance += amount;
}

bool Bank::Withdraw(AccountId id, Cents amount) {
  Account& account = accounts_.at(id);
  std::lock_guard<std::mutex> lock(account.mutex);
  if (account.balance < amount) return false;
  account.balance -= amount;
  return true;
}

bool Bank::Transfer(AccountId from, AccountId to, Cents amount) {
  accounts_.at(to);  // Throws before anything has moved.
  // Never holds two accounts, so opposite transfers cannot deadlock.
  if (!Withdraw(from, amount)) return false;
  Deposit(to, amount);
  return true;
}

Cents Bank::Balance(AccountId id) const {
  const Account& account = accounts_.at(id);
  std::lock_guard<std::mutex> lock(account.mutex);
  return account.balance;
}

std::vector<Cents> Bank::Balances() const {
  std::vector<std::unique_lock<std::mutex>> locks;
  std::vector<Cents> balances;
  locks.reserve(accounts_.size());
  balances.reserve(accounts_.size());
  for (const Account& account : accounts_) {
    locks.emplace_back(account.mutex);
    balances.push_back(account.balance);
  }
  return balances;
}

Cents Bank::Total() const {
  const std::vector<Cents> balances = Balances();
  return std::accumulate(balances.begin(), balances.end(), Cents{0});
}

}  // namespace bank
