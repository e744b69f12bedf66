// Semaphores, barriers and spin locks of POSIX.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

sem_t semaphore;
pthread_barrier_t barrier;
pthread_spinlock_t spin;

int Semaphores() {
  int value = 0;
  timespec end = {1, 0};
  sem_init(&semaphore, 0, 1);
  sem_wait(&semaphore);
  sem_trywait(&semaphore);
  sem_timedwait(&semaphore, &end);
  sem_clockwait(&semaphore, CLOCK_MONOTONIC, &end);
  ::sem_post(&semaphore);
  sem_getvalue(&semaphore, &value);
  sem_t* named = sem_open("/name", 0);
  sem_close(named);
  sem_unlink("/name");
  return value + sem_destroy(&semaphore);
}

void Others() {
  pthread_barrier_init(&barrier, nullptr, 2);
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) return;
  pthread_barrier_destroy(&barrier);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
  pthread_spin_trylock(&spin);
  pthread_spin_destroy(&spin);
}
