// Which file an address of a worker belongs to. Workers of one binary run
// without address randomisation, so one map serves them all.
#ifndef DETSIM_CMD_LIB_MODULE_MAP_H_
#define DETSIM_CMD_LIB_MODULE_MAP_H_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace detsim::cmd {

struct ModuleAddress {
  std::string file;     // Empty if the address belongs to none.
  uint64_t offset = 0;  // As the file's symbol table counts.
};

class ModuleMap {
 public:
  ModuleMap() = default;
  // From the text of /proc/PID/maps.
  explicit ModuleMap(std::string_view maps);
  // The current map of a living process; empty if it cannot be read.
  static ModuleMap Of(pid_t pid);

  ModuleAddress Find(uint64_t address) const;
  // The same; memory without a file right behind a file's belongs to it too
  // (variables that are 0 at first).
  ModuleAddress FindData(uint64_t address) const;
  // All of them, each once.
  std::vector<std::string> Files() const;
  bool empty() const { return regions_.empty(); }

 private:
  struct Region {
    uint64_t begin = 0;
    uint64_t end = 0;
    uint64_t base = 0;  // What to subtract from an address.
    std::string file;
  };
  std::vector<Region> regions_;  // By `begin`.
  std::vector<Region> bare_;     // Memory that is of no file.
};

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_MODULE_MAP_H_
