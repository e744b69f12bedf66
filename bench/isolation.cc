// Measures what isolating runs costs: pages put back against a process for each
// run, on a program that touches 50 pages; and the memory of long batches and
// of many threads.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runtime/include/detsim/abi.h"
#include "test/runtime/worker/worker_client.h"

namespace detsim::runtime {
namespace {

constexpr size_t kPage = 4096;
constexpr size_t kPagesTouched = 50;
constexpr uint32_t kRuns = 2000;
constexpr uint32_t kManyRuns = 100'000;
constexpr uint32_t kBatch = 50'000;  // One process each.
constexpr int kManyThreads = 1000;
constexpr double kSpeedBar = 5;
constexpr int kGrowthBarKb = 10'000;
constexpr int kThreadsBarKb = 200'000;

char touched[kPagesTouched * kPage];

// Resident memory of this process in KiB, without what it shares.
int ResidentKb() {
  int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  char text[128] = {};
  [[maybe_unused]] ssize_t size = read(fd, text, sizeof text - 1);
  close(fd);
  unsigned long total = 0, resident = 0, shared = 0;
  sscanf(text, "%lu %lu %lu", &total, &resident, &shared);
  return static_cast<int>((resident - shared) * (kPage / 1024));
}

int TouchPages() {
  for (size_t i = 0; i < sizeof touched; i += kPage) ++touched[i];
  return 0;
}

// Where a run says what it measured, for the benchmark to read. Not the exit
// code: runs that end differently would get a process each.
int* measured_kb;

int LeakAndMeasure() {
  TouchPages();
  memset(malloc(kPage), 1, kPage);
  *measured_kb = ResidentKb();
  return 0;
}

int ThousandThreads() {
  static detsim_event go;
  std::vector<detsim_thread*> threads;
  for (int i = 0; i < kManyThreads; ++i) {
    threads.push_back(detsim_thread_create(
        [](void*) { detsim_event_wait(&go, DETSIM_FOREVER); }, nullptr));
  }
  detsim_sleep_until(detsim_now(DETSIM_CLOCK_STEADY) + 1'000'000);
  *measured_kb = ResidentKb();
  detsim_event_set(&go);
  for (detsim_thread* thread : threads) detsim_thread_join(thread);
  return 0;
}

int BenchMain(int, char** argv, char**) {
  std::string name = argv[1];
  if (name == "touch") return TouchPages();
  if (name == "leak") return LeakAndMeasure();
  return ThousandThreads();
}

RunRequest Request(const char* name, uint32_t count, bool fork_each) {
  RunRequest request;
  request.arguments = {name};
  request.strategy = "calm";
  request.count = count;
  request.fork_each = fork_each;
  return request;
}

// By system call: the runtime's objects define clock_gettime.
double RealSeconds() {
  timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) / 1e9;
}

double SecondsOf(WorkerClient* worker, bool fork_each) {
  double start = RealSeconds();
  worker->Run(Request("touch", kRuns, fork_each));
  return RealSeconds() - start;
}

const char* Word(bool met) { return met ? "met" : "missed"; }

int Main() {
  measured_kb = static_cast<int*>(mmap(nullptr, kPage, PROT_READ | PROT_WRITE,
                                       MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  WorkerClient worker(&BenchMain);
  SecondsOf(&worker, false);  // The self-test.
  double pages = SecondsOf(&worker, false);
  double forks = SecondsOf(&worker, true);
  printf("%-36s %7.1f us a run\n", "a process for each run",
         forks / kRuns * 1e6);
  printf("%-36s %7.1f us a run  %5.1f times as fast, at least %.0f: %s\n",
         "pages put back", pages / kRuns * 1e6, forks / pages, kSpeedBar,
         Word(forks / pages >= kSpeedBar));

  worker.Run(Request("leak", 2, false));
  int first = *measured_kb;
  for (uint32_t done = 0; done < kManyRuns; done += kBatch) {
    worker.Run(Request("leak", kBatch, false));
  }
  int growth = *measured_kb - first;
  printf("%-36s %7d KB more, at most %d: %s\n", "memory after 100,000 runs",
         growth, kGrowthBarKb, Word(growth <= kGrowthBarKb));

  worker.Run(Request("threads", 1, false));
  int threads = *measured_kb;
  printf("%-36s %7d KB, at most %d: %s\n", "1,000 threads in one run", threads,
         kThreadsBarKb, Word(threads <= kThreadsBarKb));
  return 0;
}

}  // namespace
}  // namespace detsim::runtime

int main() { return detsim::runtime::Main(); }
