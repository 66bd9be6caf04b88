/// Random numbers of a program.
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

static uint64_t chance_state;

/// A random number from 0 to `count` - 1: splitmix64.
static inline int chance(int count) {
  uint64_t z = (chance_state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return (int)((z ^ (z >> 31)) % (uint64_t)count);
}

static inline double pick(const double *list, int count) { return list[chance(count)]; }

#endif
