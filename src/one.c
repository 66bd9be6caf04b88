/// The whole library as one translation unit: the core, then the Lua module unless
/// ASTAR_NO_LUA is defined. `make single` writes it out as one file.

// clang contracts a * b + c unless told not to; gcc does under -std=gnu11 on machines that
// can. Costs must be the same everywhere: give gcc -std=c11 or -ffp-contract=off.
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

#include "archive.c"
#include "costmap.c"
#include "find.c"
#include "goals.c"
#include "grid.c"
#include "heuristic.c"
#include "labels.c"
#include "memory.c"
#include "open.c"
#include "path.c"
#include "rules.c"
#include "search.c"

#ifndef ASTAR_NO_LUA
#include "lua_support.c"
#include "lua_grid.c"
#endif
