// expect: deadlock
// trials: 1000
//
// A thread is cancelled while it waits for a condition: it ends with the mutex
// locked, and nothing unlocks it.
#include <gtest/gtest.h>
#include <pthread.h>

namespace {

struct Queue {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
};

void* Consume(void* argument) {
  auto* queue = static_cast<Queue*>(argument);
  pthread_mutex_lock(&queue->mutex);
  pthread_cond_wait(&queue->ready, &queue->mutex);
  pthread_mutex_unlock(&queue->mutex);
  return nullptr;
}

TEST(CancelledHoldingMutex, TheQueueCanBeUsedAfterwards) {
  Queue queue;
  pthread_t consumer;
  ASSERT_EQ(pthread_create(&consumer, nullptr, Consume, &queue), 0);
  pthread_cancel(consumer);
  pthread_join(consumer, nullptr);
  pthread_mutex_lock(&queue.mutex);
  pthread_mutex_unlock(&queue.mutex);
}

}  // namespace
