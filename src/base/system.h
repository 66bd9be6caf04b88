// Which threads the operating system has, and the headers that they need.
//
// - ASTAR_NO_THREADS: none. The program that compiles the library defines it; WebAssembly
//   without shared memory has no threads, so it is defined here.
// - THREADS_WINDOWS: those of Windows. No header: windows.h defines macros with common
//   names (near, far, small, interface) for the rest of the single file, and for a
//   program that includes it. threads.c declares the functions that it calls.
// - THREADS_POSIX: those of all other systems.
#ifndef ASTAR_SYSTEM_H
#define ASTAR_SYSTEM_H

#if (defined(__wasm__) || defined(__EMSCRIPTEN__)) &&                                    \
    !defined(__EMSCRIPTEN_PTHREADS__) && !defined(ASTAR_NO_THREADS)
#define ASTAR_NO_THREADS
#endif

#ifdef ASTAR_NO_THREADS
#elif defined(_WIN32)
#define THREADS_WINDOWS
#else
#define THREADS_POSIX
// With -std=c11, the headers of Linux declare the functions of POSIX only when asked.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>
#endif

#endif
