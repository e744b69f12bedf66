#include "runtime/sched/escapes.h"

#include "runtime/sched/abi_support.h"

namespace detsim::runtime {
namespace {

EscapeCount escapes[kEscapesMax];
int escape_count = 0;

}  // namespace

const EscapeCount* Escapes(int* count) {
  *count = escape_count;
  return escapes;
}

void ResetEscapes() { escape_count = 0; }

void NoteEscape(const char* what) {
  for (int i = 0; i < escape_count; ++i) {
    if (escapes[i].what == what) {
      ++escapes[i].count;
      return;
    }
  }
  if (escape_count < kEscapesMax) escapes[escape_count++] = {what, 1};
}

}  // namespace detsim::runtime
