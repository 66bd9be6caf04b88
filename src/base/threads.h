// Threads, locks and conditions: the only file that knows POSIX or Windows threads.
//
// Compiled with ASTAR_NO_THREADS there are none: `thread_start` fails, and locks do
// nothing. Counts and flags that several threads change are in `base/counter.h`.
//
// All structs stay at their place in memory from `_init` or `thread_start` to `_fini` or
// `thread_join`.
#ifndef ASTAR_THREADS_H
#define ASTAR_THREADS_H

#include "base/system.h"

#include <stdbool.h>
#include <stddef.h>

/// The stack of a thread [bytes]. The queries need less than 64 kB; the allocator of the
/// caller runs on this stack, too. Systems have other defaults, from 128 kB (musl) to
/// 8 MB, which is too much for many threads in an address space of 32 bits.
#define THREAD_STACK ((size_t)512 * 1024)

/// A thread that runs a function.
typedef struct thread {
  void (*run)(void *user);
  void *user;
#if defined(THREADS_POSIX)
  pthread_t system;
#elif defined(THREADS_WINDOWS)
  void *system;             ///< HANDLE
#endif
} thread;

/// A lock that one thread holds at a time, and a condition that threads wait for.
typedef struct thread_lock {
#if defined(THREADS_POSIX)
  pthread_mutex_t system;
  pthread_cond_t condition;
#else
  void *system, *condition; ///< SRWLOCK, CONDITION_VARIABLE: each is one pointer
#endif
} thread_lock;

/// Starts a thread that calls `run(user)`. Signals of the program are not handled in it.
/// False: the system has no thread left, or the library has no threads.
bool thread_start(thread *t, void (*run)(void *user), void *user);

/// Waits until the thread has returned from its function, and frees what the system holds
/// for it. Call it once for each thread that was started.
void thread_join(thread *t);

/// How many processors this process can use; 1 when unknown.
int thread_processors(void);

/// False: the system has no lock left.
bool thread_lock_init(thread_lock *lock);
void thread_lock_fini(thread_lock *lock);
void thread_lock_take(thread_lock *lock);
void thread_lock_release(thread_lock *lock);

/// Releases the lock, waits for a signal, and takes the lock again. It may return without
/// a signal.
void thread_lock_wait(thread_lock *lock);
void thread_lock_signal(thread_lock *lock); ///< wakes one thread at least
void thread_lock_broadcast(thread_lock *lock);

#endif
