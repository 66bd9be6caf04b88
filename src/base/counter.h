// A reference count, or a flag, that several threads may change at the same time.
//
// There are three implementations: C11 atomics; Microsoft's intrinsics; and the builtins
// of gcc and clang, for C++ and for compilers without C11 atomics.
//
// Memory order: an increment needs none (relaxed), since the caller already holds a
// reference. A decrement releases and acquires: the caller whose decrement returns 0 is
// the last user, and sees everything that other users wrote before their decrements. The
// functions for flags (read, set, replace) are sequentially consistent: all
// threads see them in one order. So of two threads that each set a flag and then read the
// flag of the other one, at least one sees the flag that is set.
#ifndef ASTAR_COUNTER_H
#define ASTAR_COUNTER_H

#include <stdbool.h>

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

static inline int counter_read(counter *c) { return atomic_load(&c->value); }

static inline void counter_set(counter *c, int value) { atomic_store(&c->value, value); }

/// Sets a value if the old one is `expected`. Returns whether it was.
static inline bool counter_replace(counter *c, int expected, int value) {
  return atomic_compare_exchange_strong(&c->value, &expected, value);
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

static inline void counter_set(counter *c, int value) {
  _InterlockedExchange(&c->value, value);
}

/// Sets a value if the old one is `expected`. Returns whether it was.
static inline bool counter_replace(counter *c, int expected, int value) {
  return _InterlockedCompareExchange(&c->value, value, expected) == expected;
}

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
  return __atomic_load_n(&c->value, __ATOMIC_SEQ_CST);
}

static inline void counter_set(counter *c, int value) {
  __atomic_store_n(&c->value, value, __ATOMIC_SEQ_CST);
}

/// Sets a value if the old one is `expected`. Returns whether it was.
static inline bool counter_replace(counter *c, int expected, int value) {
  return __atomic_compare_exchange_n(&c->value, &expected, value, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
}

#endif

#endif
