// Threads of the operating system: see threads.h.
#include "base/threads.h"

bool thread_start(thread *t, void (*run)(void *user), void *user) {
  t->run = run;
  t->user = user;
  return false;
}

void thread_join(thread *t) { (void)t; }

int thread_processors(void) { return 1; }

bool thread_lock_init(thread_lock *lock) { return lock != NULL; }
void thread_lock_fini(thread_lock *lock) { (void)lock; }
void thread_lock_take(thread_lock *lock) { (void)lock; }
void thread_lock_release(thread_lock *lock) { (void)lock; }

bool thread_condition_init(thread_condition *c) { return c != NULL; }
void thread_condition_fini(thread_condition *c) { (void)c; }

void thread_condition_wait(thread_condition *c, thread_lock *lock) {
  (void)c;
  (void)lock;
}

void thread_condition_signal(thread_condition *c) { (void)c; }
void thread_condition_broadcast(thread_condition *c) { (void)c; }
