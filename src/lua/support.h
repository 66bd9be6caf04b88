/// What all files of the binding share: the objects that scripts hold, readers of
/// arguments and options with the same error texts on every Lua, and the translation of
/// statuses into Lua results.
///
/// Each function of the module is a closure over the same upvalues, among them the
/// metatables of all classes. So a type check compares two pointers. Readers get `who`,
/// the function as the script calls it ("grid:set"), and `what`, the name of the
/// argument. Both are used only in messages:
///
///     <who>: <what> must be <expected>, got <value>
///
/// Safety rules
/// ------------
///
/// Each userdata owns one object of the core, its `core`. A script can free a core at
/// almost any time: `debug.getmetatable(rules).__gc(rules)` calls the finalizer by hand.
/// This line can be in a finalizer of the script (Lua runs finalizers whenever it
/// allocates memory), in a metamethod, or in a heuristic function. Hence these rules:
///
/// 1. Rule: a variable may hold a pointer to a userdata while the Lua stack holds the
///    userdata. No variable may hold a pointer to a core, or into the memory of a core.
///    Reason: the stack keeps the userdata alive, but nothing keeps its core.
///    Otherwise: the pointer is used after its core was freed.
///
/// 2. Rule: a core is read in the argument list of the call that uses it, by the reader
///    of its class (`bind_grid_core` and the like). A repeated call reads it again.
///    Reason: no script can run between the reader and the call. The reader raises an
///    error when the core was freed. `bind_retry` runs a full garbage collection with
///    its finalizers, so after it every core may be gone.
///    Otherwise: the call gets a core that was freed in between.
///
/// 3. Rule: memory of a core (a row of tiles) is copied before a Lua value is made of it.
///    Reason: making a value allocates, and a finalizer may free or edit the core.
///    Otherwise: Lua reads freed memory.
///
/// 4. Rule: a core in use stays while a heuristic function runs. `__gc` does nothing on a
///    busy grid, and on a search that may be calling its heuristic function. The grid
///    holds the rules.
///    Reason: the function runs inside of a call of the core.
///    Otherwise: the call continues in freed memory.
///
/// 5. Rule: no Lua error passes through a call of the core. A heuristic function is
///    called by `lua_pcall`, and its error is raised after the core has returned.
///    Reason: a Lua error is a `longjmp`.
///    Otherwise: the call of the core never ends, and the grid stays busy.
///
/// 6. Rule: the userdata is created before its core.
///    Reason: creating the userdata may fail.
///    Otherwise: the core has no owner then, and leaks.
///
/// These operations are safe everywhere, since they allocate nothing and run no script:
/// pushing a number, a boolean, nil or a value of the stack; raw reads of tables; the
/// readers of arguments below, unless they raise an error. Reading a goal is not safe:
/// the goal may have a metatable.
///
/// spec/regression/finalizer_frees_*_spec.lua tests every function at every allocation.
#ifndef ASTAR_BIND_SUPPORT_H
#define ASTAR_BIND_SUPPORT_H

#include "astar.h"
#include "lua/compat.h"

/// Keys in the registry. They contain ASTAR_VERSION, so that two versions of this library
/// in one Lua state do not take each other's objects for their own.
#define BIND_KEY(name) "astar " ASTAR_VERSION " " name
#define BIND_KEY_GRID BIND_KEY("grid")
#define BIND_KEY_RULES BIND_KEY("rules")
#define BIND_KEY_CROWD BIND_KEY("crowd")

/// The registry key of a table of the upvalues, for C functions without upvalues.
#define BIND_KEY_UPVALUES BIND_KEY("upvalues")

/// The upvalues of every function: one metatable per class; the metatable of weak tables;
/// a bind_state; and a weak table of objects, with grids and rules by the address of
/// their core, watches by their number, and pools as keys.
enum {
  BIND_GRID = 1,
  BIND_RULES,
  BIND_PATH,
  BIND_FIELD,
  BIND_SEARCH,
  BIND_REPLANNER,
  BIND_TILES,
  BIND_WATCH,
  BIND_CROWD,
  BIND_POOL,
  BIND_REQUEST,
  BIND_INDEX,
  BIND_EXPLANATION, ///< owns the core of an explanation while its table is made
  BIND_EXPLAINED,   ///< the tables that grid:explain returns
  BIND_CLASSES = BIND_EXPLAINED,
  BIND_WEAK,
  BIND_STATE,
  BIND_OBJECTS,
  BIND_UPVALUES = BIND_OBJECTS
};

