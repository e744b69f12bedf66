// Code inside namespace std stays, and does not hide the uses outside.
namespace std {
class thread;
template <class>
class future;
}  // namespace std
void Early(detsim::thread&);

#include <atomic>
#include <future>
#include <thread>

void Late(detsim::thread&, detsim::future<int>&);
