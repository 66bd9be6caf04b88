// A reference count that several threads may change at the same time.
//
// C11 has atomic types, but not every C compiler, and C++ spells them differently: hence
// three ways. A count begins at 1 or 0, is shared, and is dropped by each user once. The
// user whose drop returns 0 is the last one: it sees all that the others wrote before
// they dropped theirs (release and acquire).
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

/// Returns what is left.
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

/// Returns what is left.
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

/// Returns what is left.
static inline int counter_decrement(counter *c) {
  return __atomic_sub_fetch(&c->value, 1, __ATOMIC_ACQ_REL);
}

static inline int counter_read(counter *c) {
  return __atomic_load_n(&c->value, __ATOMIC_ACQUIRE);
}

#endif

#endif