/// The key of the iterator in the metatable of a class: one closure per Lua state.
#define BIND_ITERATOR 1

/// The key of the table of methods in the metatable of a class.
#define BIND_METHODS 2

// ---------------------------------------------------------------------------- objects

/// The first word of every userdata is NULL. Reason: LÖVE takes every userdata that is
/// pushed into a Channel for an object of its own, and follows this word; NULL makes it
/// raise an error. Otherwise: a crash.
typedef struct bind_grid {
  void *null_word;
  astar_grid *core;  ///< NULL before it is made and after it is freed
  astar_path *path;  ///< the result of its queries; NULL before the first
  size_t reported;   ///< its memory as reported to the garbage collector [bytes]
  uint32_t searches; ///< number of queries: shows whether another one ran in between
} bind_grid;

typedef struct bind_rules {
  void *null_word;
  astar_rules *core; ///< NULL before they are made and after they are freed
} bind_rules;

/// A crowd.
typedef struct bind_crowd {
  void *null_word;
  uint32_t changes;  ///< number of changes: shows whether one happened in between
  astar_crowd *core; ///< NULL before it is made and after it was closed
} bind_crowd;

/// Data of the binding, one per Lua state.
typedef struct bind_state {
  void *null_word;
  size_t reported_since; ///< `*since` of `astar_compat_report_memory`
  uintptr_t watches;     ///< the number of the last watch
} bind_state;

/// A path. Its `count` points follow in the same userdata, and after them, aligned, the
/// costs up to each point. So the garbage collector counts the memory of both. Its value
/// (compat.h) is a pair {grid, rules}, which all paths of this grid and these rules
/// share.
typedef struct bind_path {
  void *null_word;
  double cost;
  uint32_t count;
  uint32_t expanded;
  bool partial;
  uint8_t kind;        ///< an astar_path_kind
  astar_filter filter; ///< of the query that found it
} bind_path;

static inline astar_point *bind_points(bind_path *path) {
  return (astar_point *)(path + 1);
}

/// The offset of the costs of a path from its points [bytes].
static inline size_t bind_costs_offset(size_t count) {
  size_t size = count * sizeof(astar_point);
  return (size + sizeof(double) - 1) / sizeof(double) * sizeof(double);
}

static inline double *bind_costs(bind_path *path) {
  return (double *)((char *)(path + 1) + bind_costs_offset(path->count));
}

/// The userdata at `index` when it belongs to this class, otherwise NULL.
void *bind_test(lua_State *L, int index, int class_index);

/// The userdata at 1, `self` of a method; raises when it does not belong to this class.
void *bind_self(lua_State *L, const char *who, int class_index);

/// Raises "<who>: the <what> freed already"; `what` is like "grid was".
int bind_freed(lua_State *L, const char *who, const char *what);

/// The core of a grid or of rules, for the argument list of a call (rule 2). Raises when
/// it was freed.
static inline astar_grid *bind_grid_core(lua_State *L, const char *who,
                                         const bind_grid *grid) {
  if (grid->core == NULL) bind_freed(L, who, "grid was");
  return grid->core;
}

static inline const astar_rules *bind_rules_core(lua_State *L, const char *who,
                                                 const bind_rules *rules) {
  if (rules->core == NULL) bind_freed(L, who, "rules were");
  return rules->core;
}

/// The object at 1. Raises when it belongs to another class or was freed.
bind_grid *bind_self_grid(lua_State *L, const char *who);
bind_path *bind_self_path(lua_State *L, const char *who);

/// The same for a grid or rules at `index`; `what` names the argument.
bind_grid *bind_check_grid(lua_State *L, const char *who, const char *what, int index);
bind_rules *bind_check_rules(lua_State *L, const char *who, const char *what, int index);

/// The core of a crowd, as `bind_grid_core` for grids.
astar_crowd *bind_crowd_core(lua_State *L, const char *who, const bind_crowd *crowd);

/// The core of the field at `index`; raises when it is no field or was freed.
astar_field *bind_field_core_at(lua_State *L, const char *who, int index);

