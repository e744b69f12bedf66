// expect: passed
// trials: 200
// flags: --races=fail
//
// Futures, first calls and the ends of threads order what they hand over.
#include <gtest/gtest.h>

#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

TEST(RacesResults, PromiseAndFuture) {
  std::string data;
  std::promise<std::string> promise;
  std::future<std::string> future = promise.get_future();
  std::thread worker([&] {
    data = "done";
    promise.set_value("result");
  });
  EXPECT_EQ(future.get(), "result");
  EXPECT_EQ(data, "done");
  worker.join();
}

TEST(RacesResults, Exceptions) {
  std::promise<int> promise;
  std::shared_future<int> future = promise.get_future().share();
  auto wait = [future] { EXPECT_THROW(future.get(), std::string); };
  std::thread one(wait);
  std::thread two(wait);
  promise.set_exception(std::make_exception_ptr(std::string("no")));
  one.join();
  two.join();
}

TEST(RacesResults, AsyncAndPackagedTask) {
  std::vector<int> items;
  std::future<std::size_t> count = std::async(std::launch::async, [&] {
    items.push_back(1);
    return items.size();
  });
  EXPECT_EQ(count.get(), 1u);
  items.push_back(2);
  std::packaged_task<int(int)> task([&](int x) {
    items.push_back(x);
    return x;
  });
  std::future<int> result = task.get_future();
  std::thread worker(std::move(task), 3);
  result.wait();
  EXPECT_EQ(items.size(), 3u);
  worker.join();
}

TEST(RacesResults, AtThreadExit) {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  static thread_local std::string local;
  int data = 0;
  std::thread worker([&] {
    local = "mine";
    promise.set_value_at_thread_exit(1);
    data = 1;
  });
  EXPECT_EQ(future.get(), 1);
  EXPECT_EQ(data, 1);
  worker.join();
}

TEST(RacesResults, NotifyAllAtThreadExit) {
  std::mutex mutex;
  std::condition_variable ended;
  bool ready = false;
  int data = 0;
  std::thread worker([&] {
    std::unique_lock<std::mutex> lock(mutex);
    ready = true;
    std::notify_all_at_thread_exit(ended, std::move(lock));
    data = 1;
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    ended.wait(lock, [&] { return ready; });
  }
  EXPECT_EQ(data, 1);
  worker.join();
}

TEST(RacesResults, CallOnce) {
  std::once_flag once;
  int data = 0;
  auto use = [&] {
    std::call_once(once, [&] { data = 7; });
    EXPECT_EQ(data, 7);
  };
  std::thread one(use);
  std::thread two(use);
  one.join();
  two.join();
}

const std::vector<int>& Table() {
  static const std::vector<int> table = {1, 2, 3};
  return table;
}

TEST(RacesResults, FunctionLocalStatic) {
  auto use = [] { EXPECT_EQ(Table().size(), 3u); };
  std::thread one(use);
  std::thread two(use);
  use();
  one.join();
  two.join();
}

struct Node {
  ~Node() { value = 0; }
  int value = 1;
};

TEST(RacesResults, SharedPointers) {
  auto node = std::make_shared<Node>();
  std::weak_ptr<Node> weak = node;
  std::thread one([copy = node] { EXPECT_EQ(copy->value, 1); });
  std::thread two([weak] {
    if (std::shared_ptr<Node> strong = weak.lock()) EXPECT_EQ(strong->value, 1);
  });
  node = nullptr;
  one.join();
  two.join();
}

TEST(RacesResults, AtomicSharedPointers) {
  auto current = std::make_shared<int>(1);
  std::thread writer(
      [&] { std::atomic_store(&current, std::make_shared<int>(2)); });
  EXPECT_LE(*std::atomic_load(&current), 2);
  writer.join();
}

TEST(RacesResults, MemoryThatIsUsedAgain) {
  auto work = [] {
    for (int i = 0; i < 3; ++i) {
      std::vector<std::string> words(4, std::string(40, 'x'));
      EXPECT_EQ(words.back().size(), 40u);
    }
  };
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
}

}  // namespace
