#include "runtime/worker/memory_map.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

namespace detsim::runtime {
namespace {

constexpr size_t kLineMax = 4096 + 128;  // A path and the fields before it.

uintptr_t ReadHex(const char** text) {
  uintptr_t value = 0;
  for (;; ++*text) {
    char c = **text;
    if (c >= '0' && c <= '9') {
      value = value * 16 + static_cast<uintptr_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      value = value * 16 + static_cast<uintptr_t>(c - 'a' + 10);
    } else {
      return value;
    }
  }
}

// "begin-end rwxp offset device inode name"
Mapping ParseLine(const char* line) {
  Mapping mapping;
  mapping.begin = ReadHex(&line);
  ++line;
  mapping.end = ReadHex(&line);
  ++line;
  mapping.writable = line[1] == 'w';
  mapping.is_private = line[3] == 'p';
  const char* name = strchr(line, '[');
  if (name != nullptr) {
    mapping.is_stack = strncmp(name, "[stack", 6) == 0;
    mapping.is_special = strncmp(name, "[v", 2) == 0;
  }
  return mapping;
}

}  // namespace

int ReadMemoryMap(Mapping* mappings, int capacity) {
  int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  char buffer[kLineMax + 1];
  size_t filled = 0;
  int count = 0;
  bool complete = true;
  for (;;) {
    ssize_t n = read(fd, buffer + filled, kLineMax - filled);
    if (n > 0) filled += static_cast<size_t>(n);
    buffer[filled] = '\0';
    char* line = buffer;
    while (char* end = strchr(line, '\n')) {
      *end = '\0';
      if (count == capacity) complete = false;
      if (complete) mappings[count++] = ParseLine(line);
      line = end + 1;
    }
    filled -= static_cast<size_t>(line - buffer);
    memmove(buffer, line, filled);
    if (n <= 0 || !complete || filled == kLineMax) break;
  }
  close(fd);
  return complete && filled == 0 ? count : -1;
}

}  // namespace detsim::runtime
