#include "pipeline/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <thread>
#include <vector>

#include "pipeline/bounded_queue.h"

namespace pipeline {
namespace {

std::string UpperCase(std::string line) {
  for (char& c : line) c = static_cast<char>(std::toupper(c));
  return line;
}

// Stages that take `lines` to `written`, which must outlive a run.
Stages Between(const std::vector<std::string>& lines,
               std::vector<std::string>* written) {
  Stages stages;
  stages.read = [&lines, next = lines.begin()](std::string* line) mutable {
    if (next == lines.end()) return false;
    *line = *next++;
    return true;
  };
  stages.transform = UpperCase;
  stages.write = [written](const std::string& line) {
    written->push_back(line);
    return true;
  };
  return stages;
}

TEST(BoundedQueueTest, KeepsTheOrder) {
  BoundedQueue<int> queue(3);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(queue.Push(i));
  queue.Close();
  std::vector<int> popped;
  int item = 0;
  while (queue.Pop(&item)) popped.push_back(item);
  EXPECT_EQ(popped, (std::vector<int>{0, 1, 2}));
}

TEST(BoundedQueueTest, TakesNothingAfterClose) {
  BoundedQueue<int> queue(3);
  queue.Close();
  EXPECT_FALSE(queue.Push(1));
  EXPECT_EQ(queue.size(), 0u);
}

TEST(BoundedQueueTest, PushWaitsForRoom) {
  BoundedQueue<int> queue(1);
  std::thread producer([&queue] {
    for (int i = 0; i < 5; ++i) queue.Push(i);
    queue.Close();
  });
  int sum = 0;
  int item = 0;
  while (queue.Pop(&item)) sum += item;
  producer.join();
  EXPECT_EQ(sum, 10);
}

TEST(BoundedQueueTest, CloseEndsAPushThatWaits) {
  BoundedQueue<int> queue(1);
  queue.Push(1);
  bool accepted = true;
  std::thread producer([&] { accepted = queue.Push(2); });
  queue.Close();
  producer.join();
  EXPECT_FALSE(accepted);
}

TEST(PipelineTest, EndsWithoutInput) {
  const std::vector<std::string> lines;
  std::vector<std::string> written;
  EXPECT_EQ(RunPipeline(Between(lines, &written)), 0u);
  EXPECT_TRUE(written.empty());
}

TEST(PipelineTest, WritesEveryLine) {
  const std::vector<std::string> lines = {"a", "b", "c", "d", "e", "f"};
  std::vector<std::string> written;
  Options options;
  options.transformers = 3;
  options.queue_capacity = 2;
  EXPECT_EQ(RunPipeline(Between(lines, &written), options), 6u);
  std::sort(written.begin(), written.end());
  EXPECT_EQ(written, (std::vector<std::string>{"A", "B", "C", "D", "E", "F"}));
}

TEST(PipelineTest, KeepsTheOrderWithOneTransformer) {
  const std::vector<std::string> lines = {"c", "a", "b"};
  std::vector<std::string> written;
  Options options;
  options.transformers = 1;
  EXPECT_EQ(RunPipeline(Between(lines, &written), options), 3u);
  EXPECT_EQ(written, (std::vector<std::string>{"C", "A", "B"}));
}

TEST(PipelineTest, EndsWhenTheDiskIsFull) {
  const std::vector<std::string> lines = {"a", "b", "c", "d", "e",
                                          "f", "g", "h", "i"};
  std::vector<std::string> disk;
  Stages stages = Between(lines, &disk);
  stages.write = [&disk](const std::string& line) {
    if (disk.size() == 1) return false;
    disk.push_back(line);
    return true;
  };
  Options options;
  options.queue_capacity = 4;
  EXPECT_EQ(RunPipeline(stages, options), 1u);
}

}  // namespace
}  // namespace pipeline