/// Pushes a grid without a core (rule 6). `metatable` and `weak` are the indices of these
/// two values, on the stack or as upvalues.
bind_grid *bind_push_grid(lua_State *L, int metatable, int weak);
bind_grid *bind_new_grid(lua_State *L); ///< with the upvalues of the running function

/// The same for rules.
bind_rules *bind_push_rules(lua_State *L, int metatable);

/// Pushes an address as a string of its bytes: the key of an object in BIND_OBJECTS. A
/// number does not hold every address, and a light userdata of LuaJIT does not either.
void bind_push_address(lua_State *L, const void *core);

/// Registers the object on top of the stack as the object of this core: whenever the core
/// is pushed again, scripts get the same object.
void bind_remember(lua_State *L, const void *core);

/// Replaces the two values on top of the stack, new rules without a core and the address
/// of this core, by the object of the core: the one that scripts know, otherwise the new
/// one. Runs no finalizer.
void bind_replace_rules(lua_State *L, const astar_rules *core);

/// Indices in the value table of a path, watch, field, search, replanner, crowd or index.
enum { BIND_PART_GRID = 1, BIND_PART_RULES, BIND_PART_HEURISTIC };

/// Pushes a new object of a class, with all bytes zero. Its value is a new table with the
/// grid and the rules at these indices, which need not have been checked yet.
void *bind_new_object(lua_State *L, int class_index, size_t size, int grid, int rules);

/// Pushes three values: the value of the object at `index`, its grid and its rules.
void bind_push_parts(lua_State *L, int index);

/// Pushes a path with the length and cost of `found`. The caller fills in its points and
/// costs. `pair` is the index of its pair.
bind_path *bind_new_path(lua_State *L, int pair, const astar_result *found,
                         const astar_filter *filter);

/// Pushes the pair {grid, rules} of a grid and rules at these indices. A weak table of
/// the grid holds it: while a path holds the pair, later paths get the same one.
void bind_push_pair(lua_State *L, int grid, int rules);

/// Reports to the garbage collector that an object holds so much memory outside of Lua
/// [bytes], when that is much more than `*reported`. Finalizers may run.
void bind_report_held(lua_State *L, size_t held, size_t *reported);

/// Reports to the garbage collector the memory that a grid has allocated since the last
/// report, when it is much. Does nothing for a grid that was freed. Finalizers may run.
void bind_report_memory(lua_State *L, bind_grid *grid);
void bind_report_memory_in(lua_State *L, bind_grid *grid, bind_state *state);

/// Pushes the coordinates of a tile, counted from 1. Returns 2.
int bind_push_tile(lua_State *L, astar_point tile);

/// Pushes the iterator and the state of a loop `for i, x, y in ...` over so many tiles,
/// which the caller fills in.
astar_point *bind_push_tiles(lua_State *L, size_t count);

/// Pushes the result of `tostring`: "astar.grid 40x30". A width of 0 means that the
/// object was freed. Returns 1.
int bind_push_name(lua_State *L, const char *name, int width, int height);

/// Pushes an iterator over tiles, row by row: a closure over the object at 1 and the
/// current tile, so that a step allocates nothing. Returns 1.
int bind_push_iterator(lua_State *L, lua_CFunction step);

/// The index of the object of the running iterator.
#define BIND_ITERATED lua_upvalueindex(1)

/// The object and the current tile of the running iterator, (-1, 0) at first.
void *bind_iterator_at(lua_State *L, int *x, int *y);

/// Sets the current tile of the running iterator, and pushes it, counted from 1.
void bind_iterator_move(lua_State *L, int x, int y);

// -------------------------------------------------------------- allocation and statuses

/// The allocator of this Lua state.
astar_allocator bind_allocator(lua_State *L);

/// Whether to repeat a call that returned `status`. On the first ASTAR_NO_MEMORY it runs
/// a full garbage collection, which may free memory, and returns true. `*collected` must
/// be false before the first call. Finalizers may run.
bool bind_retry(lua_State *L, astar_status status, bool *collected);

/// Raises every status but ASTAR_OK.
void bind_expect_ok(lua_State *L, const char *who, astar_status status);

/// Raises every status that is an error, ASTAR_UNSUITED with its reason in words. All
/// other statuses are outcomes.
void bind_expect_outcome(lua_State *L, const char *who, const bind_grid *grid,
                         const bind_rules *rules, const astar_filter *filter,
                         astar_algorithm algorithm, astar_status status);

