/// The whole library as one translation unit: the core, then the Lua module unless
/// ASTAR_NO_LUA is defined. `make single` writes it out as one file.

// Costs must be the same everywhere: a * b + c must not become one operation that rounds
// once. Some compilers make it so unless they are told.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

// In a shared library these files keep their names to themselves: others see astar.h, or
// of the module what `require` looks for. What is declared elsewhere comes before.
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef ASTAR_NO_LUA
#include "lua_compat.h"
#endif
#if defined(__GNUC__) && !defined(__cplusplus) && !defined(_WIN32)
#ifdef ASTAR_NO_LUA
#pragma GCC visibility push(default)
#include "astar.h"
#pragma GCC visibility pop
#endif
#pragma GCC visibility push(hidden)
#endif

#include "archive.c"
#include "boards.c"
#include "costmap.c"
#include "dstar.c"
#include "field.c"
#include "find.c"
#include "flood.c"
#include "goals.c"
#include "grid.c"
#include "heuristic.c"
#include "jps.c"
#include "labels.c"
#include "memory.c"
#include "open.c"
#include "path.c"
#include "replanner.c"
#include "rules.c"
#include "search.c"
#include "sight.c"
#include "steps.c"
#include "trail.c"

#ifndef ASTAR_NO_LUA
#include "lua_support.c"
#include "lua_path.c"
#include "lua_rules.c"
#include "lua_grid.c"
#include "lua_find.c"
#include "lua_field.c"
#include "lua_search.c"
#include "lua_replanner.c"
#include "lua_astar.c"
#endif
