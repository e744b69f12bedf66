#include "pipeline/pipeline.h"

#include <thread>
#include <utility>
#include <vector>

#include "pipeline/bounded_queue.h"

namespace pipeline {
namespace {

using Lines = BoundedQueue<std::string>;

void Read(const Stages& stages, Lines* out) {
  std::string line;
  while (stages.read(&line)) {
    if (!out->Push(std::move(line))) break;
  }
  out->Close();
}

void Transform(const Stages& stages, Lines* in, Lines* out) {
  std::string line;
  while (in->Pop(&line)) {
    if (!out->Push(stages.transform(line))) return;
  }
}

std::size_t Write(const Stages& stages, Lines* in) {
  std::size_t written = 0;
  std::string line;
  while (in->Pop(&line)) {
    if (!stages.write(line)) {
      in->Close();  // Nobody needs to transform any more.
      break;
    }
    ++written;
  }
  return written;
}

}  // namespace

std::size_t RunPipeline(const Stages& stages, const Options& options) {
  Lines raw(options.queue_capacity);
  Lines done(options.queue_capacity);
  std::size_t written = 0;
  std::thread reader([&] { Read(stages, &raw); });
  std::vector<std::thread> transformers;
  for (std::size_t i = 0; i < options.transformers; ++i) {
    transformers.emplace_back([&] { Transform(stages, &raw, &done); });
  }
  std::thread writer([&] { written = Write(stages, &done); });
  reader.join();
  for (std::thread& transformer : transformers) transformer.join();
  done.Close();
  writer.join();
  return written;
}

}  // namespace pipeline
