// SDL2's and SDL2_ttf's headers, and the macros that Swift cannot import. No logic here.
#ifndef RETAKE_CSDL2_SHIM_H
#define RETAKE_CSDL2_SHIM_H

// The vector headers that SDL_cpuinfo.h would pull in are of no use to Swift and slow to import.
#define SDL_DISABLE_IMMINTRIN_H 1
#define SDL_DISABLE_MMINTRIN_H 1
#define SDL_DISABLE_XMMINTRIN_H 1
#define SDL_DISABLE_EMMINTRIN_H 1
#define SDL_DISABLE_PMMINTRIN_H 1
#include <SDL2/SDL.h>
#include <SDL2/SDL_ttf.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int retake_is_first_thread(void) { return syscall(SYS_gettid) == getpid(); }
static inline int retake_window_centered(void) { return (int)SDL_WINDOWPOS_CENTERED; }
static inline Uint32 retake_touch_mouse(void) { return SDL_TOUCH_MOUSEID; }
static inline int retake_audio_float(void) { return AUDIO_F32SYS; }
static inline int retake_audio_short(void) { return AUDIO_S16LSB; }
static inline Sint64 retake_mouse_touch(void) { return SDL_MOUSE_TOUCHID; }

#endif
