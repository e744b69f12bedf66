// Calls on descriptors, and what only has the same name.
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <fstream>

#define WRITE_ALL(fd, text) ::write(fd, text, sizeof text)

struct File {
  int fd;
  int read(char* to) { return static_cast<int>(::read(fd, to, 1)); }
  void close() { ::close(fd); }
  int poll() const { return 0; }
};

struct Operations {
  int (*close)(int);
  ssize_t (*write)(int, const void*, size_t);
};
const Operations kOperations = {close, &::write};

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
  posix::sleep(1);
  return posix::read(fd, text, 1) + read(fd, text, 1) + write(fd, text, 1) +
         posix::close(fd);
}

long ByUsingDeclaration() {
  using ::write;
  char text[2];
  return posix::read(0, text, 1) + write(0, text, 1) + posix::close(0) +
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
  connect(fd, peer, size);
  int client = ::accept(fd, peer, &size);
  client = accept4(fd, peer, &size, 0);
  recv(client, text, sizeof text, 0);
  recvfrom(client, text, sizeof text, 0, peer, &size);
  recvmsg(client, message, 0);
  send(client, text, sizeof text, 0);
  sendto(client, text, sizeof text, 0, peer, size);
  sendmsg(client, message, 0);
  shutdown(client, SHUT_RDWR);
}

void Readiness(int fd, epoll_event* event, iovec* parts) {
  pollfd entry = {fd, POLLIN, 0};
  poll(&entry, 1, -1);
  ppoll(&entry, 1, nullptr, nullptr);
  fd_set set;
  FD_ZERO(&set);
  select(1, &set, nullptr, nullptr, nullptr);
  pselect(1, &set, nullptr, nullptr, nullptr, nullptr);
  epoll_ctl(fd, EPOLL_CTL_ADD, fd, event);
  epoll_wait(fd, event, 1, -1);
  epoll_pwait(fd, event, 1, -1, nullptr);
  eventfd_t value;
  eventfd_read(fd, &value);
  eventfd_write(fd, value);
  readv(fd, parts, 1);
  writev(fd, parts, 1);
}
