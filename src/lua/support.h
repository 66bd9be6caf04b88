/// What the files of the binding share: the objects that scripts hold, readers of
/// arguments and options that raise the same words on every Lua, and statuses as Lua
/// returns.
///
/// Each function of the module is a closure over the same upvalues, the metatables, so
/// that telling a grid from something else is one comparison of pointers. Readers get
/// `who`, the function as the script calls it ("grid:set"), and `what`, the argument's
/// name; both only end up in messages: "<who>: <what> must be <expected>, got <value>".
///
/// The rule of cores. Each userdata owns an object of the core, its `core`. A script can
/// free that at any time, by `debug.getmetatable(rules).__gc(rules)`. It can do so in a
/// finalizer, and Lua runs finalizers where it allocates; or in a metamethod, or in a
/// heuristic function. Therefore:
///
/// 1. A pointer to a userdata may stay in a variable, as long as the stack holds the
///    userdata. A pointer to a core, or into memory of a core, may not.
/// 2. A core is read in the argument list of the call that uses it, by the reader of its
///    class (`bind_grid_core` and its like), which raises when the core was freed.
///    A call that is tried again (`bind_retry`) reads the core again.
/// 3. What a core owns (a row of tiles) is copied before any value is made of it.
/// 4. A heuristic function runs inside of a call of the core. What this call uses stays
///    until it ends: `__gc` leaves a grid that is busy, and a search that may be asking
///    its heuristic function; the grid holds the rules.
///
/// Nothing is allocated, and no script runs, when a number, a boolean, nil or a value of
/// the stack is pushed, in raw reads of tables, and in the readers of arguments below as
/// long as they do not raise. To read a goal may run a script: it may have a metatable.
///
/// spec/regression/finalizer_frees_*_spec.lua tries every function at every allocation.
#ifndef ASTAR_BIND_SUPPORT_H
#define ASTAR_BIND_SUPPORT_H

#include "astar.h"
#include "lua/compat.h"

/// Keys in the registry. They contain ASTAR_VERSION: another version of this library in
/// the same Lua state has objects of its own.
#define BIND_KEY(name) "astar " ASTAR_VERSION " " name
#define BIND_KEY_GRID BIND_KEY("grid")
#define BIND_KEY_RULES BIND_KEY("rules")

/// Where the registry has a table of the upvalues, for C functions without upvalues.
#define BIND_KEY_UPVALUES BIND_KEY("upvalues")

/// Upvalues of every function: one metatable a class, then the metatable of weak tables,
/// a bind_state, and a weak table of grids and rules by the address of their core, and of
/// watches by their numbers.
enum {
  BIND_GRID = 1,
  BIND_RULES,
  BIND_PATH,
  BIND_FIELD,
  BIND_SEARCH,
  BIND_REPLANNER,
  BIND_TILES,
  BIND_WATCH,
  BIND_CLASSES = BIND_WATCH,
  BIND_WEAK,
  BIND_STATE,
  BIND_OBJECTS,
  BIND_UPVALUES = BIND_OBJECTS
};

/// Where a class keeps its iterator, a key of its metatable: one closure a Lua state.
#define BIND_ITERATOR 1

// ---------------------------------------------------------------------------- objects

/// The first word of every userdata is NULL: LÖVE takes whatever is pushed into a Channel
/// for an object of its own and follows it.
typedef struct bind_grid {
  void *null_word;
  astar_grid *core;  ///< NULL before it is made and after it is freed
  astar_path *path;  ///< where its queries put what they find; NULL before the first
  size_t weighed;    ///< bytes of it that the collector has been told of
  uint32_t searches; ///< counts queries, so that one can see that another came between
} bind_grid;

typedef struct bind_rules {
  void *null_word;
  astar_rules *core; ///< NULL before they are made and after they are freed
} bind_rules;

/// What there is once a Lua state.
typedef struct bind_state {
  void *null_word;
  size_t weighed_since; ///< for `astar_compat_add_weight`
  uintptr_t watches;    ///< the number of the last watch
} bind_state;

