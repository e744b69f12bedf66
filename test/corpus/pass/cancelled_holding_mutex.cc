// expect: passed
// trials: 1000
//
// A thread is cancelled while it waits for a condition: it ends with the mutex
// locked, which a cleanup handler unlocks.
#include <gtest/gtest.h>
#include <pthread.h>

namespace {

struct Queue {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
};

void Unlock(void* mutex) {
  pthread_mutex_unlock(static_cast<pthread_mutex_t*>(mutex));
}

void* Consume(void* argument) {
  auto* queue = static_cast<Queue*>(argument);
  pthread_mutex_lock(&queue->mutex);
  pthread_cleanup_push(Unlock, &queue->mutex);
  pthread_cond_wait(&queue->ready, &queue->mutex);
  pthread_cleanup_pop(1);
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
