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
  detsim_sem_init(&semaphore, 0, 1);
  detsim_sem_wait(&semaphore);
  detsim_sem_trywait(&semaphore);
  detsim_sem_timedwait(&semaphore, &end);
  detsim_sem_clockwait(&semaphore, CLOCK_MONOTONIC, &end);
  detsim_sem_post(&semaphore);
  detsim_sem_getvalue(&semaphore, &value);
  sem_t* named = detsim_sem_open("/name", 0);
  detsim_sem_close(named);
  detsim_sem_unlink("/name");
  return value + detsim_sem_destroy(&semaphore);
}

void Others() {
  detsim_pthread_barrier_init(&barrier, nullptr, 2);
  if (detsim_pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) return;
  detsim_pthread_barrier_destroy(&barrier);
  detsim_pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  detsim_pthread_spin_lock(&spin);
  detsim_pthread_spin_unlock(&spin);
  detsim_pthread_spin_trylock(&spin);
  detsim_pthread_spin_destroy(&spin);
}
