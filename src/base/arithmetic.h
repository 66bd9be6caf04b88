// Arithmetic: whether the compiler keeps IEEE 754 doubles.
//
// The library promises the same costs on every platform. Some compiler options break
// that: they reorder sums, divide by multiplying, fuse a multiplication and an addition,
// or keep more digits than a double has. arithmetic.c refuses to compile with those that
// define a macro; `arithmetic_is_exact` detects the others when the program runs.
#ifndef ASTAR_ARITHMETIC_H
#define ASTAR_ARITHMETIC_H

#include <stdbool.h>

/// Whether operations round as IEEE 754 demands, each of them once, to a double. O(1): a
/// few operations.
bool arithmetic_is_exact(void);

#endif
