/// Tests `astar_compat_length` of the binding with a list that has more elements than
/// size_t can count. For a machine whose size_t has 32 bits. The program contains no Lua,
/// only the one function below.
///
/// Built and run by spec/regression/length_32_bits_spec.lua.
#include "lua/compat.h"

#include <stdio.h>
#include <stdlib.h>

static lua_Unsigned raw_length;

lua_Unsigned lua_rawlen(lua_State *L, int index) {
  (void)L;
  (void)index;
  return raw_length;
}

int main(void) {
  static const lua_Unsigned lengths[] = {0,
                                         1,
                                         UINT32_MAX - 1u,
                                         UINT32_MAX,
                                         (lua_Unsigned)UINT32_MAX + 1,
                                         (lua_Unsigned)UINT32_MAX + 4,
                                         ~(lua_Unsigned)0};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    raw_length = lengths[i];
    const size_t length = astar_compat_length(NULL, 1);
    const lua_Unsigned expected = raw_length < SIZE_MAX ? raw_length : SIZE_MAX;
    if (length == expected) continue;
    fprintf(stderr, "%llu is truncated to %llu\n", (unsigned long long)raw_length,
            (unsigned long long)length);
    return EXIT_FAILURE;
  }
  printf("size_t of %u bits: no length is truncated\n", (unsigned)(8 * sizeof(size_t)));
  return EXIT_SUCCESS;
}
