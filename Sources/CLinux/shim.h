// Linux system calls and structures that Swift's Glibc overlay does not bring or cannot call (variadic
// functions, macros). No logic here.
#ifndef RETAKE_CLINUX_SHIM_H
#define RETAKE_CLINUX_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static inline int retake_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int retake_errno(void) { return errno; }

#endif
