/* <sys/socket.h>: calls on sockets that others can be at the other end of.
 * Every function is a decision point. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_SOCKET_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_SOCKET_H_
#pragma GCC system_header

#include <sys/socket.h>

#include "detsim/detail/descriptors.h"

#ifdef __cplusplus
extern "C" {
#endif

DETSIM_C_SHIM int detsim_accept(int fd, __SOCKADDR_ARG peer, socklen_t* size) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_INPUT);
  return accept(fd, peer, size);
}

DETSIM_C_SHIM int detsim_connect(int fd, __CONST_SOCKADDR_ARG peer,
                                 socklen_t size) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_OUTPUT);
  return connect(fd, peer, size);
}

DETSIM_C_SHIM ssize_t detsim_recv(int fd, void* to, size_t size, int flags) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_INPUT);
  return recv(fd, to, size, flags);
}

DETSIM_C_SHIM ssize_t detsim_recvfrom(int fd, void* to, size_t size, int flags,
                                      __SOCKADDR_ARG from,
                                      socklen_t* from_size) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_INPUT);
  return recvfrom(fd, to, size, flags, from, from_size);
}

DETSIM_C_SHIM ssize_t detsim_recvmsg(int fd, struct msghdr* message,
                                     int flags) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_INPUT);
  return recvmsg(fd, message, flags);
}

DETSIM_C_SHIM ssize_t detsim_send(int fd, const void* from, size_t size,
                                  int flags) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_OUTPUT);
  return send(fd, from, size, flags);
}

DETSIM_C_SHIM ssize_t detsim_sendto(int fd, const void* from, size_t size,
                                    int flags, __CONST_SOCKADDR_ARG to,
                                    socklen_t to_size) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_OUTPUT);
  return sendto(fd, from, size, flags, to, to_size);
}

DETSIM_C_SHIM ssize_t detsim_sendmsg(int fd, const struct msghdr* message,
                                     int flags) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_OUTPUT);
  return sendmsg(fd, message, flags);
}

DETSIM_C_SHIM int detsim_shutdown(int fd, int how) DETSIM_NOEXCEPT {
  detsim_descriptor(DETSIM_DESCRIPTOR_OUTPUT);
  return shutdown(fd, how);
}

#ifdef __USE_GNU
DETSIM_C_SHIM int detsim_accept4(int fd, __SOCKADDR_ARG peer, socklen_t* size,
                                 int flags) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_INPUT);
  return accept4(fd, peer, size, flags);
}
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_SOCKET_H_ */
