/// Compares baked indexes with searches while the map changes:
///
///     build/fuzz/index [WORLDS [SEED [MAPS]]]
///
/// Method: each world has a level or a random terrain (terrain.h), rules, and
/// up to three indexes, which are baked at once or in slices. The program plays random
/// actions: queries, edits, slices, bakes, writing and reading indexes. Each answer of
/// an index is compared with `astar_find_path` on the same grid, or on a fresh copy: the
/// status, the cost, and step by step the path. A second model, from `astar_is_passable`
/// alone, counts the tiles that were opened and blocked since the bake.
///
/// An index that searches is always right. So the program also counts which queries the
/// index answered, by the state of the map: all of them on an unchanged map, and all
/// that have no path where tiles were only blocked.
///
/// MAPS is a folder of MovingAI maps (*.map): worlds then are these maps.
///
/// Each world has a seed of its own: SEED, SEED + 1, ... A failure prints the seed, and
/// ends the program; `index 1 SEED` repeats that world.
#define _POSIX_C_SOURCE 200809L // opendir
#include "astar_crowd.h"
#include "astar_index.h"
#include "inquiry.h"
#include "terrain.h"
#include "../support/rounds.h"

#include <dirent.h>
#include <math.h>
#include <string.h>

enum { ENTRIES = 3, LAWS = 2, MAX_GOALS = 24, MAX_FILES = 64 };

/// The state of the map, compared with the one that an index was baked for.
typedef enum state {
  STATE_INCOMPLETE, ///< not baked yet, or declined
  STATE_UNSUITED,   ///< corners, but now tiles cost differently
  STATE_FRESH,      ///< corners, and the map as it was
  STATE_BLOCKED,    ///< corners, and only blocked tiles
  STATE_OPENED,     ///< corners, and opened tiles
  STATE_LANDMARKS,  ///< landmarks, and no edit
  STATE_EDITED,     ///< landmarks, and edits
  STATES            ///< queries that are not counted by state
} state;

static const char *const state_names[STATES] = {
    "incomplete", "unsuited", "fresh", "blocked", "opened", "landmarks", "edited"};

/// An index with what its answers must be.
typedef struct entry {
  astar_index *index;
  const law *law;
  astar_filter filter;
  astar_bake_options options;
  bool is_running;     ///< a bake is in progress
  astar_status ended;  ///< how the last bake ended
  bool is_complete;    ///< a bake was complete
  bool is_whole;       ///< the bake in progress had no edits between its slices
  astar_grid *baked;   ///< a copy of the grid when the complete bake began
  astar_grid *baking;  ///< a copy of the grid when the bake in progress began
  uint64_t revision;   ///< of the grid when the complete bake began
  uint64_t began;      ///< of the grid when the bake in progress began
  uint64_t counted[2]; ///< queries answered and searched so far
  uint8_t *twin;       ///< the string of an index baked at once for the same map
  size_t twin_size;
} entry;

typedef struct world {
  terrain terrain;
  astar_grid *grid; ///< of the level or the terrain
  int width, height;
  law laws[LAWS];
  entry entries[ENTRIES];
  astar_crowd *crowd;
  astar_path *path;
  astar_point *points; ///< room for a path
  double *costs;
} world;

static world w;
static char *files[MAX_FILES];
static int file_count;     ///< of the folder MAPS
static const entry *asked; ///< for messages
static astar_query query;

// By state: queries that the index answered, and others.
static uint64_t counts[STATES][2];
static uint64_t answers, declined, bakes, strings, edits;

static void describe(void) {
  if (w.grid != NULL) terrain_print(&w.terrain);
  if (asked != NULL) {
    terrain_print_law(asked->law);
    fprintf(stderr, "filter: layers 0x%x, scale %g\n", asked->filter.ignored_layers,
            asked->filter.penalty_scale);
  }
  if (query.goals != NULL && query.goal_count > 0) {
    fprintf(stderr, "query: (%d, %d) to (%d, %d), %d goals\n", query.start_x,
            query.start_y, query.goals[0].x, query.goals[0].y, query.goal_count);
  }
}

// ------------------------------------------------------------------------------- bakes