/// Pushes nil and the reason; raises a status that is an error. Returns 2.
int bind_push_reason(lua_State *L, const char *who, astar_status status);

// ---------------------------------------------------------------------------- readers

/// Raises "<who>: <what> must be <expected>, got <the value at index>". When `index` is
/// an argument that may be missing, nothing may have been pushed: the message would show
/// the pushed value instead.
int bind_expected(lua_State *L, const char *who, const char *what, const char *expected,
                  int index);

/// Raises when the table at `index` has an item 0: it counts from 0, so its first item
/// would be lost. `items` names the items in the message: "rows".
void bind_check_from_one(lua_State *L, const char *who, const char *items, int index);

/// Pushes and returns a description of the value at `index`: `"ab"`, `1.5`, `nil`, `an
/// astar grid`.
const char *bind_describe(lua_State *L, int index);

#define BIND_A_TERRAIN "an integer from 0 to 255 or a one-character string"
#define BIND_A_COST "a number >= 0 and <= 1e100"
#define BIND_A_LENGTH "a number > 0 and <= 1e100"

/// Coordinates are clamped to [-1e9, 1e9]. This is off every grid, and the difference of
/// two coordinates still fits an int.
#define BIND_FAR 1000000000

/// Conversions without an error: false when the value at `index` has another type or is
/// out of range.
bool bind_to_integer(lua_State *L, int index, int *value);  ///< clamped to BIND_FAR
bool bind_to_whole(lua_State *L, int index, double *value); ///< not clamped
bool bind_to_terrain(lua_State *L, int index, uint8_t *terrain);

/// The checks below convert an argument, and raise when it is not as described.

int bind_check_integer(lua_State *L, const char *who, const char *what, int index,
                       int min, int max);

/// Any integer. Returns the coordinate counted from 0; Lua counts from 1.
int bind_check_coordinate(lua_State *L, const char *who, const char *what, int index);

/// The arguments x, y at 2 and 3, returned counted from 0.
void bind_check_tile(lua_State *L, const char *who, int *x, int *y);

/// The arguments x1, y1, x2, y2 at 2 to 5, returned counted from 0.
void bind_check_ends(lua_State *L, const char *who, astar_goal *start, astar_goal *goal);

/// An integer >= 0, clamped to BIND_FAR.
int bind_check_count(lua_State *L, const char *who, const char *what, int index);

/// An integer >= 0, INT64_MAX for larger ones.
int64_t bind_check_expansions(lua_State *L, const char *who, const char *what, int index);

/// A number >= 0 or infinity.
double bind_check_max_cost(lua_State *L, const char *who, const char *what, int index);

uint8_t bind_check_terrain(lua_State *L, const char *who, const char *what, int index);

/// A number from ASTAR_MIN_COST to ASTAR_MAX_COST. For other values the message contains
/// `expected`, for numbers above 0 that are too small "at least 1e-100".
double bind_check_length(lua_State *L, const char *who, const char *what, int index,
                         const char *expected);

/// The same, or 0.
double bind_check_cost(lua_State *L, const char *who, const char *what, int index);
bool bind_check_boolean(lua_State *L, const char *who, const char *what, int index);
bool bind_opt_boolean(lua_State *L, const char *who, const char *what, int index,
                      bool otherwise);

/// The index in `words`, which end with NULL, of the string at `index`; -1 when it is not
/// there. The check raises then.
int bind_find_word(lua_State *L, int index, const char *const *words);
int bind_check_word(lua_State *L, const char *who, const char *what, int index,
                    const char *const *words);

/// Raises that the value is none of `words`; `also` is appended to the list of the
/// allowed words.
int bind_expected_word(lua_State *L, const char *who, const char *what, int index,
                       const char *const *words, const char *also);

/// One option. Its reader gets the value at `index` and writes to `target`. It may leave
/// values on the stack above `index`, and must not move values below.
typedef struct bind_option {
  const char *name;
  const char *what; ///< the option in messages
  void (*read)(lua_State *L, const char *who, const char *what, int index, void *target);
} bind_option;

#define BIND_OPTION(name, read)                                                          \
  { name, "option \"" name "\"", read }
