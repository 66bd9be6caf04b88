// The functions in C of `love`.

#include "host.h"

int host_open_love(lua_State *L) {
  lua_newtable(L);
  return 1;
}