static astar_grid *copy_of_grid(void) {
  astar_grid *copy;
  REQUIRE(astar_grid_clone(w.grid, NULL, &copy) == ASTAR_OK);
  return copy;
}

static const char *why_no_corners(const entry *e) {
  uint32_t id = 0;
  if (e->filter.influence[0].weight > 0) return "weights";
  if (astar_grid_each_link(w.grid, &id, NULL)) return "links";
  return astar_why_unsuited(w.grid, e->law->rules, &e->filter, ASTAR_JPS);
}

static astar_index_info info_of(const entry *e) {
  astar_index_info info;
  REQUIRE(astar_index_get_info(e->index, &info) == ASTAR_OK);
  return info;
}

static uint8_t *string_of(const astar_index *index, size_t *size) {
  *size = astar_index_serialize(index, NULL, 0);
  uint8_t *bytes = (uint8_t *)must(malloc(*size + 1));
  REQUIRE(astar_index_serialize(index, bytes, *size) == *size);
  return bytes;
}

/// The string of an index that is baked at once now: that of a bake in slices must be the
/// same.
static void bake_twin(entry *e) {
  astar_bake_options options = astar_default_bake();
  astar_index *twin;
  options.filter = &e->filter;
  free(e->twin);
  e->twin = NULL;
  if (chance(3) != 0 || why_no_corners(e) != NULL) return;
  const astar_status status =
      astar_index_new(w.grid, e->law->rules, &options, &twin, NULL);
  if (status == ASTAR_OK)
    e->twin = string_of(twin, &e->twin_size);
  else
    REQUIRE(status == ASTAR_TOO_LARGE && twin == NULL);
  astar_index_free(twin);
}

/// A bake began: remembers the map.
static void note_begin(entry *e) {
  astar_grid_free(e->baking);
  e->baking = copy_of_grid();
  e->began = astar_grid_revision(w.grid);
  e->is_whole = true;
}

static void count_queries(entry *e) {
  const astar_index_info info = info_of(e);
  e->counted[0] = info.answered;
  e->counted[1] = info.searched;
}

/// A bake is complete.
static void note_complete(entry *e) {
  const astar_index_info info = info_of(e);
  astar_grid_free(e->baked);
  e->baked = e->baking;
  e->baking = NULL;
  e->revision = e->began;
  e->is_complete = true;
  e->is_running = false;
  bakes++;
  REQUIRE(info.is_complete);
  REQUIRE(info.bytes <= e->options.max_bytes);
  if (e->is_whole && astar_grid_revision(w.grid) == e->revision)
    REQUIRE(info.opened == 0 && info.blocked == 0 && !info.needs_bake);
  if (e->twin != NULL && info.kind == ASTAR_INDEX_CORNERS) {
    size_t size;
    uint8_t *bytes = string_of(e->index, &size);
    REQUIRE(size == e->twin_size && memcmp(bytes, e->twin, size) == 0);
    free(bytes);
  }
  free(e->twin);
  e->twin = NULL;
}

/// Frees an index: it must have held the memory that it stated, and little else.
static void free_index(entry *e) {
  if (w.grid == NULL || e->index == NULL || !e->is_complete || e->is_running) {
    astar_index_free(e->index);
    return;
  }
  const size_t bytes = info_of(e).bytes, before = astar_grid_memory(w.grid);
  astar_index_free(e->index);
  const size_t freed = before - astar_grid_memory(w.grid);
  // With the index, derived data of its rules may go.
  const size_t slack = 4096 + bytes / 8 + (size_t)(w.width * w.height) * 64;
  REQUIRE(bytes <= freed + 64 && freed <= bytes + slack);
}

static void free_entry(entry *e) {
  free_index(e);
  astar_grid_free(e->baked);
  astar_grid_free(e->baking);
  free(e->twin);
  *e = (entry){0};
}