#define BIND_LAST_OPTION                                                                 \
  { NULL, NULL, NULL }

/// Reads the table at `index`, option by option. Raises for a key that is not in
/// `options`.
void bind_read_table(lua_State *L, const char *who, int index, const bind_option *options,
                     void *target);

/// The same for an optional argument: nil or none reads nothing.
void bind_read_options(lua_State *L, const char *who, int index,
                       const bind_option *options, void *target);

// ---------------------------------------------------------------------------- queries

/// A heuristic function in Lua, and whether it has failed: the `heuristic_user` of a
/// query.
typedef struct bind_heuristic {
  lua_State *L;
  const char *who;
  int function; ///< its index on the stack
  bool stopped; ///< it failed: the error or the invalid result is on top of the stack
  bool raised;  ///< it raised an error
} bind_heuristic;

/// Initializes `state` for calls of the function on top of the stack. The function may be
/// put at this index later.
void bind_begin_heuristic(lua_State *L, const char *who, bind_heuristic *state);

/// Raises the error of a heuristic function that failed.
int bind_raise_stopped(const bind_heuristic *state);

/// The filter of rules. The options of a query may replace its members.
astar_filter bind_filter_of(lua_State *L, const char *who, const bind_rules *rules);

/// Readers of the options "ignore_blocked" and "penalty_scale". Their target must begin
/// with an astar_filter.
void bind_read_ignore_blocked(lua_State *L, const char *who, const char *what, int index,
                              void *target);
void bind_read_penalty_scale(lua_State *L, const char *who, const char *what, int index,
                             void *target);

/// Both options, for lists of options.
#define BIND_FILTER_OPTIONS                                                              \
  BIND_OPTION("ignore_blocked", bind_read_ignore_blocked),                               \
      BIND_OPTION("penalty_scale", bind_read_penalty_scale)

/// Reads the options at `index` of a query that has only these two options.
astar_filter bind_read_filter(lua_State *L, const char *who, int index,
                              const bind_rules *rules);

/// Checks the number of an obstacle layer [1..8].
int bind_check_layer(lua_State *L, const char *who, int index);

/// A query that is being prepared or runs. When `core.goals` points into a userdata, that
/// must stay on the stack.
typedef struct bind_query {
  astar_filter filter;
  int grid;  ///< index on the stack of the grid
  int avoid; ///< index on the stack of the crowd whose units are avoided, or of nil
  astar_query core;
  bind_heuristic heuristic;
} bind_query;

/// Reads the options of a search at `index`, if there are any, into `query`, whose `core`
/// is set up. The grid is at 1. Pushes two values, the heuristic function and the crowd
/// to avoid, or nil, which must stay on the stack while the query is in use.
void bind_read_query(lua_State *L, const char *who, int index, const bind_rules *rules,
                     bind_query *query);

/// The same for a query of an index, whose filter the caller sets: options of the filter
/// are an error. The grid is at index `grid`.
void bind_read_index_query(lua_State *L, const char *who, int index, int grid,
                           bind_query *query);

/// Makes sure that the grid has a path object for the results of its queries.
astar_status bind_ensure_path(lua_State *L, bind_grid *grid);

/// Pushes the path that was found, which is in the path object of the grid. `pair` is the
/// index of its pair. Creating it may run finalizers, which may search the same grid and
/// overwrite its path object. Then it returns false, and the caller searches again.
bool bind_push_found(lua_State *L, const char *who, const bind_grid *grid, int pair,
                     const astar_result *result, const astar_filter *filter);

/// The core of the crowd to avoid, for the argument list of a call (rule 2); NULL when
/// there is none. Raises when the crowd was closed.
const astar_crowd *bind_avoided_core(lua_State *L, const char *who,
                                     const bind_query *query);

/// Reads a list of tiles into a buffer, a userdata that is pushed. Returns the number of
/// tiles. `list_name` names the list in messages: "tiles". Reading may run scripts: a
/// tile may have a metatable. O(tiles).
int bind_read_tiles(lua_State *L, const char *who, const char *list_name, int index,
                    astar_goal **list);

/// The two halves of it, for a caller with a buffer of its own: the number of tiles of a
/// list, and the tiles. Reading them may change the list: a tile that is gone is an
/// error.
int bind_count_tiles(lua_State *L, const char *who, const char *list_name, int index);
void bind_copy_tiles(lua_State *L, const char *who, const char *list_name, int index,
                     astar_goal *tiles, int count);

