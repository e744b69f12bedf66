// Calls on descriptors, and what only has the same name.
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <fstream>

#define WRITE_ALL(fd, text) detsim_write(fd, text, sizeof text)

struct File {
  int fd;
  int read(char* to) { return static_cast<int>(detsim_read(fd, to, 1)); }
  void close() { detsim_close(fd); }
  int poll() const { return 0; }
};

struct Operations {
  int (*close)(int);
  ssize_t (*write)(int, const void*, size_t);
};
const Operations kOperations = {detsim_close, &detsim_write};

namespace other {
int send(int, int) { return 0; }
int connect(const char*) { return 0; }
}  // namespace other

// Functions of C have other names with us: uses are rewritten, not these.
namespace posix {
using ::close;
using ::read;
using ::sleep;
}  // namespace posix

template <typename Descriptor>
long ByUsingDeclaration(Descriptor fd) {
  using ::write;
  using posix::read;
  char text[2];
  detsim_sleep(1);
  return detsim_read(fd, text, 1) + detsim_read(fd, text, 1) + detsim_write(fd, text, 1) +
         detsim_close(fd);
}

long ByUsingDeclaration() {
  using ::write;
  char text[2];
  return detsim_read(0, text, 1) + detsim_write(0, text, 1) + detsim_close(0) +
         ByUsingDeclaration<int>(0);
}

void Files(File& file, std::fstream& stream) {
  char text[4] = {};
  file.read(text);
  file.close();
  file.poll();
  stream.read(text, 1);
  stream.close();
  other::send(1, 2);
  other::connect("a");
  WRITE_ALL(1, text);
}

void Sockets(int fd, sockaddr* peer, socklen_t size, msghdr* message) {
  char text[4];
  detsim_connect(fd, peer, size);
  int client = detsim_accept(fd, peer, &size);
  client = detsim_accept4(fd, peer, &size, 0);
  detsim_recv(client, text, sizeof text, 0);
  detsim_recvfrom(client, text, sizeof text, 0, peer, &size);
  detsim_recvmsg(client, message, 0);
  detsim_send(client, text, sizeof text, 0);
  detsim_sendto(client, text, sizeof text, 0, peer, size);
  detsim_sendmsg(client, message, 0);
  detsim_shutdown(client, SHUT_RDWR);
}

void Readiness(int fd, epoll_event* event, iovec* parts) {
  pollfd entry = {fd, POLLIN, 0};
  detsim_poll(&entry, 1, -1);
  detsim_ppoll(&entry, 1, nullptr, nullptr);
  fd_set set;
  FD_ZERO(&set);
  detsim_select(1, &set, nullptr, nullptr, nullptr);
  detsim_pselect(1, &set, nullptr, nullptr, nullptr, nullptr);
  detsim_epoll_ctl(fd, EPOLL_CTL_ADD, fd, event);
  detsim_epoll_wait(fd, event, 1, -1);
  detsim_epoll_pwait(fd, event, 1, -1, nullptr);
  eventfd_t value;
  detsim_eventfd_read(fd, &value);
  detsim_eventfd_write(fd, value);
  detsim_readv(fd, parts, 1);
  detsim_writev(fd, parts, 1);
}