/// What a bake returned; the entry is freed when it has no index.
static void note_status(entry *e, astar_status status, const char *message) {
  REQUIRE(status == ASTAR_OK || status == ASTAR_RUNNING || status == ASTAR_UNSUITED ||
          status == ASTAR_TOO_LARGE);
  if (status == ASTAR_UNSUITED || status == ASTAR_TOO_LARGE) {
    REQUIRE(message != NULL && strlen(message) > 10);
    if (status == ASTAR_TOO_LARGE) declined++;
    e->is_running = false;
  }
  if (status == ASTAR_UNSUITED && e->is_whole) REQUIRE(why_no_corners(e) != NULL);
  if (status == ASTAR_RUNNING)
    e->is_running = true;
  else
    e->ended = status;
  if (status == ASTAR_OK) {
    const bool is_same = e->is_whole && e->began == astar_grid_revision(w.grid);
    const bool has_corners = info_of(e).kind == ASTAR_INDEX_CORNERS;
    note_complete(e);
    REQUIRE(!is_same || has_corners == (why_no_corners(e) == NULL));
  }
  if (e->index != NULL) count_queries(e);
}

static int64_t any_work(void) {
  static const int64_t works[] = {1, 7, 100, 1000, 20000};
  return chance(2) == 0 ? INT64_MAX : works[chance(5)];
}

static void new_index(entry *e) {
  const char *message = NULL;
  free_entry(e);
  e->law = &w.laws[chance(LAWS)];
  asked = e;
  e->filter = astar_rules_filter(e->law->rules);
  e->options = astar_default_bake();
  e->options.work = any_work();
  if (chance(20) == 0) e->options.max_bytes = (size_t)(1 + chance(200000));
  if (chance(4) == 0) {
    e->filter = terrain_filter(&w.terrain);
    e->options.filter = &e->filter;
  }
  note_begin(e);
  bake_twin(e);
  const bool is_default = e->options.work == INT64_MAX && e->options.filter == NULL &&
                          e->options.max_bytes == SIZE_MAX;
  const astar_status status = astar_index_new(
      w.grid, e->law->rules, is_default && chance(2) == 0 ? NULL : &e->options, &e->index,
      &message);
  REQUIRE((e->index != NULL) == (status == ASTAR_OK || status == ASTAR_RUNNING));
  REQUIRE(e->options.work < INT64_MAX || status != ASTAR_RUNNING);
  e->options.filter = NULL;
  note_status(e, status, message);
  if (e->index == NULL) free_entry(e);
}

static void bake_again(entry *e) {
  const char *message = NULL;
  note_begin(e);
  bake_twin(e);
  const astar_status status = astar_index_bake(e->index, &message);
  note_status(e, status, message);
}

static void step(entry *e) {
  const char *message = NULL;
  for (int n = chance(3) == 0 ? 1 + chance(8) : 1 << 20; n > 0; n--) {
    const bool was_running = e->is_running;
    const astar_status status = astar_index_step(e->index, &message);
    if (!was_running) {
      REQUIRE(status == e->ended);
      return;
    }
    note_status(e, status, message);
  }
}

// --------------------------------------------------------------------------- model

static bool is_passable(const entry *e, const astar_grid *grid, int x, int y) {
  return astar_is_passable(grid, e->law->rules, &e->filter, x, y);
}

/// Counts the tiles that were opened and blocked since the bake.
static void count_changes(const entry *e, uint32_t *opened, uint32_t *blocked) {
  *opened = *blocked = 0;
  for (int i = 0; i < w.width * w.height; i++) {
    const bool is = is_passable(e, w.grid, i % w.width, i / w.width);
    const bool was = is_passable(e, e->baked, i % w.width, i / w.width);
    *opened += is && !was;
    *blocked += was && !is;
  }
}

static void check_info(const entry *e) {
  const astar_index_info info = info_of(e);
  uint32_t opened, blocked;
  REQUIRE(info.is_complete == e->is_complete);
  if (!e->is_complete || info.kind != ASTAR_INDEX_CORNERS) return;
  if (why_no_corners(e) != NULL) return;
  count_changes(e, &opened, &blocked);
  REQUIRE(info.opened == opened);
  REQUIRE(info.blocked == blocked);
}

