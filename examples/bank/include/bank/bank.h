// Accounts, and money that moves between them.
#ifndef BANK_BANK_H_
#define BANK_BANK_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

namespace bank {

using Cents = std::int64_t;
using AccountId = std::size_t;

// Thread-safe. Functions throw std::out_of_range if there is no such account.
class Bank {
 public:
  // Opens accounts 0, 1, ... with these balances.
  explicit Bank(const std::vector<Cents>& balances);
  Bank(const Bank&) = delete;
  Bank& operator=(const Bank&) = delete;

  void Deposit(AccountId account, Cents amount);

  // Returns false, taking nothing, if the balance is less than `amount`.
  bool Withdraw(AccountId account, Cents amount);

  // Returns false, moving nothing, if the balance of `from` is less than
  // `amount`.
  bool Transfer(AccountId from, AccountId to, Cents amount);

  Cents Balance(AccountId account) const;

  // All balances at one moment, for the auditors.
  std::vector<Cents> Balances() const;

  // The sum of all balances at one moment.
  Cents Total() const;

 private:
  struct Account {
    mutable std::mutex mutex;
    Cents balance = 0;  // Guarded by mutex.
  };

  std::deque<Account> accounts_;  // Fixed after construction.
};

}  // namespace bank

#endif  // BANK_BANK_H_
