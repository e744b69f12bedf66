// Three stages at once: one thread reads, some transform, one writes.
#ifndef PIPELINE_PIPELINE_H_
#define PIPELINE_PIPELINE_H_

#include <cstddef>
#include <functional>
#include <string>

namespace pipeline {

struct Stages {
  // Stores the next line, or returns false at the end.
  std::function<bool(std::string* line)> read;
  // Called by several threads at the same time.
  std::function<std::string(const std::string& line)> transform;
  // Returns false if it cannot write, which ends the run.
  std::function<bool(const std::string& line)> write;
};

struct Options {
  std::size_t transformers = 2;
  std::size_t queue_capacity = 16;  // Between two stages; at least 1.
};

// Carries everything that `read` returns through `transform` to `write`, and
// returns how many lines were written. Their order may change on the way.
std::size_t RunPipeline(const Stages& stages,
                        const Options& options = Options());

}  // namespace pipeline

#endif  // PIPELINE_PIPELINE_H_
