#include "cmd/lib/module_map.h"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

// Programs that are not position-independent are mapped where their symbol
// table says; everything else counts from its load address.
bool HasFixedAddress(const std::string& file) {
  int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  Elf64_Ehdr header = {};
  bool whole = read(fd, &header, sizeof header) == sizeof header;
  close(fd);
  return whole && header.e_type == ET_EXEC;
}

// The next blank-separated word of `line`, which is shortened.
std::string_view Word(std::string_view* line) {
  while (line->starts_with(' ')) line->remove_prefix(1);
  std::string_view word = line->substr(0, line->find(' '));
  line->remove_prefix(word.size());
  return word;
}

uint64_t Hex(std::string_view text) {
  uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

}  // namespace

ModuleMap::ModuleMap(std::string_view maps) {
  std::map<std::string, uint64_t> bases;
  while (!maps.empty()) {
    std::string_view line = maps.substr(0, maps.find('\n'));
    maps.remove_prefix(std::min(line.size() + 1, maps.size()));
    // begin-end permissions offset device inode path
    std::string_view range = Word(&line);
    for (int skipped = 0; skipped < 4; ++skipped) Word(&line);
    while (line.starts_with(' ')) line.remove_prefix(1);
    if (!line.starts_with('/') && !line.empty()) continue;
    Region region;
    size_t dash = range.find('-');
    if (dash == std::string_view::npos) continue;
    region.begin = Hex(range.substr(0, dash));
    region.end = Hex(range.substr(dash + 1));
    region.file = std::string(line);
    if (region.file.empty()) {
      bare_.push_back(std::move(region));
      continue;
    }
    auto [base, first] = bases.emplace(region.file, region.begin);
    if (first && HasFixedAddress(region.file)) base->second = 0;
    region.base = base->second;
    regions_.push_back(std::move(region));
  }
  std::sort(regions_.begin(), regions_.end(),
            [](const Region& a, const Region& b) { return a.begin < b.begin; });
}

ModuleMap ModuleMap::Of(pid_t pid) {
  absl::StatusOr<std::string> maps =
      ReadFile(absl::StrCat("/proc/", pid, "/maps"));
  return maps.ok() ? ModuleMap(*maps) : ModuleMap();
}

ModuleAddress ModuleMap::Find(uint64_t address) const {
  auto after = std::upper_bound(regions_.begin(), regions_.end(), address,
                                [](uint64_t value, const Region& region) {
                                  return value < region.begin;
                                });
  if (after == regions_.begin()) return {};
  const Region& region = *std::prev(after);
  if (address >= region.end) return {};
  return {region.file, address - region.base};
}

ModuleAddress ModuleMap::FindData(uint64_t address) const {
  ModuleAddress found = Find(address);
  if (!found.file.empty()) return found;
  for (const Region& bare : bare_) {
    if (address < bare.begin || address >= bare.end) continue;
    for (const Region& region : regions_) {
      if (region.end == bare.begin) return {region.file, address - region.base};
    }
  }
  return {};
}

std::vector<std::string> ModuleMap::Files() const {
  std::vector<std::string> files;
  for (const Region& region : regions_) files.push_back(region.file);
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

}  // namespace detsim::cmd