static state state_of(const entry *e, const astar_index_info *info) {
  if (!info->is_complete) return STATE_INCOMPLETE;
  if (info->kind == ASTAR_INDEX_LANDMARKS) {
    const bool is_same = e->revision == astar_grid_revision(w.grid);
    return is_same ? STATE_LANDMARKS : STATE_EDITED;
  }
  if (why_no_corners(e) != NULL) return STATE_UNSUITED;
  if (info->opened > 0) return STATE_OPENED;
  return info->blocked > 0 ? STATE_BLOCKED : STATE_FRESH;
}

/// Counts queries by who answered them.
static void account(entry *e, int count, state now) {
  const astar_index_info info = info_of(e);
  const uint64_t answered = info.answered - e->counted[0];
  const uint64_t searched = info.searched - e->counted[1];
  REQUIRE(info.answered >= e->counted[0] && info.searched >= e->counted[1]);
  REQUIRE(answered + searched <= (uint64_t)count);
  e->counted[0] = info.answered;
  e->counted[1] = info.searched;
  answers += (uint64_t)count;
  if (now == STATES) return;
  REQUIRE(answered + searched == 1);
  counts[now][0] += answered;
  counts[now][1] += searched;
}

/// Counts a plain query with one goal. Where the index can know the answer, it must be
/// the one that answered.
static void account_plain(entry *e, astar_status status, int x, int y, astar_point goal) {
  const astar_index_info info = info_of(e);
  const bool is_trivial = x == goal.x && y == goal.y;
  const bool is_plain = status == ASTAR_OK || status == ASTAR_UNREACHABLE;
  if (is_trivial || !is_plain || !is_passable(e, w.grid, x, y)) {
    account(e, 1, STATES);
    return;
  }
  const state now = state_of(e, &info);
  const uint64_t searched = e->counted[1];
  account(e, 1, now);
  bool can_know = now == STATE_FRESH || now == STATE_LANDMARKS;
  if (now == STATE_BLOCKED && status == ASTAR_UNREACHABLE) {
    can_know = astar_is_reachable(e->baked, e->law->rules, &e->filter, x, y, goal.x,
                                  goal.y) == ASTAR_UNREACHABLE;
  }
#ifdef ASTAR_TORTURE
  can_know = false; // small limits
#endif
  REQUIRE(!can_know || e->counted[1] == searched);
}

// ---------------------------------------------------------------------------- answers

/// The grid, or a fresh copy of it, which `done_with` frees.
static astar_grid *reference(void) {
  const bool is_copied = w.width * w.height < 3000 && chance(100) == 0;
  return is_copied ? copy_of_grid() : w.grid;
}

static void done_with(astar_grid *grid) {
  if (grid != w.grid) astar_grid_free(grid);
}

static bool is_same_cost(const entry *e, double a, double b) {
  const bool is_exact = info_of(e).kind == ASTAR_INDEX_CORNERS;
  return fabs(a - b) <= (is_exact ? 1e-12 : 1e-9) * b;
}

/// The cost of a step to an adjacent tile, without links, edges and pair costs.
static double step_cost(const entry *e, astar_point from, astar_point to) {
  const astar_rules_def *def = &e->law->def;
  const bool is_diagonal = from.x != to.x && from.y != to.y;
  const double length =
      is_diagonal && w.terrain.layout == ASTAR_SQUARE ? def->diagonal_cost : 1;
  double most = 0;
  for (int i = 0; i < def->size * def->size; i++) {
    const int x = to.x + i % def->size, y = to.y + i / def->size;
    const double cost = length * def->cost[astar_grid_get(w.grid, x, y)] +
                        e->filter.penalty_scale * astar_grid_penalty(w.grid, x, y);
    if (cost > most) most = cost;
  }
  return most;
}

/// Whether `step_cost` knows all steps.
static bool is_simple(const entry *e) {
  uint32_t id = 0;
  return !e->law->def.has_pair_costs && e->law->def.neighbors != 0 &&
         !astar_grid_each_link(w.grid, &id, NULL);
}