/// A path. Its `count` points follow inline, and after them, aligned, what it costs up to
/// each of them, so that the collector weighs both. Its value is a pair {grid, rules},
/// which all paths of the two share.
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

/// How far behind its points the costs of a path begin [bytes].
static inline size_t bind_costs_offset(size_t count) {
  size_t size = count * sizeof(astar_point);
  return (size + sizeof(double) - 1) / sizeof(double) * sizeof(double);
}

static inline double *bind_costs(bind_path *path) {
  return (double *)((char *)(path + 1) + bind_costs_offset(path->count));
}

/// The userdata at `index` when it is of this class, otherwise NULL.
void *bind_test(lua_State *L, int index, int class_index);

/// The userdata at 1, `self` of a method; raises when it is not of this class.
void *bind_self(lua_State *L, const char *who, int class_index);

/// Raises that something is gone: `what` is like "grid was".
int bind_freed(lua_State *L, const char *who, const char *what);

/// The core of a grid or of rules, for the argument list of a call; raises when it was
/// freed.
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

/// The object at 1; raises when it is another thing or was freed.
bind_grid *bind_self_grid(lua_State *L, const char *who);
bind_path *bind_self_path(lua_State *L, const char *who);

/// The same for a grid or rules elsewhere; `what` names the argument.
bind_grid *bind_check_grid(lua_State *L, const char *who, const char *what, int index);
bind_rules *bind_check_rules(lua_State *L, const char *who, const char *what, int index);

/// Pushes a grid without a core yet: the owner comes before what it owns. `metatable` and
/// `weak` are the indices of two upvalues, on the stack or as upvalues.
bind_grid *bind_push_grid(lua_State *L, int metatable, int weak);
bind_grid *bind_new_grid(lua_State *L); ///< with the upvalues of the running function

/// The same for rules.
bind_rules *bind_push_rules(lua_State *L, int metatable);

/// Pushes an address as a string of its bytes: the key of an object in BIND_OBJECTS.
/// Numbers do not hold every address, and no binding of LuaJIT every light userdata.
void bind_push_address(lua_State *L, const void *core);

/// Makes the object on top of the stack the one that stands for this core in scripts.
void bind_remember(lua_State *L, const void *core);

/// Places in the value of a path, field, search or replanner.
enum { BIND_PART_GRID = 1, BIND_PART_RULES, BIND_PART_HEURISTIC };

/// Pushes an object of a class made on a grid, all zero; its value is a table of its own
/// with the grid and the rules, which need not have been checked yet.
void *bind_new_object(lua_State *L, int class_index, size_t size, int grid, int rules);

/// Pushes the value of the object at `index`, its grid and its rules.
void bind_push_parts(lua_State *L, int index);

/// Pushes a path as it was found, its points to be filled in; `pair` is where its pair
/// is.
bind_path *bind_new_path(lua_State *L, int pair, const astar_result *found,
                         const astar_filter *filter);

/// Pushes the pair {grid, rules} of these two. The grid remembers it weakly, so it is the
/// same one as long as some path holds it.
void bind_push_pair(lua_State *L, int grid, int rules);

/// Tells the collector of memory that was taken through the grid's allocator since the
/// last time, when it is worth it. Finalizers may run in here. Of a grid that was freed
/// there is nothing to tell.
void bind_weigh(lua_State *L, bind_grid *grid);
void bind_weigh_in(lua_State *L, bind_grid *grid, bind_state *state);

/// Pushes the coordinates of a tile, counted from 1. Returns 2.
int bind_push_tile(lua_State *L, astar_point tile);

/// Pushes what `tostring` gives: "astar.grid 40x30". A width of 0 stands for an object
/// that was freed. Returns 1.
int bind_push_name(lua_State *L, const char *name, int width, int height);

/// Pushes an iterator over tiles, row by row: a closure over the object at 1 and the tile
/// where it is, so that a step allocates nothing. Returns 1.
int bind_push_iterator(lua_State *L, lua_CFunction step);

/// Where the object of the iterator that is called is.
#define BIND_ITERATED lua_upvalueindex(1)

