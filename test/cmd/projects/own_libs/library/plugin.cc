// Loaded at run time: its thread-locals are made when they are first used.
namespace {

int last_destroyed = 0;

struct Local {
  int value = 40;
  ~Local() { last_destroyed = value; }
};
thread_local Local local;
thread_local int counter = 30;

}  // namespace

extern "C" int AddToLocal(int more) { return local.value += more; }
extern "C" int* LastDestroyed() { return &last_destroyed; }
extern "C" int* Counter() { return &counter; }