/// The same for goals of a search, which have no starting cost other than 0.
int bind_read_goals(lua_State *L, const char *who, int index, astar_goal **list);

/// The same for goals that may have a starting cost.
int bind_read_sources(lua_State *L, const char *who, int index, astar_source **list);

/// The same for pairs of tiles. `expected` is for the message when the value is no table.
int bind_read_pairs(lua_State *L, const char *who, int index, const char *expected,
                    astar_pair **list);

/// Reads the options of a distance field at `index`.
void bind_read_field_options(lua_State *L, const char *who, int index,
                             const bind_rules *rules, astar_filter *filter,
                             double *max_cost);

/// Pushes a field without a core, for the grid and rules at these indices. Returns where
/// its core belongs. `width` and `height` are those of the grid.
astar_field **bind_push_field(lua_State *L, int grid, int rules,
                              const astar_filter *filter, int width, int height);

// ----------------------------------------------------------------------- explanations

/// The words of field `relax` in the order of the bits of astar_relaxation, and NULL.
extern const char *const bind_relaxed_rules[];

/// The fields of an explanation that hold its start and its goal, and NULL.
extern const char *const bind_explained_ends[];

// ------------------------------------------------------------- what each file defines

extern const luaL_Reg bind_grid_functions[];
extern const luaL_Reg bind_grid_methods[];
extern const luaL_Reg bind_grid_metamethods[];
extern const luaL_Reg bind_geometry_methods[]; // of a grid
extern const luaL_Reg bind_find_methods[];     // of a grid
extern const luaL_Reg bind_rules_functions[];
extern const luaL_Reg bind_rules_methods[];
extern const luaL_Reg bind_rules_metamethods[];
extern const luaL_Reg bind_replica_functions[];
extern const luaL_Reg bind_replica_methods[]; // of a grid
extern const luaL_Reg bind_path_methods[];
extern const luaL_Reg bind_path_metamethods[];
extern const luaL_Reg bind_field_queries[];
extern const luaL_Reg bind_field_methods[];
extern const luaL_Reg bind_field_metamethods[];
extern const luaL_Reg bind_search_queries[];
extern const luaL_Reg bind_search_methods[];
extern const luaL_Reg bind_search_metamethods[];
extern const luaL_Reg bind_replanner_queries[];
extern const luaL_Reg bind_replanner_methods[];
extern const luaL_Reg bind_replanner_metamethods[];
extern const luaL_Reg bind_watch_queries[];
extern const luaL_Reg bind_watch_methods[];
extern const luaL_Reg bind_watch_metamethods[];
extern const luaL_Reg bind_explanation_queries[];
extern const luaL_Reg bind_explanation_metamethods[];
extern const luaL_Reg bind_explained_metamethods[];
extern const luaL_Reg bind_blocking_queries[];
extern const luaL_Reg bind_index_makers[]; // of a grid
extern const luaL_Reg bind_index_methods[];
extern const luaL_Reg bind_index_metamethods[];
extern const luaL_Reg bind_crowd_functions[];
extern const luaL_Reg bind_crowd_methods[];
extern const luaL_Reg bind_crowd_metamethods[];
extern const luaL_Reg bind_pool_functions[];
extern const luaL_Reg bind_pool_methods[];
extern const luaL_Reg bind_pool_metamethods[];
extern const luaL_Reg bind_request_methods[];
extern const luaL_Reg bind_request_metamethods[];

extern const luaL_Reg bind_geometry_metamethods[];

/// The source of a function in Lua that makes the method `pool:await` of its parts, and
/// the parts in the order of its parameters.
extern const char bind_await[];
extern const luaL_Reg bind_await_parts[];

/// The value of a key that is no method of a path: nil, an error for a number.
int bind_path_missing(lua_State *L);

/// The iterators of `path:each`, of tiles, of `grid:broken` and of `crowd:events`.
int bind_path_next(lua_State *L);
int bind_geometry_next(lua_State *L);
int bind_watch_next(lua_State *L);
int bind_crowd_next(lua_State *L);

/// The finalizer of the guard of a Lua state: closes all pools.
int bind_pool_end_all(lua_State *L);

#endif