static void check_path(const entry *e, const astar_query *q, const astar_result *result) {
  const size_t room = (size_t)(w.width * w.height);
  const size_t count = astar_path_points(w.path, w.points, room);
  size_t bad;
  REQUIRE(count == result->length && count >= 1 && count <= room);
  REQUIRE(astar_path_costs(w.path, w.costs, count) == count);
  REQUIRE(result->goal >= 0 && result->goal < q->goal_count);
  const astar_point *goal = &q->goals[result->goal];
  REQUIRE(w.points[0].x == q->start_x && w.points[0].y == q->start_y);
  if (!result->partial && q->range == 0)
    REQUIRE(w.points[count - 1].x == goal->x && w.points[count - 1].y == goal->y);
  REQUIRE(w.costs[0] == 0 && w.costs[count - 1] == result->cost);
  if (q->avoid != NULL) return;
  REQUIRE(astar_check_path(w.grid, e->law->rules, &e->filter, w.points, count,
                           ASTAR_PATH_STEPS, 0, &bad) == ASTAR_OK);
  REQUIRE(bad == count);
  const bool adds_up = is_simple(e);
  double sum = 0;
  for (size_t i = 1; i < count && adds_up; i++) {
    sum += step_cost(e, w.points[i - 1], w.points[i]);
    REQUIRE(fabs(w.costs[i] - sum) <= 1e-12 * sum);
  }
}

static astar_point any_tile(void) { return terrain_tile(&w.terrain); }

static astar_point any_goal(void) {
  const astar_point tile = any_tile();
  if (chance(100) == 0) return (astar_point){chance(400) - 100, chance(400) - 100};
  return (astar_point){tile.x, tile.y};
}

/// Makes a query more than a start and goals.
static void add_options(astar_query *q) {
  switch (chance(9)) {
  case 0: q->range = chance(4); break;
  case 1: q->partial = true; break;
  case 2: q->max_cost = chance(60); break;
  case 3: q->max_expansions = chance(60); break;
  case 4: q->algorithm = (astar_algorithm)chance(ASTAR_GREEDY + 1); break;
  case 5: q->weight = chance(3) == 0 ? 0 : 1.5; break;
  case 6:
    q->heuristic = ASTAR_HEURISTIC_FUNCTION;
    q->heuristic_function = inquiry_heuristic;
    break;
  case 7: q->heuristic = (astar_heuristic)chance(ASTAR_HEURISTIC_ZERO + 1); break;
  default: q->avoid = w.crowd;
  }
  if (chance(3) == 0) q->partial = true;
  if (chance(60) == 0) q->weight = -1;
}

static void ask_path(entry *e, int goal_count, bool has_options) {
  astar_point goals[MAX_GOALS];
  const astar_point start = any_tile();
  astar_result expected, result;
  for (int i = 0; i < goal_count; i++) goals[i] = any_goal();
  query = astar_default_query(e->law->rules, start.x, start.y, goals, goal_count);
  if (chance(100) == 0) query.start_x = chance(400) - 200;
  if (has_options) add_options(&query);
  astar_query plain = query; // the index has rules and a filter of its own
  if (chance(3) == 0) plain.rules = w.laws[chance(LAWS)].rules;
  query.filter = &e->filter;
  astar_grid *grid = query.avoid == NULL ? reference() : w.grid;
  astar_status must_be = ASTAR_OK;
  const bool is_first = chance(3) == 0;
  if (is_first) must_be = astar_find_path(grid, &query, NULL, &expected);
  const bool has_path = chance(10) != 0;
  const astar_status status =
      astar_index_find_path(e->index, &plain, has_path ? w.path : NULL, &result);
  if (!is_first) must_be = astar_find_path(grid, &query, NULL, &expected);
  REQUIRE(status == must_be);
  if (status == ASTAR_OK) {
    REQUIRE(is_same_cost(e, result.cost, expected.cost));
    REQUIRE(result.partial == expected.partial);
    if (has_path) check_path(e, &query, &result);
    if (!has_options && result.goal != expected.goal) {
      astar_query other = query;
      astar_result again;
      other.goals = &goals[result.goal];
      other.goal_count = 1;
      REQUIRE(astar_find_path(grid, &other, NULL, &again) == ASTAR_OK);
      REQUIRE(is_same_cost(e, again.cost, expected.cost));
    }
  } else {
    REQUIRE(result.cost == 0 && result.length == 0 && result.goal == -1);
    if (has_path) REQUIRE(astar_path_points(w.path, NULL, 0) == 0);
  }
  if (has_options) {
    const bool is_same = result.cost == expected.cost && result.goal == expected.goal;
    REQUIRE(is_same || (query.weight <= 1 && query.algorithm != ASTAR_GREEDY));
  }
  done_with(grid);
  if (has_options || goal_count != 1)
    account(e, 1, STATES);
  else
    account_plain(e, status, query.start_x, query.start_y, goals[0]);
}

