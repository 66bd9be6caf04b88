// Threads, locks and conditions: the only file that knows POSIX or Windows threads.
//
// Compiled with ASTAR_NO_THREADS there are none: `thread_start` fails, and locks do
// nothing. Counts and flags that several threads change are in `base/counter.h`.
#ifndef ASTAR_THREADS_H
#define ASTAR_THREADS_H

#include <stdbool.h>
#include <stddef.h>

/// A thread that runs a function. The struct must not move while the thread runs.
typedef struct thread {
  void (*run)(void *user);
  void *user;
  void *handle[2]; ///< of the system
} thread;

/// A lock that one thread holds at a time. It must not move.
typedef struct thread_lock {
  void *system[8]; ///< pthread_mutex_t or SRWLOCK
} thread_lock;

/// A condition that threads wait for. It must not move.
typedef struct thread_condition {
  void *system[8]; ///< pthread_cond_t or CONDITION_VARIABLE
} thread_condition;

/// Starts a thread that calls `run(user)`. False: the system has no thread left, or the
/// library has no threads.
bool thread_start(thread *t, void (*run)(void *user), void *user);

/// Waits until the thread has returned from its function.
void thread_join(thread *t);

/// How many processors this process can use; 1 when unknown.
int thread_processors(void);

/// False: the system has no lock left.
bool thread_lock_init(thread_lock *lock);
void thread_lock_fini(thread_lock *lock);
void thread_lock_take(thread_lock *lock);
void thread_lock_release(thread_lock *lock);

/// False: the system has no condition left.
bool thread_condition_init(thread_condition *c);
void thread_condition_fini(thread_condition *c);

/// Releases the lock, waits for a signal, and takes the lock again. It may return without
/// a signal.
void thread_condition_wait(thread_condition *c, thread_lock *lock);
void thread_condition_signal(thread_condition *c); ///< wakes one thread at least
void thread_condition_broadcast(thread_condition *c);

#endif
