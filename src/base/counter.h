// A reference count that several threads may change at the same time.
//
// There are three implementations: C11 atomics; Microsoft's intrinsics; and the builtins
// of gcc and clang, for C++ and for compilers without C11 atomics.
//
// Memory order: an increment needs none (relaxed), since the caller already holds a
// reference. A decrement releases and acquires: the caller whose decrement returns 0 is
// the last user, and sees everything that other users wrote before their decrements.
#ifndef ASTAR_COUNTER_H
#define ASTAR_COUNTER_H

#if !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L && \
    !defined(__STDC_NO_ATOMICS__)

#include <stdatomic.h>

typedef struct counter {
  atomic_int value;
} counter;

static inline void counter_init(counter *c, int value) { atomic_init(&c->value, value); }

static inline void counter_increment(counter *c) {
  atomic_fetch_add_explicit(&c->value, 1, memory_order_relaxed);
}

/// Returns the new count.
static inline int counter_decrement(counter *c) {
  return atomic_fetch_sub_explicit(&c->value, 1, memory_order_acq_rel) - 1;
}

static inline int counter_read(counter *c) {
  return atomic_load_explicit(&c->value, memory_order_acquire);
}

#elif defined(_MSC_VER) && !defined(__clang__)

#include <intrin.h>

typedef struct counter {
  long volatile value;
} counter;

static inline void counter_init(counter *c, int value) { c->value = value; }

static inline void counter_increment(counter *c) { _InterlockedIncrement(&c->value); }

/// Returns the new count.
static inline int counter_decrement(counter *c) {
  return (int)_InterlockedDecrement(&c->value);
}

static inline int counter_read(counter *c) { return (int)_InterlockedOr(&c->value, 0); }

#else

typedef struct counter {
  int value;
} counter;

static inline void counter_init(counter *c, int value) { c->value = value; }

static inline void counter_increment(counter *c) {
  __atomic_fetch_add(&c->value, 1, __ATOMIC_RELAXED);
}

/// Returns the new count.
static inline int counter_decrement(counter *c) {
  return __atomic_sub_fetch(&c->value, 1, __ATOMIC_ACQ_REL);
}

static inline int counter_read(counter *c) {
  return __atomic_load_n(&c->value, __ATOMIC_ACQUIRE);
}

#endif

#endif
