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
/// 2. Rule: a core is read in the argument list of the call that uses it, by a reader
///    (`bind_core`, `bind_grid_core` and the like). A repeated call reads it again.
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

#include "astar_crowd.h"
#include "astar_explain.h"
#include "astar_index.h"
#include "astar_pool.h"
#include "astar_sight.h"
#include "lua/compat.h"

/// Keys in the registry. They contain ASTAR_VERSION, so that two versions of this library
/// in one Lua state do not take each other's objects for their own.
#define BIND_KEY(name) "astar " ASTAR_VERSION " " name

/// The registry key of a table of the upvalues, for C functions without upvalues.
#define BIND_KEY_UPVALUES BIND_KEY("upvalues")

/// The upvalues of every function: one metatable per class; the metatable of weak tables;
/// a bind_state; and a weak table of objects, with grids and rules by the address of
/// their core, and pools as keys.
enum {
  BIND_GRID = 1,
  BIND_RULES,
  BIND_PATH,
  BIND_FIELD,
  BIND_SEARCH,
  BIND_REPLANNER,
  BIND_TILES,
  BIND_CROWD,
  BIND_POOL,
  BIND_REQUEST,
  BIND_INDEX,
  BIND_EXPLANATION, ///< owns the core of an explanation while its table is made
  BIND_EXPLAINED,   ///< the tables that grid:explain returns
  BIND_VIEW,
  BIND_VISION,
  BIND_INFLUENCE, ///< an influence map
  BIND_CLASSES = BIND_INFLUENCE,
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

/// The core of an object.
typedef union bind_any_core {
  void *any;
  astar_grid *grid;
  astar_rules *rules;
  astar_field *field;
  astar_search *search;
  astar_replanner *replanner;
  astar_crowd *crowd;
  astar_pool *pool;
  astar_index *index;
  astar_explanation *explanation;
  astar_vision *vision;
} bind_any_core;

/// What the userdata of all classes with a core begin with.
///
/// The first word of every userdata is NULL. Reason: LÖVE takes every userdata that is
/// pushed into a Channel for an object of its own, and follows this word; NULL makes it
/// raise an error. Otherwise: a crash.
typedef struct bind_object {
  void *null_word;
  bind_any_core core;  ///< NULL before it is made and after it is freed
  int class_index;     ///< BIND_GRID and so on
  int width, height;   ///< of its grid
  int running;         ///< calls of the core that may call a heuristic function
  uint32_t calls;      ///< calls that wrote to it: shows whether one ran in between
  astar_filter filter; ///< of its query
} bind_object;

typedef bind_object bind_rules;
typedef bind_object bind_crowd;

typedef struct bind_grid {
  bind_object object; ///< `calls` are those that wrote to `path`
  astar_path *path;   ///< the result of its queries; NULL before the first
  size_t reported;    ///< its memory as reported to the garbage collector [bytes]
} bind_grid;

/// What is different between the classes, from BIND_GRID on.
typedef struct bind_class {
  const char *key;   ///< of the metatable in the registry
  const char *name;  ///< what scripts see as the metatable
  const char *words; ///< an object of the class in messages
  const char *end;   ///< what happened to an object that has no core any more
} bind_class;

extern const bind_class bind_classes[BIND_CLASSES];

/// Data of the binding, one per Lua state.
typedef struct bind_state {
  void *null_word;
  size_t reported_since; ///< `*since` of `astar_compat_report_memory`
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
  uint32_t turns;      ///< of its end; above 0, the turns of its points follow the costs
  double left;         ///< with turns: the points left at its end
  astar_filter filter; ///< of the query that found it
  astar_path_check check; ///< the last answer of `path:is_valid`
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

/// The turns of a path that has them.
static inline uint32_t *bind_turns(bind_path *path) {
  return (uint32_t *)(bind_costs(path) + path->count);
}

/// The userdata at `index` when it belongs to this class, otherwise NULL.
void *bind_test(lua_State *L, int index, int class_index);

/// The userdata at 1, `self` of a method; raises when it does not belong to this class.
void *bind_self(lua_State *L, const char *who, int class_index);

/// The same for a class with a core; raises as well when the core was freed.
bind_object *bind_self_object(lua_State *L, const char *who, int class_index);

/// Raises that an object has no core any more.
int bind_raise_end(lua_State *L, const char *who, const bind_object *object);

/// The core of an object, for the argument list of a call (rule 2). Raises when it was
/// freed.
static inline bind_any_core bind_core(lua_State *L, const char *who,
                                      const bind_object *object) {
  if (object->core.any == NULL) bind_raise_end(L, who, object);
  return object->core;
}

static inline astar_grid *bind_grid_core(lua_State *L, const char *who,
                                         const bind_grid *grid) {
  return bind_core(L, who, &grid->object).grid;
}

static inline const astar_rules *bind_rules_core(lua_State *L, const char *who,
                                                 const bind_rules *rules) {
  return bind_core(L, who, rules).rules;
}

/// Frees the core of an object, if it has one.
void bind_end(bind_object *object);

/// The finalizer of the objects of a class. Does nothing while a heuristic function may
/// be running (rule 4): then it was called by hand, or the Lua state is being closed.
int bind_gc(lua_State *L, int class_index);

/// The object at 1. Raises when it belongs to another class or was freed.
bind_grid *bind_self_grid(lua_State *L, const char *who);

/// The same for a grid or rules at `index`; `what` names the argument.
bind_grid *bind_check_grid(lua_State *L, const char *who, const char *what, int index);
bind_rules *bind_check_rules(lua_State *L, const char *who, const char *what, int index);

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

/// Indices in the value table of a path, field, search, replanner, crowd or index.
enum { BIND_PART_GRID = 1, BIND_PART_RULES, BIND_PART_HEURISTIC };

/// Pushes a new userdata without a value for `count` elements.
#define BIND_PUSH_ARRAY(L, type, count)                                                  \
  ((type *)astar_compat_new_userdata(L, (count) * sizeof(type), false))

/// Pushes a userdata with all bytes zero, and the metatable at this index, which may be
/// that of an upvalue. With `has_value` its value is popped before.
void *bind_push_userdata(lua_State *L, int metatable, size_t size, bool has_value);

/// The same for an object of a class with a core.
bind_object *bind_push_object(lua_State *L, int metatable, int class_index, size_t size,
                              bool has_value);

/// Pushes a new object of a class with a core. Its value is a new table with the grid and
/// the rules at these indices, which need not have been checked yet.
bind_object *bind_new_object(lua_State *L, int class_index, size_t size, int grid,
                             int rules);

/// Pushes three values: the value of the object at `index`, its grid and its rules.
void bind_push_parts(lua_State *L, int index);

/// Removes all but the object at 1 from the stack, and pushes its parts. Returns the
/// grid, which `what` names; raises when it was freed.
bind_grid *bind_push_own_parts(lua_State *L, const char *who, const char *what);

/// Whether the object at `index` is one of the grid at `grid`.
bool bind_is_of_grid(lua_State *L, int index, int grid);

/// Copies the size of the grid to an object.
void bind_set_size(lua_State *L, const char *who, bind_object *object,
                   const bind_grid *grid);

/// Pushes a path with the length and cost of `found`. The caller fills in its points and
/// costs. `pair` is the index of its pair.
bind_path *bind_new_path(lua_State *L, int pair, const astar_result *found,
                         const astar_filter *filter);

/// Pushes a new table {grid, rules} of the values at these indices, with room for so many
/// values.
void bind_push_new_pair(lua_State *L, int size, int grid, int rules);

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

/// Push one value. Return 1.
int bind_push_nil(lua_State *L);
int bind_push_boolean(lua_State *L, bool value);
int bind_push_number(lua_State *L, double value);
int bind_push_count(lua_State *L, uint64_t count);
int bind_push_string(lua_State *L, const char *text);

/// Pushes the coordinates of a tile, counted from 1. Returns 2.
int bind_push_tile(lua_State *L, astar_point tile);

/// Pushes the iterator and the state of a loop `for i, x, y in ...` over so many tiles,
/// which the caller fills in.
astar_point *bind_push_tiles(lua_State *L, size_t count);

/// The same of a loop `for unit, distance in ...`.
astar_near_unit *bind_push_units(lua_State *L, size_t count);

/// Pushes the result of `tostring` for the value at 1: "astar.grid 40x30", or
/// "astar.grid (freed)" when it is no object of this class that has a core. Returns 1.
int bind_push_name(lua_State *L, int class_index);

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

/// Declares `status`, the status of a call of the core, which is repeated as above. Its
/// arguments are evaluated again, since they read the cores (rule 2).
#define BIND_TRY(status, call)                                                           \
  astar_status status;                                                                   \
  for (bool collected = false; bind_retry(L, status = (call), &collected);) continue

/// Raises every status but ASTAR_OK.
void bind_expect_ok(lua_State *L, const char *who, astar_status status);

/// Raises every status that is an error. All other statuses are outcomes.
void bind_expect_no_error(lua_State *L, const char *who, astar_status status);

/// Raises every status that is an error, ASTAR_UNSUITED with its reason in words.
void bind_expect_outcome(lua_State *L, const char *who, const bind_grid *grid,
                         const bind_rules *rules, const astar_filter *filter,
                         astar_algorithm algorithm, astar_status status);

/// The same for a query without options that the reason may need. Reports the memory of
/// the grid.
void bind_finish(lua_State *L, const char *who, bind_grid *grid, const bind_rules *rules,
                 astar_status status);

/// Raises every status but ASTAR_OK, and reports the memory of the grid. Returns 0.
int bind_finish_ok(lua_State *L, const char *who, bind_grid *grid, astar_status status);

/// Pushes nil and the reason; raises a status that is an error. Returns 2.
int bind_push_reason(lua_State *L, const char *who, astar_status status);

/// Pushes nil and what is wrong. Returns 2.
int bind_refuse(lua_State *L, const char *message);

/// A buffer for bytes whose number is not known before. Creating a larger buffer may run
/// finalizers, so that there are more bytes. Then a larger one is created.
typedef struct bind_buffer {
  void *bytes; ///< of a userdata on the stack, or of the caller
  size_t capacity;
} bind_buffer;

/// Whether `size` bytes do not fit the buffer, which is replaced by a larger one then.
/// Everything above the index `top` is popped.
bool bind_is_short(lua_State *L, int top, bind_buffer *buffer, size_t size);

/// Declares `buffer` and `size`, the number of its bytes. `write` is a call of the core
/// that writes to `buffer` and returns how many bytes there are.
#define BIND_WRITE(size, buffer, write)                                                  \
  size_t size;                                                                           \
  bind_buffer buffer = {NULL, 0};                                                        \
  for (int top = lua_gettop(L); bind_is_short(L, top, &buffer, size = (write));) continue

// ---------------------------------------------------------------------------- readers

/// Raises "<who>: <what> must be <expected>, got <the value at index>". When `index` is
/// an argument that may be missing, nothing may have been pushed: the message would show
/// the pushed value instead.
int bind_expected(lua_State *L, const char *who, const char *what, const char *expected,
                  int index);

/// Raises when the table at `index` has an item 0: it counts from 0, so its first item
/// would be lost. `items` names the items in the message: "rows".
void bind_check_from_one(lua_State *L, const char *who, const char *items, int index);

/// Checks a list and returns the number of its items. A table without item 1 must be
/// empty: {x = 3, y = 4} is one tile, and {layer = 2} a mistake. `listed` is for the
/// message then; NULL: "a list of <items>".
size_t bind_check_list(lua_State *L, const char *who, const char *what, const char *items,
                       const char *expected, const char *listed, int index);

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

/// The arguments x and y at `index` and the next, returned counted from 0.
astar_point bind_check_tile(lua_State *L, const char *who, int index);

/// The arguments x1, y1, x2, y2 at 2 to 5, returned counted from 0.
typedef struct bind_ends {
  astar_point start, goal;
} bind_ends;

bind_ends bind_check_ends(lua_State *L, const char *who);

const char *bind_check_string(lua_State *L, const char *who, const char *what, int index,
                              size_t *length);

/// An integer >= `min`, which is 0 or 1; INT64_MAX for larger ones.
int64_t bind_check_amount(lua_State *L, const char *who, const char *what, int index,
                          int min);

/// The numbers that an argument can be.
typedef struct bind_range {
  double min, max;
  const char *expected; ///< for the message when the value is another one
} bind_range;

extern const bind_range bind_ranges[];
#define BIND_NOT_NEGATIVE (&bind_ranges[0]) ///< or infinity
#define BIND_POSITIVE (&bind_ranges[1])     ///< or infinity
#define BIND_FINITE (&bind_ranges[2])
#define BIND_FINITE_NOT_NEGATIVE (&bind_ranges[3])
#define BIND_TEAM (&bind_ranges[4])

double bind_check_number(lua_State *L, const char *who, const char *what, int index,
                         const bind_range *range);

uint8_t bind_check_terrain(lua_State *L, const char *who, const char *what, int index);

/// A number from ASTAR_MIN_COST to ASTAR_MAX_COST. For other values the message contains
/// `expected`, for numbers above 0 that are too small "at least 1e-100".
double bind_check_length(lua_State *L, const char *who, const char *what, int index,
                         const char *expected);

/// The same, or 0.
double bind_check_cost(lua_State *L, const char *who, const char *what, int index,
                       const char *expected);

/// How the key of a terrain is written in a table of costs.
enum { BIND_UNLISTED, BIND_AS_NUMBER, BIND_AS_STRING };

/// Reads the option at `index`, a table of costs by terrain. `check` reads a cost, which
/// is "the cost of <terrain><where>" in messages.
void bind_read_costs(lua_State *L, const char *who, const char *what, int index,
                     const char *where,
                     double (*check)(lua_State *L, const char *who, const char *what,
                                     int index),
                     double *costs, uint8_t *written);

bool bind_check_boolean(lua_State *L, const char *who, const char *what, int index);

/// A tile that must be on the grid: the arguments at `index` and the next, counted from
/// 0.
astar_point bind_grid_check_tile(lua_State *L, const char *who, const bind_grid *grid,
                                 const char *x_name, const char *y_name, int index);

/// A rectangle of tiles.
typedef struct bind_grid_area {
  int x, y, width, height;
} bind_grid_area;

/// The rectangle at 3 to 6; without one, the whole grid. `clips`: it may be off the grid.
bind_grid_area bind_grid_read_area(lua_State *L, const char *who, const bind_grid *grid,
                                   bool clips);

/// Reads the list at 2, of so many values (`items` in messages), into a userdata that is
/// pushed. They are in a range; NULL: costs.
double *bind_grid_read_values(lua_State *L, const char *who, size_t count,
                              const char *items, const bind_range *range);

/// The index in `words`, which end with NULL, of the string at `index`; -1 when it is not
/// there. The check raises then.
int bind_find_word(lua_State *L, int index, const char *const *words);
int bind_check_word(lua_State *L, const char *who, const char *what, int index,
                    const char *const *words);

/// Raises that the value is none of `words`; `also` is appended to the list of the
/// allowed words.
int bind_expected_word(lua_State *L, const char *who, const char *what, int index,
                       const char *const *words, const char *also);

/// What an option can be, and the type of the member that it sets.
typedef enum bind_kind {
  BIND_BOOLEAN,    ///< bool
  BIND_COUNT,      ///< int: the same as BIND_EXPANSIONS, clamped to BIND_FAR
  BIND_INTEGER,    ///< int: in the bind_range `detail`
  BIND_EXPANSIONS, ///< int64_t: `bind_check_amount` with a minimum of 0
  BIND_AMOUNT,     ///< int64_t: the same with a minimum of 1
  BIND_NUMBER,     ///< double: in the bind_range `detail`
  BIND_COST,       ///< double: `bind_check_cost`
  BIND_LENGTH,     ///< double: `bind_check_length`
  BIND_WORD        ///< an enum of the core: the index in the words `detail`
} bind_kind;

/// One option. A reader gets the value at `index`, and where to write. It may leave
/// values on the stack above `index`, and must not move values below.
typedef struct bind_option {
  const char *name;
  const char *what; ///< the option in messages
  size_t offset;    ///< of the member in the target [bytes]
  void (*read)(lua_State *L, const char *who, const char *what, int index, void *member);
  bind_kind kind; ///< without a reader
  const void *detail;
} bind_option;

/// An option of a kind; an option with a reader that gets a member, or the target.
#define BIND_VALUE(name, kind, detail, type, member)                                     \
  { name, "option \"" name "\"", offsetof(type, member), NULL, kind, detail }
#define BIND_MEMBER(name, read, type, member)                                            \
  { name, "option \"" name "\"", offsetof(type, member), read, BIND_BOOLEAN, NULL }
#define BIND_OPTION(name, read)                                                          \
  { name, "option \"" name "\"", 0, read, BIND_BOOLEAN, NULL }
#define BIND_LAST_OPTION                                                                 \
  { NULL, NULL, 0, NULL, BIND_BOOLEAN, NULL }

/// Reads the table at `index`, option by option. Raises for a key that is not in
/// `options`. Returns which of `options` are in the table: bit i for options[i].
unsigned bind_read_table(lua_State *L, const char *who, int index,
                         const bind_option *options, void *target);

/// The same for an optional argument: nil or none reads nothing.
unsigned bind_read_options(lua_State *L, const char *who, int index,
                           const bind_option *options, void *target);

/// Raises "<who>: option "<name>" <why>" when the options at `index` have this option.
void bind_refuse_option(lua_State *L, const char *who, int index, const char *name,
                        const char *why);

/// The option `max_tiles` of strings; the target is an int64_t.
extern const bind_option bind_max_tiles_options[];

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

/// The options "ignore_blocked", "penalty_scale" and "influence", for lists of options
/// whose target begins with an astar_filter.
#define BIND_FILTER_OPTIONS                                                              \
  BIND_OPTION("ignore_blocked", bind_read_ignore_blocked),                               \
      BIND_VALUE("penalty_scale", BIND_COST, NULL, astar_filter, penalty_scale),         \
      BIND_OPTION("influence", bind_read_influence)

void bind_read_ignore_blocked(lua_State *L, const char *who, const char *what, int index,
                              void *filter);

/// Reads the weights of influence maps.
void bind_read_influence(lua_State *L, const char *who, const char *what, int index,
                         void *filter);

/// Reads the options at `index` of a query that has only these options.
astar_filter bind_read_filter(lua_State *L, const char *who, int index,
                              const bind_rules *rules);

/// Reads the table of an option "turns" into an astar_turns.
void bind_read_turns(lua_State *L, const char *who, const char *what, int index,
                     void *turns);

/// Checks the number of an obstacle layer [1..8].
int bind_check_layer(lua_State *L, const char *who, int index);

/// A query that is being prepared or runs. When `core.goals` points into a userdata, that
/// must stay on the stack.
typedef struct bind_query {
  astar_filter filter;
  int grid;  ///< index on the stack of the grid
  int avoid; ///< index on the stack of the crowd whose units are avoided, or of nil
  astar_sight_mode mode; ///< of a line of sight
  astar_turns turns;     ///< of `core`, when it has turns
  astar_query core;
  bind_heuristic heuristic;
} bind_query;

/// Reads the options of a search at `index`, if there are any, into `query`, whose `core`
/// is set up. The grid is at index `grid`. Pushes two values, the heuristic function and
/// the crowd to avoid, or nil, which must stay on the stack while the query is in use.
/// Without rules it is a query of an index, whose filter the caller sets: options of the
/// filter are an error.
void bind_read_query(lua_State *L, const char *who, int index, int grid,
                     const bind_rules *rules, bind_query *query);

/// Calls the core for a query, so that the path object of the grid gets the path. Raises
/// statuses that are errors.
typedef astar_status bind_run(lua_State *L, bind_grid *grid, void *object,
                              bind_query *query, astar_result *result);

/// Answers a query by `call`, which gets `object`, and returns a path with the pair at
/// `pair` and its cost, and the index of the goal when `with_index`; or nil and the
/// reason.
int bind_answer(lua_State *L, bind_grid *grid, int pair, bind_query *query,
                bool with_index, bind_run *call, void *object);

/// The query of the core under these rules, for the argument list of a call (rule 2).
/// Raises when the rules were freed or the crowd to avoid was closed.
const astar_query *bind_query_core(lua_State *L, const char *who, const bind_rules *rules,
                                   bind_query *query);

/// Makes room on the stack for the crowd to avoid. The grid is at index `grid`.
void bind_begin_avoid(lua_State *L, bind_query *query, int grid);

/// Reads option "avoid" into a bind_query.
void bind_read_avoid(lua_State *L, const char *who, const char *what, int index,
                     void *target);

/// The core of the crowd to avoid, for the argument list of a call (rule 2); NULL when
/// there is none. Raises when the crowd was closed.
const astar_crowd *bind_avoided_core(lua_State *L, const char *who,
                                     const bind_query *query);

/// Reads a list of tiles into a buffer, a userdata that is pushed. Returns the number of
/// tiles. `list_name` names the list in messages: "tiles". Goals of a search have no
/// starting cost other than 0. Reading may run scripts: a tile may have a metatable. A
/// list of at most `few` tiles is read into the buffer `*list`. O(tiles).
int bind_read_tiles(lua_State *L, const char *who, const char *list_name, bool are_goals,
                    int index, int few, astar_point **list);

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

// ------------------------------------------------------------------------------- sight

/// The words of the option "mode", as astar_sight_mode.
extern const char *const bind_sight_modes[];

/// Raises when a mode is not one for this grid and these rules, by the status.
void bind_expect_mode(lua_State *L, const char *who, astar_sight_mode mode,
                      astar_status status);

// ----------------------------------------------------------------------- explanations

/// The source of a chunk in Lua that returns the `__tostring` of an explanation.
extern const char bind_sentence[];

// ------------------------------------------------------------- what each file defines

/// A function of the module (BIND_MODULE) or of a class: a method, or a metamethod when
/// the name begins with "__".
typedef struct bind_function {
  int owner; ///< BIND_MODULE or BIND_GRID and so on
  const char *name;
  lua_CFunction function;
} bind_function;

#define BIND_MODULE 0
#define BIND_STEP "__step" ///< the name of the iterator of a class
#define BIND_LAST_FUNCTION                                                               \
  { 0, NULL, NULL }

extern const bind_function bind_grid_functions[];
extern const bind_function bind_geometry_functions[];
extern const bind_function bind_query_functions[];
extern const bind_function bind_rules_functions[];
extern const bind_function bind_replica_functions[];
extern const bind_function bind_path_functions[];
extern const bind_function bind_field_functions[];
extern const bind_function bind_search_functions[];
extern const bind_function bind_replanner_functions[];
extern const bind_function bind_explanation_functions[];
extern const bind_function bind_blocking_functions[];
extern const bind_function bind_index_functions[];
extern const bind_function bind_crowd_functions[];
extern const bind_function bind_pool_functions[];
extern const bind_function bind_sight_functions[];
extern const bind_function bind_influence_functions[];

/// The source of a function in Lua that makes the method `pool:await` of its parts, and
/// the parts in the order of its parameters.
extern const char bind_await[];
extern const luaL_Reg bind_await_parts[];

/// The value of a key that is no method: nil; an error for a number as key of a path, and
/// for methods of grids that are gone.
int bind_path_missing(lua_State *L);
int bind_grid_missing(lua_State *L);

/// The finalizer of the guard of a Lua state: closes all pools.
int bind_pool_end_all(lua_State *L);

#endif