/// The object, and the tile where the iterator is: (-1, 0) at first.
void *bind_iterator_at(lua_State *L, int *x, int *y);

/// Takes the iterator to a tile, and pushes this counted from 1.
void bind_iterator_move(lua_State *L, int x, int y);

// -------------------------------------------------------------- allocation and statuses

/// The allocator of this Lua state.
astar_allocator bind_allocator(lua_State *L);

/// Whether to try again what ended in `status`: memory was short, and a full collection,
/// which is made once, may have freed some. `*collected` starts out false. Finalizers may
/// run in here.
bool bind_retry(lua_State *L, astar_status status, bool *collected);

/// Raises every status but ASTAR_OK.
void bind_expect_ok(lua_State *L, const char *who, astar_status status);

/// Raises every status that is an error; ASTAR_UNSUITED in words.
void bind_expect_outcome(lua_State *L, const char *who, const bind_grid *grid,
                         const bind_rules *rules, const astar_filter *filter,
                         astar_algorithm algorithm, astar_status status);

/// Pushes nil and the reason; raises a status that is an error. Returns 2.
int bind_push_reason(lua_State *L, const char *who, astar_status status);

// ---------------------------------------------------------------------------- readers

/// Raises "<who>: <what> must be <expected>, got <the value at index>". Of an argument
/// that may be missing nothing may be pushed before: it would be taken for the argument.
int bind_expected(lua_State *L, const char *who, const char *what, const char *expected,
                  int index);

/// Pushes and returns the value at `index` in words: `"ab"`, `1.5`, `nil`, `an astar
/// grid`.
const char *bind_describe(lua_State *L, int index);

#define BIND_A_TERRAIN "an integer from 0 to 255 or a one-character string"
#define BIND_A_COST "a number >= 0 and <= 1e100"
#define BIND_A_LENGTH "a number > 0 and <= 1e100"

/// Coordinates are clamped to this far from the origin: off every grid, and near enough
/// for differences to fit an int.
#define BIND_FAR 1000000000

bool bind_to_integer(lua_State *L, int index, int *value);  ///< clamped
bool bind_to_whole(lua_State *L, int index, double *value); ///< as it is
bool bind_to_terrain(lua_State *L, int index, uint8_t *terrain);

int bind_check_integer(lua_State *L, const char *who, const char *what, int index,
                       int least, int most);

/// Any integer, counted from 1 in Lua, from 0 here.
int bind_check_coordinate(lua_State *L, const char *who, const char *what, int index);

/// The arguments x, y at 2 and 3.
void bind_check_tile(lua_State *L, const char *who, int *x, int *y);

/// The arguments x1, y1, x2, y2 at 2 to 5.
void bind_check_ends(lua_State *L, const char *who, astar_goal *start, astar_goal *goal);

/// An integer >= 0, clamped to BIND_FAR.
int bind_check_count(lua_State *L, const char *who, const char *what, int index);

/// An integer >= 0, INT64_MAX for larger ones.
int64_t bind_check_expansions(lua_State *L, const char *who, const char *what, int index);

/// A number >= 0 or infinity.
double bind_check_max_cost(lua_State *L, const char *who, const char *what, int index);

uint8_t bind_check_terrain(lua_State *L, const char *who, const char *what, int index);

/// A number from ASTAR_MIN_COST to ASTAR_MAX_COST; of others the message says that it
/// must be `expected`, or where it is too small that it must be at least 1e-100.
double bind_check_length(lua_State *L, const char *who, const char *what, int index,
                         const char *expected);

/// The same, or 0.
double bind_check_cost(lua_State *L, const char *who, const char *what, int index);
bool bind_check_boolean(lua_State *L, const char *who, const char *what, int index);
bool bind_opt_boolean(lua_State *L, const char *who, const char *what, int index,
                      bool otherwise);

/// The place in `words`, which ends with NULL, of the string at `index`; -1 when it is
/// none of them. The check raises then.
int bind_find_word(lua_State *L, int index, const char *const *words);
int bind_check_word(lua_State *L, const char *who, const char *what, int index,
                    const char *const *words);

