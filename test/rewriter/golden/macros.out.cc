// A name in a macro's body moves the #define, an argument moves where it is
// written; what is split, pasted or never expanded is reported.
#include <mutex>
#include <thread>

#define MUTEX_TYPE detsim::mutex
#define DECLARE_LOCK(name) detsim::mutex name##_mutex; int name
#define SCOPED(m) std::lock_guard<detsim::mutex> guard(m)
#define IDENTITY(...) __VA_ARGS__
#define STD std
#define STD_NAME(x) std::x
#define PASTE(a, b) std::a##b
#define NEVER_USED std::condition_variable
#define IGNORE(x)
#define STRING(x) #x

MUTEX_TYPE body;
DECLARE_LOCK(counter);
IDENTITY(detsim::mutex argument; std::lock_guard<detsim::mutex>* inner;)
IDENTITY(IDENTITY(detsim::thread nested;))
detsim::mutex by_qualifier;
STD_NAME(mutex) split;
PASTE(mu, tex) pasted;
IGNORE(std::mutex ignored)
const char* kText = STRING(std::mutex);

void Use() { SCOPED(body); }
