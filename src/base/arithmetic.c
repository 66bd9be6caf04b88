// Refuses compiler options that change the results of doubles.
//
// gcc defines a macro for most of these options. clang 14 defines none for
// -funsafe-math-optimizations and its parts, and for -fno-honor-nans; neither compiler
// defines one for -ffp-contract=fast. `arithmetic_is_exact` makes the operations that
// such options transform, and compares the results.
#include "base/arithmetic.h"

#include <float.h>
#include <math.h>

// Comparisons with NaN are false: that is how the library rejects NaN. With
// -ffinite-math-only a compiler removes these checks. Only the library needs this:
// programs that include astar.h may be compiled with such options.
#if defined(__FAST_MATH__) || defined(_M_FP_FAST) || defined(__ASSOCIATIVE_MATH__) ||    \
    defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__) ||                      \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "astar: compile without -ffast-math and each of its parts, -Ofast and /fp:fast"
#endif

// The format in which operations on doubles are computed. 0: double; 16: double, but
// half-precision numbers are not widened; 2: long double, the x87 unit; < 0: any.
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "astar: the x87 unit does not round to doubles; compile with -msse2 -mfpmath=sse"
#endif

// The operands are volatile: the compiler cannot compute the results itself.
bool arithmetic_is_exact(void) {
  // The squares of these two are 1 + 2^-29 + 2^-60: a fused sum keeps 2^-60.
  volatile double factor = 1 + 1.0 / (1 << 30), minus_square = -(1 + 2.0 / (1 << 30));
  // The sum rounds to `large`. Reordered, or with more digits, 0.5 is left.
  volatile double small = 0.5, large = 1e16;
  // Multiplied by 1 / 3 this gives 1.6666666666666665.
  volatile double five = 5;
  // The sum with 0 is 0, not -0.
  volatile double minus_zero = -0.0;
  // A constant of single precision is 0.100000001.
  volatile double tenth = 0.1;
  // NaN differs from itself: clang defines no macro for -fno-honor-nans.
  volatile double not_a_number = NAN;

  double square = factor, low = small, high = large, zero = minus_zero, dividend = five;
  double unordered = not_a_number;
  return square * square + minus_square == 0 && (low + high) - high == 0 &&
         dividend / 3 == 1.6666666666666667 && 1 / (zero + 0.0) > 0 &&
         tenth != (double)(float)tenth && unordered != unordered;
}