/// Raises that the value is none of `words`; `also` is appended to what is allowed.
int bind_expected_word(lua_State *L, const char *who, const char *what, int index,
                       const char *const *words, const char *also);

/// One option: its reader gets the value at `index` and writes to `target`. It leaves
/// what it likes on the stack, but nothing below the value may change height.
typedef struct bind_option {
  const char *name;
  const char *what; ///< the option in messages
  void (*read)(lua_State *L, const char *who, const char *what, int index, void *target);
} bind_option;

#define BIND_OPTION(name, read)                                                          \
  { name, "option \"" name "\"", read }
#define BIND_LAST_OPTION                                                                 \
  { NULL, NULL, NULL }

/// Reads the table at `index`, option by option; raises for a key that is none of
/// `options`.
void bind_read_table(lua_State *L, const char *who, int index, const bind_option *options,
                     void *target);

/// The same for an argument that may be left out.
void bind_read_options(lua_State *L, const char *who, int index,
                       const bind_option *options, void *target);

// ---------------------------------------------------------------------------- queries

/// A heuristic function of Lua, the `heuristic_user` of a query, and how it is faring.
typedef struct bind_heuristic {
  lua_State *L;
  const char *who;
  int function; ///< where on the stack it is
  bool stopped; ///< it failed: on top of the stack is the error or the bad answer
  bool raised;  ///< it is an error
} bind_heuristic;

/// Readies it for calls of the function that is on top of the stack, or will be there.
void bind_begin_heuristic(lua_State *L, const char *who, bind_heuristic *state);

/// Raises what stopped it.
int bind_raise_stopped(const bind_heuristic *state);

/// The filter of the rules at `index`, which were checked. The options of a query may
/// replace its members.
astar_filter bind_filter_of(lua_State *L, const char *who, const bind_rules *rules);

/// The readers of the options "ignore_blocked" and "penalty_scale". Their target begins
/// with an astar_filter.
void bind_read_ignore_blocked(lua_State *L, const char *who, const char *what, int index,
                              void *target);
void bind_read_penalty_scale(lua_State *L, const char *who, const char *what, int index,
                             void *target);

/// The two options, for lists of options.
#define BIND_FILTER_OPTIONS                                                              \
  BIND_OPTION("ignore_blocked", bind_read_ignore_blocked),                               \
      BIND_OPTION("penalty_scale", bind_read_penalty_scale)

/// The filter of a query under some rules that has no other options, at `index`.
astar_filter bind_read_filter(lua_State *L, const char *who, int index,
                              const bind_rules *rules);

/// A layer of obstacles.
int bind_check_layer(lua_State *L, const char *who, int index);

/// A query under way. `core` points into Lua's memory: what it points to is on the stack.
typedef struct bind_query {
  astar_filter filter;
  astar_query core;
  bind_heuristic heuristic;
} bind_query;

/// Reads the options of a search under these rules at `index`, if there are any, into
/// `query`, whose `core` has been set up. Pushes one value, the heuristic function or
/// nil, which must stay while the query is in use.
void bind_read_query(lua_State *L, const char *who, int index, const bind_rules *rules,
                     bind_query *query);

/// Reads a list of goals into a buffer that is pushed; returns how many. Sources may have
/// a cost.
int bind_read_goals(lua_State *L, const char *who, int index, astar_goal **list);
int bind_read_sources(lua_State *L, const char *who, int index, astar_source **list);

// ------------------------------------------------------------- what each file gives

extern const luaL_Reg bind_grid_functions[];
extern const luaL_Reg bind_grid_methods[];
extern const luaL_Reg bind_grid_metamethods[];
extern const luaL_Reg bind_geometry_methods[]; // of a grid
extern const luaL_Reg bind_find_methods[];     // of a grid
extern const luaL_Reg bind_rules_functions[];
extern const luaL_Reg bind_rules_metamethods[];
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

extern const luaL_Reg bind_geometry_metamethods[];

/// The iterators of `path:each`, of tiles, and of `grid:broken`.
int bind_path_next(lua_State *L);
int bind_geometry_next(lua_State *L);
int bind_watch_next(lua_State *L);

#endif
