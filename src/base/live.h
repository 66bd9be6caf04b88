// Live objects: the check build finds objects that a program uses after it freed them, or
// frees twice.
//
// Compiled with ASTAR_CHECK, each object of astar.h has a mark in front of it, which
// says whether the object is live. `LIVE` reads the mark of an object that the caller
// passes. When it is wrong, `LIVE` prints the function and the argument to stderr, and
// aborts, so that a debugger shows the call. The memory of an object that was freed must
// stay readable: the check build never frees it. It does free the arrays of the object.
//
// Compiled without ASTAR_CHECK, objects have no mark, and nothing is checked.
#ifndef ASTAR_LIVE_H
#define ASTAR_LIVE_H

#include "base/memory.h"

#ifdef ASTAR_CHECK

#include <stdio.h>

/// The words of a mark.
#define LIVE_WORD UINT64_C(0x6576696c2d747361)
#define LIVE_ENDED UINT64_C(0x6465646e652d7361)

/// As large as the greatest alignment.
typedef struct live_mark {
  uint64_t word, unused;
} live_mark;

/// Allocates an object of zeros. NULL when out of memory.
static inline void *live_new(memory *m, size_t size) {
  live_mark *mark = (live_mark *)memory_new(m, sizeof *mark + size);
  if (mark == NULL) return NULL;
  mark->word = LIVE_WORD;
  return mark + 1;
}

/// The caller may not use an object any more.
static inline void live_end(void *object) {
  ((live_mark *)object - 1)->word = LIVE_ENDED;
}

/// Ends an object of `size` bytes. NULL is allowed.
static inline void live_free(memory *m, void *object, size_t size) {
  (void)m;
  (void)size;
  if (object != NULL) live_end(object);
}

static inline void live_check(const void *object, const char *name,
                              const char *function) {
  if (object == NULL) return;
  uint64_t word = ((const live_mark *)object - 1)->word;
  if (word == LIVE_WORD) return;
  fprintf(stderr, "astar: %s: %s %s\n", function, name,
          word == LIVE_ENDED ? "was freed before" : "is not an object of the library");
  abort();
}

/// An object that the caller passes, or NULL.
#define LIVE(object) (live_check(object, #object, __func__), (object))

#else

#define live_new(m, size) memory_new(m, size)
#define live_end(object) ((void)(object))
#define live_free(m, object, size) memory_free(m, object, size)
#define LIVE(object) (object)

#endif

#endif
