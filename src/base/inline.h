// Inlining: for the inner loops of kernels, whose speed depends on it.
//
// A compiler estimates whether it pays to inline a function, and small changes elsewhere
// in a file can change its decision. With other compilers these are plain functions. With
// ASTAR_SMALL defined, for a module that must be small, the compiler decides.
#ifndef ASTAR_INLINE_H
#define ASTAR_INLINE_H

#if (defined(__GNUC__) || defined(__clang__)) && !defined(ASTAR_SMALL)
/// A function that is always inlined: called with constants, it is specialized for them.
#define INLINE_ALWAYS static inline __attribute__((always_inline))
/// A function that is never inlined, so that its caller stays small.
#define INLINE_NEVER static __attribute__((noinline))
#else
#define INLINE_ALWAYS static inline
#define INLINE_NEVER static
#endif

#endif
