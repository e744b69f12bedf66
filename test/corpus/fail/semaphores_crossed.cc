// expect: deadlock
// trials: 1000
//
// Two POSIX semaphores used as locks, taken in opposite orders.
#include <gtest/gtest.h>
#include <pthread.h>
#include <semaphore.h>

namespace {

struct Accounts {
  sem_t one, two;
};

void* MoveForth(void* argument) {
  auto* accounts = static_cast<Accounts*>(argument);
  sem_wait(&accounts->one);
  sem_wait(&accounts->two);
  sem_post(&accounts->two);
  sem_post(&accounts->one);
  return nullptr;
}

void* MoveBack(void* argument) {
  auto* accounts = static_cast<Accounts*>(argument);
  sem_wait(&accounts->two);
  sem_wait(&accounts->one);
  sem_post(&accounts->one);
  sem_post(&accounts->two);
  return nullptr;
}

TEST(SemaphoresCrossed, BothMovesEnd) {
  Accounts accounts;
  sem_init(&accounts.one, 0, 1);
  sem_init(&accounts.two, 0, 1);
  pthread_t forth, back;
  ASSERT_EQ(pthread_create(&forth, nullptr, MoveForth, &accounts), 0);
  ASSERT_EQ(pthread_create(&back, nullptr, MoveBack, &accounts), 0);
  pthread_join(forth, nullptr);
  pthread_join(back, nullptr);
  sem_destroy(&accounts.one);
  sem_destroy(&accounts.two);
}

}  // namespace
