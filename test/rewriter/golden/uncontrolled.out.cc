// What has no shim is reported where it is used, never silent.
#include <semaphore.h>
#include <sys/select.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>

detsim::mutex fine;

int Use(sem_t* semaphore) {
  detsim_sem_wait(semaphore);
  if (fork() == 0) return 1;
  int counter = 0;
  detsim___atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
  detsim___sync_fetch_and_add(&counter, 1);
  __asm__ volatile("" ::: "memory");
  return static_cast<int>(detsim_random()) + counter;
}