/// The status and the cost that the index must give.
static astar_status search(const entry *e, astar_grid *grid, astar_point start,
                           astar_point goal, double *cost) {
  astar_result result;
  query = astar_default_query(e->law->rules, start.x, start.y, &goal, 1);
  query.filter = &e->filter;
  const astar_status status = astar_find_path(grid, &query, NULL, &result);
  *cost = result.cost;
  return status;
}

static void ask_cost(entry *e) {
  const astar_point start = any_tile();
  const astar_point goal = any_goal();
  double cost = -1, expected;
  const astar_status status =
      astar_index_cost(e->index, start.x, start.y, goal.x, goal.y, &cost);
  astar_grid *grid = reference();
  REQUIRE(search(e, grid, start, goal, &expected) == status);
  if (status == ASTAR_OK) REQUIRE(is_same_cost(e, cost, expected));
  done_with(grid);
  account_plain(e, status, start.x, start.y, goal);
  if (chance(100) == 0) {
    REQUIRE(astar_index_cost(e->index, -1, start.y, goal.x, goal.y, &cost) ==
            ASTAR_OUT_OF_BOUNDS);
    count_queries(e);
  }
}

static void ask_costs(entry *e) {
  astar_point goals[MAX_GOALS];
  double costs[MAX_GOALS], expected;
  const int count = chance(5) == 0 ? chance(3) : chance(MAX_GOALS + 1);
  const astar_point start = any_tile();
  for (int i = 0; i < count; i++) {
    goals[i] = any_goal();
    costs[i] = -1;
  }
  REQUIRE(astar_index_costs(e->index, start.x, start.y, goals, count, costs) == ASTAR_OK);
  astar_grid *grid = reference();
  for (int i = 0; i < count; i++) {
    const astar_status status = search(e, grid, start, goals[i], &expected);
    if (status != ASTAR_OK) expected = INFINITY;
    REQUIRE(expected < INFINITY ? is_same_cost(e, costs[i], expected)
                                : isinf(costs[i]) && costs[i] > 0);
  }
  done_with(grid);
  account(e, count, STATES);
  if (chance(50) == 0) {
    REQUIRE(astar_index_costs(e->index, start.x, w.height, goals, count, costs) ==
            ASTAR_OUT_OF_BOUNDS);
    count_queries(e);
  }
}

// ------------------------------------------------------------------------------ strings

/// Writes the index, and reads it in place of another one. Sometimes the string is
/// damaged.
static void save_and_load(entry *e, entry *to) {
  astar_index *loaded;
  const char *message = NULL;
  size_t size, again_size;
  uint8_t small[1] = {77};
  uint8_t *bytes = string_of(e->index, &size);
  REQUIRE((size > 0) == e->is_complete);
  REQUIRE(astar_index_serialize(e->index, small, size > 0 ? 1 : 0) == size);
  if (size > 1) REQUIRE(small[0] == 77);
  if (size > 0 && chance(4) == 0) { // damaged
    size_t length = size;
    if (chance(3) == 0)
      length = (size_t)chance((int)size);
    else
      bytes[chance((int)size)] ^= (uint8_t)(1 << chance(8));
    REQUIRE(astar_grid_load_index(w.grid, bytes, length, &loaded, &message) != ASTAR_OK);
    REQUIRE(loaded == NULL && message != NULL);
  } else if (size > 0) {
    uint32_t opened, blocked;
    const bool has_corners = info_of(e).kind == ASTAR_INDEX_CORNERS;
    count_changes(e, &opened, &blocked);
    const bool is_same = has_corners ? opened + blocked == 0 && why_no_corners(e) == NULL
                                     : e->revision == astar_grid_revision(w.grid);
    const astar_status status =
        astar_grid_load_index(w.grid, bytes, size, &loaded, &message);
    REQUIRE(status == ASTAR_OK || (status == ASTAR_UNSUITED && message != NULL));
    REQUIRE(!is_same || status == ASTAR_OK);
    REQUIRE(!has_corners || is_same || status == ASTAR_UNSUITED);
    REQUIRE((status == ASTAR_OK) == (loaded != NULL));
    if (status == ASTAR_OK) {
      uint8_t *again = string_of(loaded, &again_size);
      REQUIRE(again_size == size && memcmp(again, bytes, size) == 0);
      free(again);
      entry fresh = {.index = loaded, .law = e->law, .filter = e->filter};
      fresh.options = astar_default_bake();
      if (e == to)
        free_entry(e);
      else
        free_entry(to);
      *to = fresh;
      asked = to;
      note_begin(to);
      note_complete(to);
      bakes--;
      count_queries(to);
      strings++;
    }
  }
  free(bytes);
}

