// alsa-lib's headers, and what Swift cannot write itself. No logic here.
#ifndef RETAKE_CALSA_SHIM_H
#define RETAKE_CALSA_SHIM_H

#include <alsa/asoundlib.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

// Swift has no variadic C functions: alsa-lib's handler of messages, which takes them and says nothing.
static inline void retake_alsa_message(const char *file, int line, const char *function, int code, const char *format, ...) {}
static inline int retake_alsa_silence(void) { return snd_lib_error_set_handler(retake_alsa_message); }

#endif
