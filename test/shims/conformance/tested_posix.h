/* TESTED(time) is time natively and detsim_time for the shims. In C and C++. */
#ifndef DETSIM_TEST_SHIMS_CONFORMANCE_TESTED_POSIX_H_
#define DETSIM_TEST_SHIMS_CONFORMANCE_TESTED_POSIX_H_

#ifdef DETSIM_TEST_SHIMS
#include "detsim/posix/atomic_builtins.h"
#include "detsim/posix/poll.h"
#include "detsim/posix/pthread.h"
#include "detsim/posix/sched.h"
#include "detsim/posix/semaphore.h"
#include "detsim/posix/stdatomic.h"
#include "detsim/posix/stdlib.h"
#include "detsim/posix/sys/epoll.h"
#include "detsim/posix/sys/eventfd.h"
#include "detsim/posix/sys/random.h"
#include "detsim/posix/sys/select.h"
#include "detsim/posix/sys/socket.h"
#include "detsim/posix/sys/times.h"
#include "detsim/posix/sys/uio.h"
#include "detsim/posix/time.h"
#include "detsim/posix/unistd.h"
#define TESTED(name) detsim_##name
#else
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#define TESTED(name) name
#endif

#endif /* DETSIM_TEST_SHIMS_CONFORMANCE_TESTED_POSIX_H_ */
