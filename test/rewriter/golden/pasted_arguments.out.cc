// An argument that is a type and pasted to other tokens as well is one text: it
// is left, with a report. Arguments that only look so are rewritten.
#include <mutex>
#include <thread>

using detsim::mutex;
using detsim::thread;

#define BOTH(type) type type##_object
#define BEHIND(type) type a_##type
#define THROUGH(type) BOTH(type)
BOTH(mutex);
BEHIND(thread);
namespace inner {
THROUGH(mutex);
}

// Near misses: a string beside `##`, a comma that disappears, a paste to a
// qualified name that asks what it is and drops the result, another argument.
#define WIDE(type) type wide; const wchar_t* text = L## #type
#define CALL(function, ...) function(0, ##__VA_ARGS__)
#define SECOND(a, b, ...) b
#define CHOOSE(...) SECOND(__VA_ARGS__)
#define IS_VOID_void , 1
#define IS_VOID(type) CHOOSE(IS_VOID_##type, 0, )
#define NAMED(type, name) type name##_lock
struct Strings {
  WIDE(detsim::mutex);
};
template <class... T>
void Take(int, T...);
int Use() {
  CALL(Take, detsim::thread());
  NAMED(detsim::mutex, first);
  return IS_VOID(std::mutex);
}
