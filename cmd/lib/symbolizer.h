// From addresses to places in the user's sources, through one
// llvm-symbolizer process that is started when first needed.
#ifndef DETSIM_CMD_LIB_SYMBOLIZER_H_
#define DETSIM_CMD_LIB_SYMBOLIZER_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "cmd/lib/column_map.h"
#include "cmd/lib/module_map.h"

namespace detsim::cmd {

// A place in a source file. An empty file means unknown.
struct SourcePlace {
  std::string file;
  uint32_t line = 0;
  std::string function;
  uint32_t column = 0;  // From 1; 0 is unknown.

  friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};

// A variable with static storage. An empty name means that there is none.
struct StaticVariable {
  std::string name;
  uint64_t size = 0;  // In bytes.

  friend bool operator==(const StaticVariable&,
                         const StaticVariable&) = default;
};

// Where the code that a user did not write lives: our shims and runtime, the
// C++ standard library, system headers.
bool IsLibraryPlace(const SourcePlace& place);

// GoogleTest's own code, whether of the system or built with the project.
bool IsFrameworkPlace(const SourcePlace& place);

// Safe to call from several threads.
class Symbolizer {
 public:
  Symbolizer() = default;
  Symbolizer(const Symbolizer&) = delete;
  Symbolizer& operator=(const Symbolizer&) = delete;
  ~Symbolizer();

  // Places are to be those of the user's files: columns by what the launcher
  // has put down in its state directory, which is read when first needed, and
  // links to files of the project as what they lead to.
  void MapToSources(const std::string& project,
                    const std::string& state_directory);

  // The place of a call, from its return address, and of those that it was
  // inlined into, innermost first. Empty if nothing is known.
  std::vector<SourcePlace> Lookup(const ModuleMap& modules,
                                  uint64_t return_address);

  // The variable with static storage that `address` is in.
  StaticVariable Variable(const ModuleMap& modules, uint64_t address);

  // The innermost of them that the user wrote; unknown if there is none.
  SourcePlace UserPlace(const ModuleMap& modules, uint64_t return_address);

 private:
  std::vector<SourcePlace> Ask(const ModuleAddress& address);
  // The answer to a question about `address`, a line; empty if there is none.
  std::string Query(const char* command, const ModuleAddress& address);
  bool Start();
  void Stop();

  std::mutex mutex_;
  std::string project_;
  std::string unread_state_;  // Empty once it is in `columns_`.
  ColumnMap columns_;
  std::map<std::pair<std::string, uint64_t>, std::vector<SourcePlace>> known_;
  std::map<std::pair<std::string, uint64_t>, StaticVariable> variables_;
  int to_ = -1;
  int from_ = -1;
  int pid_ = -1;
  bool failed_ = false;
};

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_SYMBOLIZER_H_
