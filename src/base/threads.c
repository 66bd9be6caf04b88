// Threads of POSIX, of Windows, or none: three implementations of threads.h, chosen by
// system.h.
#include "base/threads.h"

#if defined(THREADS_POSIX)

#ifndef SIG_SETMASK
#error "astar: define _POSIX_C_SOURCE as 200809L before the first #include"
#endif

// A thread that wakes up does not interrupt the thread that woke it. Without this, when
// all processors are in use, each request to a pool could stop the game thread until the
// worker sleeps again: a request took 25 us instead of 0.8 us.
static void thread_give_way(void) {
#if defined(__linux__) && defined(SCHED_BATCH)
  struct sched_param priority;
  int policy;
  if (pthread_getschedparam(pthread_self(), &policy, &priority) == 0 &&
      policy == SCHED_OTHER)
    (void)pthread_setschedparam(pthread_self(), SCHED_BATCH, &priority);
#endif
}

static void *thread_main(void *argument) {
  thread *t = (thread *)argument;
  thread_give_way();
  t->run(t->user);
  return NULL;
}

// The signals that a new thread blocks: all but those of faults. Then the handlers of the
// program run in the threads of the program, and a fault still ends the process with the
// report of its handler.
static void thread_block_signals(sigset_t *before) {
  sigset_t blocked;
  sigfillset(&blocked);
  sigdelset(&blocked, SIGBUS);
  sigdelset(&blocked, SIGFPE);
  sigdelset(&blocked, SIGILL);
  sigdelset(&blocked, SIGSEGV);
  pthread_sigmask(SIG_SETMASK, &blocked, before);
}

// A new thread begins with the blocked signals of the thread that starts it.
bool thread_start(thread *t, void (*run)(void *user), void *user) {
  pthread_attr_t attributes;
  sigset_t before;
  t->run = run;
  t->user = user;
  if (pthread_attr_init(&attributes) != 0) return false;
  // When the size does not suit the system, the stack has the system's default size.
  (void)pthread_attr_setstacksize(&attributes, THREAD_STACK);
  thread_block_signals(&before);
  bool is_started = pthread_create(&t->system, &attributes, thread_main, t) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return is_started;
}

void thread_join(thread *t) { pthread_join(t->system, NULL); }

int thread_processors(void) {
#if defined(__linux__) && defined(CPU_COUNT)
  cpu_set_t usable; // fewer than all processors in a container, or after `taskset`
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) return CPU_COUNT(&usable);
#endif
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online >= 1 && online <= 65536 ? (int)online : 1;
}

bool thread_lock_init(thread_lock *lock) {
  if (pthread_mutex_init(&lock->system, NULL) != 0) return false;
  if (pthread_cond_init(&lock->condition, NULL) == 0) return true;
  pthread_mutex_destroy(&lock->system);
  return false;
}

void thread_lock_fini(thread_lock *lock) {
  pthread_cond_destroy(&lock->condition);
  pthread_mutex_destroy(&lock->system);
}

void thread_lock_take(thread_lock *lock) { pthread_mutex_lock(&lock->system); }
void thread_lock_release(thread_lock *lock) { pthread_mutex_unlock(&lock->system); }

void thread_lock_wait(thread_lock *lock) {
  pthread_cond_wait(&lock->condition, &lock->system);
}

void thread_lock_signal(thread_lock *lock) { pthread_cond_signal(&lock->condition); }
void thread_lock_broadcast(thread_lock *lock) {
  pthread_cond_broadcast(&lock->condition);
}

#elif defined(THREADS_WINDOWS)

#include <process.h>

