// Linux system calls and structures that Swift's Glibc overlay does not bring or cannot call (variadic
// functions, macros). No logic here.
#ifndef RETAKE_CLINUX_SHIM_H
#define RETAKE_CLINUX_SHIM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static inline int retake_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int retake_window_size(int file, struct winsize *size) { return ioctl(file, TIOCGWINSZ, size); }
static inline int retake_errno(void) { return errno; }
static inline void retake_clear_errno(void) { errno = 0; }
static inline int retake_strerror(int code, char *buffer, size_t size) { return strerror_r(code, buffer, size); }
// glibc declares these two for _GNU_SOURCE only, which would make other types differ from those of Swift's Glibc module.
int pthread_setname_np(pthread_t thread, const char *name);
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
// FALLOC_FL_KEEP_SIZE (1) and the function are for _GNU_SOURCE only too.
int fallocate(int file, int mode, off_t offset, off_t length);
// SEEK_DATA (3) too.
static inline off_t retake_seek_data(int file, off_t offset) { return lseek(file, offset, 3); }
static inline int retake_reserve(int file, off_t offset, off_t length) { return fallocate(file, 1, offset, length); }
static inline int retake_ignores(const struct sigaction *action) { return action->sa_handler == SIG_IGN; }
static inline int retake_limit_heaps(int count) { return mallopt(M_ARENA_MAX, count); }
static inline int retake_map_large_blocks(int bytes) { return mallopt(M_MMAP_THRESHOLD, bytes); }
static inline int retake_getrusage(struct rusage *usage) { return getrusage(RUSAGE_SELF, usage); }
// Linux keeps a niceness for each thread; this is the calling one's.
static inline int retake_setniceness(int niceness) { return setpriority(PRIO_PROCESS, 0, niceness); }
static inline int retake_is_map_failed(const void *address) { return address == MAP_FAILED; }
static inline int retake_setname(const char *name) { return pthread_setname_np(pthread_self(), name); }

#endif
