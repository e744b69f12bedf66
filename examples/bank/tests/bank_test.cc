#include "bank/bank.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace bank {
namespace {

TEST(BankTest, MovesMoney) {
  Bank bank({100'00, 20'00});
  EXPECT_TRUE(bank.Transfer(0, 1, 30'00));
  EXPECT_EQ(bank.Balance(0), 70'00);
  EXPECT_EQ(bank.Balance(1), 50'00);
}

TEST(BankTest, RefusesWhatIsNotCovered) {
  Bank bank({10'00, 0});
  EXPECT_FALSE(bank.Transfer(0, 1, 10'01));
  EXPECT_FALSE(bank.Withdraw(1, 1));
  EXPECT_EQ(bank.Balances(), (std::vector<Cents>{10'00, 0}));
}

TEST(BankTest, MovesNothingToAnAccountThatDoesNotExist) {
  Bank bank({10'00});
  EXPECT_THROW(bank.Transfer(0, 7, 1'00), std::out_of_range);
  EXPECT_EQ(bank.Balance(0), 10'00);
}

TEST(BankTest, NoDepositIsLost) {
  Bank bank({0});
  std::thread salary([&bank] { bank.Deposit(0, 2000'00); });
  std::thread refund([&bank] { bank.Deposit(0, 15'50); });
  salary.join();
  refund.join();
  EXPECT_EQ(bank.Balance(0), 2015'50);
}

TEST(BankTest, OppositeTransfersDoNotBlockEachOther) {
  Bank bank({100'00, 100'00});
  std::thread there([&bank] { bank.Transfer(0, 1, 25'00); });
  std::thread back([&bank] { bank.Transfer(1, 0, 40'00); });
  there.join();
  back.join();
  EXPECT_EQ(bank.Balance(0), 115'00);
  EXPECT_EQ(bank.Balance(1), 85'00);
}

TEST(BankTest, NobodySpendsTheSameMoneyTwice) {
  Bank bank({50'00, 0, 0});
  bool rent_paid = false;
  bool car_paid = false;
  std::thread rent([&] { rent_paid = bank.Transfer(0, 1, 40'00); });
  std::thread car([&] { car_paid = bank.Transfer(0, 2, 30'00); });
  rent.join();
  car.join();
  EXPECT_NE(rent_paid, car_paid);
  EXPECT_GE(bank.Balance(0), 0);
}

TEST(BankTest, AuditsAddUpWhileMoneyMoves) {
  Bank bank({100'00, 100'00, 100'00});
  std::thread rent([&bank] { bank.Transfer(0, 1, 60'00); });
  std::thread wages([&bank] {
    bank.Transfer(1, 2, 15'00);
    bank.Transfer(1, 0, 20'00);
  });
  EXPECT_EQ(bank.Total(), 300'00);
  rent.join();
  wages.join();
  EXPECT_EQ(bank.Total(), 300'00);
}

}  // namespace
}  // namespace bank