// The functions of kernel32.dll, declared as windows.h declares them: a program may
// include both, in any order. DWORD is unsigned long, BOOL is int.
#ifdef __cplusplus
extern "C" {
#endif
struct _RTL_SRWLOCK;
struct _RTL_CONDITION_VARIABLE;
#define THREAD_IMPORT __declspec(dllimport)
THREAD_IMPORT unsigned long __stdcall WaitForSingleObject(void *, unsigned long);
THREAD_IMPORT int __stdcall CloseHandle(void *);
THREAD_IMPORT unsigned long __stdcall GetActiveProcessorCount(unsigned short);
THREAD_IMPORT void __stdcall AcquireSRWLockExclusive(struct _RTL_SRWLOCK *);
THREAD_IMPORT void __stdcall ReleaseSRWLockExclusive(struct _RTL_SRWLOCK *);
THREAD_IMPORT int __stdcall SleepConditionVariableSRW(struct _RTL_CONDITION_VARIABLE *,
                                                      struct _RTL_SRWLOCK *,
                                                      unsigned long, unsigned long);
THREAD_IMPORT void __stdcall WakeConditionVariable(struct _RTL_CONDITION_VARIABLE *);
THREAD_IMPORT void __stdcall WakeAllConditionVariable(struct _RTL_CONDITION_VARIABLE *);
#ifdef __cplusplus
}
#endif

static unsigned __stdcall thread_main(void *argument) {
  thread *t = (thread *)argument;
  t->run(t->user);
  return 0;
}

// `_beginthreadex` starts a thread that may use the C library.
bool thread_start(thread *t, void (*run)(void *user), void *user) {
  const unsigned reserve_only = 0x10000; // STACK_SIZE_PARAM_IS_A_RESERVATION
  t->run = run;
  t->user = user;
  t->system = (void *)_beginthreadex(NULL, (unsigned)THREAD_STACK, thread_main, t,
                                     reserve_only, NULL);
  return t->system != NULL;
}

void thread_join(thread *t) {
  WaitForSingleObject(t->system, 0xffffffff); // INFINITE
  CloseHandle(t->system);
}

int thread_processors(void) {
  unsigned long count = GetActiveProcessorCount(0xffff); // ALL_PROCESSOR_GROUPS
  return count >= 1 && count <= 65536 ? (int)count : 1;
}

static struct _RTL_SRWLOCK *thread_srwlock(thread_lock *lock) {
  return (struct _RTL_SRWLOCK *)&lock->system;
}

static struct _RTL_CONDITION_VARIABLE *thread_variable(thread_lock *lock) {
  return (struct _RTL_CONDITION_VARIABLE *)&lock->condition;
}

void thread_lock_take(thread_lock *lock) {
  AcquireSRWLockExclusive(thread_srwlock(lock));
}

void thread_lock_release(thread_lock *lock) {
  ReleaseSRWLockExclusive(thread_srwlock(lock));
}

void thread_lock_wait(thread_lock *lock) {
  SleepConditionVariableSRW(thread_variable(lock), thread_srwlock(lock), 0xffffffff, 0);
}

void thread_lock_signal(thread_lock *lock) {
  WakeConditionVariable(thread_variable(lock));
}

void thread_lock_broadcast(thread_lock *lock) {
  WakeAllConditionVariable(thread_variable(lock));
}

#else

bool thread_start(thread *t, void (*run)(void *user), void *user) {
  t->run = run;
  t->user = user;
  return false;
}

void thread_join(thread *t) { (void)t; }

int thread_processors(void) { return 1; }

void thread_lock_take(thread_lock *lock) { (void)lock; }
void thread_lock_release(thread_lock *lock) { (void)lock; }
void thread_lock_wait(thread_lock *lock) { (void)lock; }
void thread_lock_signal(thread_lock *lock) { (void)lock; }
void thread_lock_broadcast(thread_lock *lock) { (void)lock; }

#endif

#if !defined(THREADS_POSIX)

// NULL is SRWLOCK_INIT and CONDITION_VARIABLE_INIT.
bool thread_lock_init(thread_lock *lock) {
  lock->system = lock->condition = NULL;
  return true;
}

void thread_lock_fini(thread_lock *lock) { (void)lock; }

#endif