// ----------------------------------------------------------------------------- worlds

static entry *any_entry(void) {
  entry *e = &w.entries[chance(ENTRIES)];
  return e->index != NULL ? e : &w.entries[0];
}

static void edit(void) {
  edits++;
  for (int i = 0; i < ENTRIES; i++) w.entries[i].is_whole = false;
  if (w.terrain.style > STYLE_QUIET && chance(150) == 0)
    level_storm(&w.terrain);
  else
    terrain_edit(&w.terrain);
}

/// Blocks a tile of the path that was found last, or frees one.
static void block_path(void) {
  const size_t count = astar_path_points(w.path, w.points, 1);
  const level_style style = w.terrain.style;
  if (style <= STYLE_QUIET || style == STYLE_DOORS || count < 3) return;
  const size_t room = (size_t)(w.width * w.height);
  if (count > room) return;
  edits++;
  for (int i = 0; i < ENTRIES; i++) w.entries[i].is_whole = false;
  astar_path_points(w.path, w.points, room);
  level_toggle(&w.terrain, w.points[1 + chance((int)count - 2)]);
}

static void manage(entry *e) {
  switch (chance(8)) {
  case 0: new_index(&w.entries[chance(ENTRIES)]); break;
  case 1:
  case 2: bake_again(e); break;
  case 3: save_and_load(e, &w.entries[chance(ENTRIES)]); break;
  case 4:
    if (chance(8) == 0) REQUIRE(astar_grid_trim(w.grid) == ASTAR_OK);
    break;
  case 5: check_info(e); break;
  default: step(e);
  }
}

static void act(void) {
  entry *e = any_entry();
  asked = e;
  if (e->index == NULL) {
    new_index(e);
    return;
  }
  const int dice = chance(100);
  if (dice < 40)
    ask_path(e, 1, false);
  else if (dice < 48)
    ask_path(e, chance(6), false);
  else if (dice < 54)
    ask_path(e, 1 + chance(2), true);
  else if (dice < 68)
    ask_cost(e);
  else if (dice < 73)
    ask_costs(e);
  else if (dice < 76)
    block_path();
  else if (dice < 92)
    edit();
  else
    manage(e);
}

static void begin_crowd(void) {
  if (chance(6) != 0) return;
  const astar_crowd_def def = astar_default_crowd();
  REQUIRE(astar_crowd_new(w.grid, &def, &w.crowd) == ASTAR_OK);
  for (int i = 0; i < 6; i++) { // some tiles are impassable
    const astar_point tile = any_tile();
    const astar_unit_def unit = astar_default_unit(w.laws[0].rules, tile.x, tile.y);
    astar_crowd_add(w.crowd, &unit, NULL);
  }
}

