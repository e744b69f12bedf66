// What a thread has for itself.
#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>

#include <mutex>

#include "check.h"
#include "surface.h"

namespace {

thread_local int counter = 7;
thread_local char zeros[5000];
alignas(64) thread_local int aligned = 3;

std::mutex mutex;
std::string destroyed;

struct Noted {
  explicit Noted(char name) : name(name) {}
  ~Noted() {
    std::lock_guard<std::mutex> lock(mutex);
    destroyed += name;
  }
  char name;
};
thread_local Noted first('1');
thread_local Noted second('2');

pthread_key_t key;
int values_destroyed = 0;
void DestroyValue(void* value) {
  ++values_destroyed;
  delete static_cast<int*>(value);
}

}  // namespace

std::string ThreadLocals() {
  counter = 100;
  CHECK(OnThreads(4, [](int i) {
    if (counter != 7 || zeros[4999] != 0 || aligned != 3) return false;
    if (reinterpret_cast<uintptr_t>(&aligned) % 64 != 0) return false;
    counter = i;
    memset(zeros, i + 1, sizeof zeros);
    sched_yield();
    return counter == i && zeros[0] == i + 1;
  }));
  CHECK(counter == 100);
  CHECK(zeros[0] == 0);
  counter = 7;
  return "";
}

std::string ThreadLocalDestructors() {
  destroyed.clear();
  CHECK(OnThreads(1, [](int) {
    first.name = 'a';
    second.name = 'b';
    return true;
  }));
  CHECK(destroyed == "ba");
  return "";
}

std::string Keys() {
  values_destroyed = 0;
  CHECK(pthread_key_create(&key, &DestroyValue) == 0);
  CHECK(pthread_getspecific(key) == nullptr);
  CHECK(OnThreads(3, [](int i) {
    if (pthread_getspecific(key) != nullptr) return false;
    pthread_setspecific(key, new int(i));
    sched_yield();
    return *static_cast<int*>(pthread_getspecific(key)) == i;
  }));
  CHECK(values_destroyed == 3);
  CHECK(pthread_key_delete(key) == 0);
  return "";
}

std::string ErrorNumbers() {
  errno = 1000;
  CHECK(OnThreads(3, [](int i) {
    if (errno != 0) return false;
    errno = i + 1;
    sched_yield();
    return errno == i + 1;
  }));
  CHECK(errno == 1000);
  errno = 0;
  return "";
}

std::string Characters() {
  CHECK(OnThreads(2, [](int) {
    return isalpha('x') != 0 && isdigit('x') == 0 && toupper('x') == 'X' &&
           strcmp(localeconv()->decimal_point, ".") == 0;
  }));
  return "";
}

std::string LocalsOfPlugin(const char* path) {
  void* library = dlopen(path, RTLD_NOW);
  CHECK(library != nullptr);
  auto* add = reinterpret_cast<int (*)(int)>(dlsym(library, "AddToLocal"));
  auto* last = reinterpret_cast<int* (*)()>(dlsym(library, "LastDestroyed"));
  CHECK(add != nullptr && last != nullptr);
  CHECK(add(1) == 41);
  CHECK(OnThreads(3, [add](int i) {
    if (add(i) != 40 + i) return false;
    sched_yield();
    return add(1) == 41 + i;
  }));
  CHECK(*last() >= 41);
  CHECK(add(1) == 42);
  return "";
}

std::string LoadedAfterThreads(const char* path) {
  int* (*counter)() = nullptr;
  sem_t loaded;
  sem_init(&loaded, 0, 0);
  bool good = false;
  std::thread early([&] {
    sem_wait(&loaded);
    good = *counter() == 30;
    *counter() = 31;
  });
  sched_yield();
  void* library = dlopen(path, RTLD_NOW);
  CHECK(library != nullptr);
  counter = reinterpret_cast<int* (*)()>(dlsym(library, "Counter"));
  CHECK(counter != nullptr);
  sem_post(&loaded);
  early.join();
  sem_destroy(&loaded);
  CHECK(good);
  CHECK(*counter() == 30);
  return "";
}
