// Code inside namespace std stays, and does not hide the uses outside.
namespace std {
class thread;
template <class>
class future;
}  // namespace std
void Early(std::thread&);

#include <atomic>
#include <future>
#include <thread>

void Late(std::thread&, std::future<int>&);
