// Code that is not compiled here cannot be edited from the AST: reported.
#include <mutex>
#include <thread>

#if 0
std::thread never;
#elif defined(_WIN32)
std::mutex windows;
#else
std::mutex active;
#endif

#ifdef NOT_DEFINED
void Old() { pthread_mutex_lock(nullptr); }
#endif

#if 0
// std::mutex in a comment is no name.
const char* text = "std::mutex";
#endif
