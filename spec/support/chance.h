/// Random numbers of a program.
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

/// Each round begins with its seed.
extern uint64_t chance_state;

/// Random bits: splitmix64.
static inline uint64_t chance_bits(uint64_t *state) {
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/// A random number from 0 to `count` - 1.
static inline int chance_of(uint64_t *state, int count) {
  return (int)(chance_bits(state) % (uint64_t)count);
}

static inline int chance(int count) { return chance_of(&chance_state, count); }

/// From 0 to 1.
static inline double chance_real(void) {
  return (double)(chance_bits(&chance_state) >> 11) * 0x1p-53;
}

/// A seed for random numbers of their own.
static inline uint64_t chance_seed(void) {
  const uint64_t high = (uint64_t)chance(1 << 30);
  return high << 30 | (uint64_t)chance(1 << 30);
}

/// An element of an array, by chance.
#define PICK(list) ((list)[chance((int)(sizeof(list) / sizeof *(list)))])

#endif
