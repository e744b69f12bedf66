// flags: -std=c++17
// run
// A library of the system that has only headers: it comes into the scope.
#include <concurrentqueue/blockingconcurrentqueue.h>
#include <concurrentqueue/concurrentqueue.h>

#include <thread>

struct Work {
  detsim::thread thread;
};

int main() {
  moodycamel::BlockingConcurrentQueue<Work> queue;
  moodycamel::ConcurrentQueue<detsim::thread::id> ids;
  detsim::thread producer([&] {
    queue.enqueue({detsim::thread([] {})});
    ids.enqueue(detsim::this_thread::get_id());
  });
  Work work;
  queue.wait_dequeue(work);
  work.thread.join();
  producer.join();
  detsim::thread::id id;
  return ids.try_dequeue(id) ? 0 : 1;
}
