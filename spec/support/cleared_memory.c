/// Tests `memory_clear`: build/spec/cleared_memory
///
/// Parts of sizes around one, two and three pages are all zeros, have one other byte, at
/// each place that a loop over pages could miss, or have no zeros. The bytes around them
/// must stay. On Linux, pages of zeros of large blocks are only read: here they are
/// constants, which a process cannot write.
///
/// Built and run by spec/quality/programs_spec.lua.
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

enum { PAGE = 4096, ROOM = 3 * PAGE, LARGE = 1 << 25 };

static unsigned char room[ROOM + 2];

/// Clears `size` bytes from `part`. The byte `dirty` is not zero, if it is one of them;
/// beyond ROOM: no byte is zero. The bytes around the part are `around`.
static void test(unsigned char *part, size_t size, size_t dirty, int around,
                 size_t block_size) {
  memset(room, around, sizeof room);
  memset(part, dirty > ROOM ? 0x80 : 0, size);
  if (dirty < size) part[dirty] = 0x80;
  memory_clear(part, size, block_size);
  for (unsigned char *at = room; at < room + sizeof room; at++) {
    if (*at == (at >= part && at < part + size ? 0 : around)) continue;
    fprintf(stderr, "%zu bytes, byte %zu was not zero\n", size, dirty);
    exit(1);
  }
}

int main(void) {
  static const size_t places[] = {0, 8, PAGE - 8, PAGE, PAGE + 8, 2 * PAGE, ROOM};
  const size_t count = sizeof places / sizeof *places;
  for (size_t i = 0; i < 9 * count * count; i++) {
    size_t size = places[i / 9 / count] + i % 3 - 1;
    size_t dirty = places[i / 9 % count] + i / 3 % 3 - 1;
    if (size > ROOM) continue; // below 0, too
    test(room + 1, size, dirty, 0xff, LARGE - 1);
    test(room + 1, size, dirty, 0xff, LARGE);
    if (size < ROOM) test(room + 2, size, dirty, 0, LARGE + 1);
  }
#if defined(__linux__) && !defined(ASTAR_VALGRIND)
  static const unsigned char constants[2 * PAGE + 1];
  memory_clear((void *)(uintptr_t)constants, 2 * PAGE, LARGE);
  memory_clear((void *)(uintptr_t)(constants + 1), 2 * PAGE, LARGE + 1);
#endif
  printf("parts of blocks are cleared, and nothing else\n");
  return 0;
}