static void play(void) {
  const char *file =
      file_count > 0 ? files[(round_seed - 1) % (uint64_t)file_count] : NULL;
  w = (world){0};
  asked = NULL;
  query.goals = NULL;
  if (file == NULL && chance(8) == 0) {
    terrain_begin(&w.terrain, false);
  } else if (!terrain_begin_level(&w.terrain, file)) {
    fprintf(stderr, "index: %s cannot be read\n", file);
    exit(2);
  }
  w.grid = w.terrain.grid;
  for (int i = 0; i < LAWS; i++) terrain_begin_law(&w.terrain, &w.laws[i], i == 0);
  w.width = astar_grid_width(w.grid);
  w.height = astar_grid_height(w.grid);
  const size_t tiles = (size_t)(w.width * w.height);
  w.points = (astar_point *)must(malloc(tiles * sizeof *w.points));
  w.costs = (double *)must(malloc(tiles * sizeof *w.costs));
  REQUIRE(astar_path_new(NULL, &w.path) == ASTAR_OK);
  begin_crowd();
  const int actions = file != NULL ? 600 : 30 + chance(300);
  for (round_step = 0; round_step < actions; round_step++) act();
  for (int i = 0; i < ENTRIES; i++) {
    asked = &w.entries[i];
    if (asked->index != NULL) check_info(asked);
  }
  asked = NULL;
  const bool frees_indexes_first = chance(2) == 0;
  for (int i = 0; i < ENTRIES && frees_indexes_first; i++) free_entry(&w.entries[i]);
  astar_crowd_free(w.crowd);
  for (int i = 0; i < LAWS; i++) astar_rules_free(w.laws[i].rules);
  terrain_end(&w.terrain);
  w.grid = NULL;
  for (int i = 0; i < ENTRIES && !frees_indexes_first; i++) free_entry(&w.entries[i]);
  astar_path_free(w.path);
  free(w.points);
  free(w.costs);
}

// -------------------------------------------------------------------------------- main

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/// The map files of a folder, sorted; returns their number.
static int read_folder(const char *folder) {
  DIR *dir = opendir(folder);
  int count = 0;
  if (dir == NULL) return 0;
  for (struct dirent *item; (item = readdir(dir)) != NULL && count < MAX_FILES;) {
    const size_t length = strlen(item->d_name), size = strlen(folder) + length + 2;
    if (length < 4 || strcmp(item->d_name + length - 4, ".map") != 0) continue;
    files[count] = (char *)must(malloc(size));
    snprintf(files[count++], size, "%s/%s", folder, item->d_name);
  }
  closedir(dir);
  qsort(files, (size_t)count, sizeof *files, by_name);
  return count;
}

/// The share of queries that the index answered [percent].
static double share(state s) {
  const uint64_t all = counts[s][0] + counts[s][1];
  return all == 0 ? 100 : 100 * (double)counts[s][0] / (double)all;
}

/// Whether indexes answered themselves what they usually can.
static bool has_shares(void) {
#ifdef ASTAR_TORTURE
  return true; // small limits: tiles that were opened are soon too many
#else
  return share(STATE_FRESH) > 99.9 && share(STATE_BLOCKED) > 80 &&
         share(STATE_OPENED) > 40 && share(STATE_LANDMARKS) > 99.9 &&
         share(STATE_EDITED) > 60;
#endif
}

int main(int argc, char **argv) {
  if (argc > 3) file_count = read_folder(argv[3]);
  if (argc > 3 && file_count == 0) {
    fprintf(stderr, "index: no map files (*.map) in %s\n", argv[3]);
    return 2;
  }
  round_describe = describe;
  const uint64_t count = play_rounds(argc, argv, 1000, play);
  for (int i = 0; i < file_count; i++) free(files[i]);
  for (int s = 0; s < STATES; s++) {
    printf("%-10s %9" PRIu64 " queries, answered by the index: %.1f %%\n", state_names[s],
           counts[s][0] + counts[s][1], share((state)s));
  }
  if (count >= 500 && file_count == 0 && !has_shares()) {
    fprintf(stderr, "index: too many queries were searched\n");
    return EXIT_FAILURE;
  }
  printf("%" PRIu64 " worlds, %" PRIu64 " bakes, %" PRIu64 " declined, %" PRIu64
         " from strings, %" PRIu64 " edits, %" PRIu64 " answers: no difference\n",
         count, bakes, declined, strings, edits, answers);
  return 0;
}
