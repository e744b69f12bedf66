// A directory for one test, removed at its end.
#ifndef DETSIM_TEST_REWRITER_SCRATCH_H_
#define DETSIM_TEST_REWRITER_SCRATCH_H_

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "rewriter/output/files.h"

namespace detsim::rewriter {

class ScratchDirectory {
 public:
  ScratchDirectory() {
    std::string pattern = testing::TempDir() + "/detsim-test-XXXXXX";
    path_ = std::filesystem::canonical(mkdtemp(pattern.data())).string();
  }
  ~ScratchDirectory() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string Path(const std::string& name) const { return path_ + "/" + name; }

  // Returns the file's path.
  std::string Write(const std::string& name, std::string_view text) const {
    const std::string path = Path(name);
    EXPECT_TRUE(WriteFile(path, text).ok());
    return path;
  }
  std::string Read(const std::string& name) const {
    absl::StatusOr<std::string> text = ReadFile(Path(name));
    return text.ok() ? *text : "";
  }
  bool Exists(const std::string& name) const {
    return std::filesystem::exists(Path(name));
  }

 private:
  std::string path_;
};

}  // namespace detsim::rewriter

#endif  // DETSIM_TEST_REWRITER_SCRATCH_H_
