// Fields: the cost of every tile to the nearest goal (distance field), from one start
// (movement range), or out of danger (flee field), and the step to take there.
//
// Idea: a field is a Dijkstra map. One search from all sources at once (search/dijkstra)
// gives each tile its cost and its step, for any number of movers. This file owns the
// arrays, and decides when they are computed, repaired and read:
//
//   - distance field: the sources are the goals, each with a starting cost. Costs are
//     those of paths to a goal, and the step of a tile is the step to take there.
//   - movement range: the source is the start. Costs are those of paths from the start,
//     and the step of a tile is the last step of its path. So paths are followed from
//     their end.
//   - flee field: a second Dijkstra map over the field of the danger, see below.
//
// Update: after few edits, dijkstra_repair changes only the tiles whose cost differs.
// After many edits the field is computed from scratch. Both give the same costs, up to
// rounding. An update takes at most about the time of a new field.
//
// Invariant: an up-to-date field holds for each tile the minimum cost to a source
// (movement range: from the source), infinity above `max_cost` or without a path.
// Following the steps from any tile with a cost ends at a source.
//
// Small fields: a mover cannot get farther than max_cost / (minimum cost per tile). When
// this bounds a field to a small box, its arrays cover only the box. They are computed in
// scratch arrays of the size of the map, one pair per grid, which are kept, and reset in
// the box only. So time and memory of such a field depend on the size of the box, not of
// the map.
//
// Flee field: let d(t) be the cost of tile t in the field of the danger, F the greatest
// d, and c the factor. Every tile is a source with starting cost c (F - d(t)): the
// starting cost decreases with the distance from danger. The Dijkstra map of these
// sources gives each tile
//
//     flee(t) = min over all tiles u of (cost from t to u) + c (F - d(u))
//
// A mover that follows the field goes to the tile u that gives the minimum: far from
// danger, at a low cost of the path. With c <= 1, and costs that are equal in both
// directions, the distance from danger that a path gains, times c, never exceeds the cost
// of the path, so the mover stays where it is. With c > 1, a mover in a dead end, at
// distance a from the danger, passes the danger when b (c - 1) > a (c + 1), where b is
// the distance from the danger to the far end of the other side; with c = 1.2, when b >
// 11 a.
//
// clang-format off
//     #################
//     #mD.............#   m: mover, D: danger, a = 1, b = 13. Stepping to the neighbor
//     #################   farthest from D keeps m in the dead end. With c = 1.2, the flee
//                         field leads m past D.
// clang-format on
//
// This is the flee map of the roguelike community ("The Incredible Power of Dijkstra
// Maps", roguebasin.com): multiply the map by -c, then rescan it until no tile changes.
// Here c F is added, so that no starting cost is negative, and one run of Dijkstra's
// algorithm computes the result.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "map/journal.h"
#include "query/cache.h"
#include "query/field.h"
#include "query/path.h"
#include "query/query.h"
#include "query/validation.h"
#include "query/way_out.h"

struct astar_field {
  astar_grid *grid;
  astar_rules *rules;
  astar_filter filter;
  uint32_t owners;   // `astar_field_free` frees the field when the last owner frees it
  costmap map;       // of the last update; `tiles` is valid only during an update
  uint64_t revision; // the revision of the grid that the costs belong to
  uint64_t stamp;    // of the influence maps that the costs belong to
  dijkstra_source *sources; // ordered by cell
  uint32_t source_count, source_capacity;

  turn_range *turns; // of a movement range in turns, otherwise NULL

  field_box box;        // the tiles that the arrays cover
  dijkstra_costs costs; // arrays with one element per tile of the box

  // The allocator and the bytes of the arrays of costs and steps, when they came from
  // another grid (`field_attach`); `used` is 0 otherwise. They count as memory of the
  // grid, too.
  struct memory attached;
};

// The maximum starting cost of a tile of a flee field. It is far above the cost of any
// path, and sums with it stay finite. Without it, flee fields of flee fields would reach
// infinity.
#define FIELD_MAX_FLEE_COST 1e300

// A field is repaired while edits affect less than this share of the tiles that it
// reached. Checking a tile for a repair takes 60 ns; the share makes that less than a
// tenth of the time of a computation.
enum { FIELD_REPAIR_SHARE_UNIFORM = 128, FIELD_REPAIR_SHARE = 32 };

// A field that is bounded to at most 1/4 of the map has arrays for its box only.
enum { FIELD_SMALL = MEMORY_LIMIT(4, 1) };

// ------------------------------------------------------------------------------ arrays

static size_t field_tiles(field_box box) {
  return (size_t)box.width * (size_t)box.height;
}

static bool field_covers(const astar_field *field, int x, int y) {
  return x >= field->box.left && y >= field->box.top &&
         x < field->box.left + field->box.width && y < field->box.top + field->box.height;
}

// The index of a tile of the box in the arrays.
static size_t field_index(const astar_field *field, int x, int y) {
  return (size_t)(y - field->box.top) * (size_t)field->box.width +
         (size_t)(x - field->box.left);
}

static void field_drop_arrays(astar_field *field) {
  memory *m = &field->grid->memory;
  size_t tiles = field_tiles(field->box);
  if (field->attached.used > 0) {
    m->used -= field->attached.used;
    m = &field->attached;
  }
  MEMORY_FREE(m, field->costs.cost, tiles);
  memory_free(m, field->costs.step, tiles);
  if (field->turns != NULL) turn_range_drop(field->turns, &field->box, m);
  field->costs.cost = NULL;
  field->costs.step = NULL;
  field->costs.link_step_count = 0;
  field->box = (field_box){0, 0, 0, 0};
}

static bool field_ensure_arrays(astar_field *field, field_box box) {
  if (field->costs.cost != NULL && memcmp(&box, &field->box, sizeof box) == 0)
    return true;
  field_drop_arrays(field);
  memory *m = &field->grid->memory;
  size_t tiles = field_tiles(box);
  field->costs.cost = MEMORY_ALLOCATE(m, double, tiles);
  field->costs.step = (uint8_t *)memory_resize(m, NULL, 0, tiles);
  field->box = box;
  if (field->costs.cost != NULL && field->costs.step != NULL) return true;
  field_drop_arrays(field);
  return false;
}

// ----------------------------------------------------------------------------- computing

// An upper bound of how far a mover gets within `max_cost`, in x or y [tiles].
static double field_radius(const astar_field *field) {
  const costmap *map = &field->map;
  double rate = INFINITY;
  for (int i = 0; i < map->moves->count; i++) {
    int dx = abs(map->moves->list[0][i].dx), dy = abs(map->moves->list[0][i].dy);
    double min = map->moves->min_move_cost[i] / (dx > dy ? dx : dy);
    if (min < rate) rate = min;
  }
  return rate > 0 ? field->costs.max_cost / rate + 1 : INFINITY;
}

// The smallest box that holds all tiles that a field can reach; the whole map when links
// lead farther, or when the box is not small.
static field_box field_find_box(const astar_field *field) {
  const astar_grid *grid = field->grid;
  field_box whole = {0, 0, grid->width, grid->height};
  double radius = field_radius(field);
  if (grid->arc_count > 0 || !(radius < ASTAR_MAX_SIDE)) return whole;
  int width = grid->width, height = grid->height, by = (int)radius;
  tile_area area = tile_area_none();
  for (uint32_t i = 0; i < field->source_count; i++) {
    uint32_t cell = field->sources[i].cell;
    tile_area_add(&area, grid_x(grid, cell), grid_y(grid, cell));
  }
  if (area.right < area.left) return whole; // no sources
  field_box box = {area.left > by ? area.left - by : 0, area.top > by ? area.top - by : 0,
                   area.right + by < width ? area.right + by : width,
                   area.bottom + by < height ? area.bottom + by : height};
  box.width -= box.left;
  box.height -= box.top;
  return field_tiles(box) * FIELD_SMALL <= grid_tiles(grid) ? box : whole;
}

static bool field_is_whole(const astar_field *field, field_box box) {
  return field_tiles(box) == grid_tiles(field->grid);
}

static bool field_compute_whole(astar_field *field, dijkstra *f) {
  double *cost = field->costs.cost;
  for (int y = 0; y < field->box.height; y++) {
    for (int x = 0; x < field->box.width; x++) *cost++ = INFINITY;
    if (dijkstra_is_stopped(f)) return false;
  }
  return dijkstra_compute(f, &field->map, &field->costs, field->sources,
                          field->source_count);
}

// Computes a small field in the scratch arrays, which have the size of the grid, and
// copies its box. Leaves the scratch costs infinite again.
static bool field_compute_small(astar_field *field, dijkstra *f) {
  dijkstra_costs *small = &field->costs, costs = *small;
  field_box box = field->box;
  costs.cost = f->scratch_cost;
  costs.step = f->scratch_step;
  bool done =
      dijkstra_compute(f, &field->map, &costs, field->sources, field->source_count);
  for (int y = 0; y < box.height; y++) {
    uint32_t cell = grid_cell(field->grid, box.left, box.top + y);
    size_t index = (size_t)y * (size_t)box.width, width = (size_t)box.width;
    memcpy(small->cost + index, f->scratch_cost + cell, width * sizeof *small->cost);
    memcpy(small->step + index, f->scratch_step + cell, width);
    for (int x = 0; x < box.width; x++) f->scratch_cost[cell + (uint32_t)x] = INFINITY;
  }
  return done;
}

static bool field_compute(astar_field *field, dijkstra *f) {
  if (costmap_ensure_legal(&field->map, NULL) != ASTAR_OK) return false;
  field_box box = field_find_box(field);
  bool is_whole = field_is_whole(field, box);
  if (!field_ensure_arrays(field, box)) return false;
  if (!is_whole && !dijkstra_ensure_scratch(f)) return false;
  field->costs.link_step_count = 0;
  return is_whole ? field_compute_whole(field, f) : field_compute_small(field, f);
}

// Whether a repair is possible, and less work than a new computation.
static bool field_can_repair(const astar_field *field) {
  repair_scope scope = {field->rules, &field->filter, CHANGE_ALL};
  uint32_t share =
      costmap_is_plain(&field->map) ? FIELD_REPAIR_SHARE_UNIFORM : FIELD_REPAIR_SHARE;
  return field->costs.cost != NULL && field_is_whole(field, field->box) &&
         repair_is_worth(field->grid, &scope, field->revision, REPAIR_TILES,
                         field->costs.expanded / share + MEMORY_LIMIT(64, 32));
}

// Whether a Dijkstra map uses patterns and terrain boards.
static bool field_uses_patterns(const costmap *map) {
  return !costmap_is_plain(map) && !costmap_has_influence(map) &&
         dominance_is_suited(map);
}

// Brings the patterns and the terrain boards up to date where a Dijkstra map can use
// them.
static astar_status field_update_patterns(const costmap *map, derived_data *derived,
                                          budget *b) {
  if (!field_uses_patterns(map)) return ASTAR_OK;
  astar_status status = terrain_boards_update(&derived->terrain_boards, map, b);
  return status == ASTAR_OK ? dominance_update(&derived->dominance, map, b) : status;
}

astar_status field_prepare(astar_grid *grid, const astar_rules *rules,
                           const astar_filter *filter, budget *b) {
  costmap map;
  derived_data *derived;
  astar_status status = cache_get(grid, rules, filter, b, &map, &derived);
  if (status == ASTAR_OK) status = costmap_ensure_legal(&map, b);
  return status == ASTAR_OK ? field_update_patterns(&map, derived, b) : status;
}

// Computes a movement range in turns for the current map.
static astar_status field_refresh_turns(astar_field *field) {
  astar_grid *grid = field->grid;
  memory *m = &grid->memory;
  turn_range *range = field->turns;
  uint32_t start = field->sources[0].cell;
  astar_status status =
      cache_get(grid, field->rules, &range->filter, NULL, &field->map, NULL);
  if (status == ASTAR_OK) status = costmap_ensure_legal(&field->map, NULL);
  field_drop_arrays(field);
  field->revision = grid->revision;
  field->stamp = influence_stamp_of(grid, &field->filter);
  if (status == ASTAR_OK) {
    status = turn_range_compute(range, &field->map, grid_x(grid, start),
                                grid_y(grid, start), &field->box);
  }
  if (status != ASTAR_OK) return status;
  size_t tiles = field_tiles(field->box);
  double *cost = MEMORY_ALLOCATE(m, double, tiles);
  field->costs.cost = cost;
  for (size_t i = 0; cost != NULL && i < tiles; i++) {
    uint32_t best = range->best[i];
    cost[i] = best != TURN_LABEL_NONE ? range->labels[best].cost : INFINITY;
  }
  if (cost == NULL) field_drop_arrays(field);
  return cost != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

// Repairs or computes the field for the current map. `discard`: its present costs cannot
// be repaired, because the goals changed.
static astar_status field_refresh(astar_field *field, bool discard) {
  astar_grid *grid = field->grid;
  if (field->turns != NULL) return field_refresh_turns(field);
  derived_data *derived;
  astar_status status =
      cache_get(grid, field->rules, &field->filter, NULL, &field->map, &derived);
  if (status != ASTAR_OK) return status;
  discard |= field->stamp != field->map.influence.stamp;
  field->stamp = field->map.influence.stamp;
  dijkstra *f = cache_dijkstra(grid);
  bool done = false;
  if (field_update_patterns(&field->map, derived, NULL) != ASTAR_OK) f = NULL;
  if (f != NULL) {
    f->patterns = field_uses_patterns(&field->map) ? &derived->dominance : NULL;
    f->boards = &derived->terrain_boards;
  }
  if (f != NULL && !discard && field_can_repair(field)) {
    done = dijkstra_repair(f, &field->map, &field->costs, field->revision, field->sources,
                           field->source_count);
  }
  if (f != NULL && !done) done = field_compute(field, f);
  field->revision = grid->revision;
  if (done) return ASTAR_OK;
  field_drop_arrays(field);
  return ASTAR_NO_MEMORY;
}

astar_status astar_field_update(astar_field *field) {
  if (LIVE(field) == NULL) return ASTAR_INVALID;
  cache_refresh(field->grid);
  repair_skip(field->grid, &field->filter, &field->revision);
  bool is_up_to_date = field->costs.cost != NULL &&
                       field->revision == field->grid->revision &&
                       field->stamp == influence_stamp_of(field->grid, &field->filter);
  return is_up_to_date ? ASTAR_OK : field_refresh(field, false);
}

// -------------------------------------------------------------------------------- life

static int field_compare_sources(const void *a, const void *b) {
  const dijkstra_source *left = (const dijkstra_source *)a,
                        *right = (const dijkstra_source *)b;
  if (left->cell != right->cell) return left->cell < right->cell ? -1 : 1;
  return (left->cost > right->cost) - (left->cost < right->cost);
}

// Sorts sources by cell and keeps the cheapest source of each cell. Returns their number.
static uint32_t field_sort_sources(dijkstra_source *sources, uint32_t count) {
  uint32_t kept = 0;
  qsort(sources, count, sizeof *sources, field_compare_sources);
  for (uint32_t i = 0; i < count; i++)
    if (i == 0 || sources[i].cell != sources[kept - 1].cell) sources[kept++] = sources[i];
  return kept;
}

void astar_field_free(astar_field *field) {
  if (LIVE(field) == NULL || --field->owners > 0) return;
  astar_grid *grid = field->grid;
  memory *m = &grid->memory;
  field_drop_arrays(field);
  if (field->turns != NULL) memory_free(m, field->turns, sizeof *field->turns);
  MEMORY_FREE(m, field->costs.link_steps, field->costs.link_step_capacity);
  MEMORY_FREE(m, field->sources, field->source_capacity);
  rules_release_holder(field->rules);
  live_free(m, field, sizeof *field);
  astar_grid_free(grid);
}

void field_retain(astar_field *field) { field->owners++; }

bool field_has_goals_on(const astar_field *field, const astar_grid *grid) {
  return !field->costs.outward && field->grid == grid;
}

const dijkstra_source *field_goals(const astar_field *field, uint32_t *count) {
  *count = field->source_count;
  return field->sources;
}

const double *field_costs(const astar_field *field) { return field->costs.cost; }

double field_cheapest_step(const astar_field *field) {
  return field->map.moves->min_tile_cost;
}

// A field without costs, with room for its sources.
static astar_field *field_new(astar_grid *grid, const astar_rules *rules,
                              const astar_filter *filter, bool outward, double max_cost,
                              uint32_t source_capacity) {
  memory *m = &grid->memory;
  astar_field *field = (astar_field *)live_new(m, sizeof *field);
  if (field == NULL) return NULL;
  field->owners = 1;
  field->grid = grid;
  field->rules = rules_hold(rules);
  field->filter = rules_filter(rules, filter);
  astar_grid_retain(grid);
  field->costs.outward = outward;
  field->costs.max_cost = tolerance_max_sum(max_cost);
  field->sources = MEMORY_ALLOCATE(m, dijkstra_source, source_capacity);
  field->source_capacity = source_capacity;
  if (field->sources != NULL) return field;
  astar_field_free(field);
  return NULL;
}

// Computes a new field, whose sources are set. Frees it on failure.
static astar_status field_finish(astar_field *fresh, astar_field **field) {
  fresh->source_count = field_sort_sources(fresh->sources, fresh->source_count);
  astar_status status = astar_field_update(fresh);
  if (status == ASTAR_OK)
    *field = fresh;
  else
    astar_field_free(fresh);
  return status;
}

static astar_status field_check_goals(const astar_grid *grid, const astar_source *list,
                                      int count) {
  if (count < 0 || (list == NULL && count > 0)) return ASTAR_INVALID;
  for (int i = 0; i < count; i++)
    if (!grid_is_cost(list[i].cost)) return ASTAR_INVALID;
  for (int i = 0; i < count; i++)
    if (!grid_contains(grid, list[i].x, list[i].y)) return ASTAR_OUT_OF_BOUNDS;
  return ASTAR_OK;
}

// ASTAR_OK when the mover can stand on at least one goal.
static astar_status field_check_passable(astar_grid *grid, const astar_rules *rules,
                                         const astar_filter *filter,
                                         const astar_source *list, int count) {
  costmap map;
  astar_status status = cache_get(grid, rules, filter, NULL, &map, NULL);
  if (status != ASTAR_OK) return status;
  for (int i = 0; i < count; i++)
    if (costmap_is_passable(&map, list[i].x, list[i].y)) return ASTAR_OK;
  return ASTAR_GOAL_BLOCKED;
}

static void field_copy_goals(const astar_grid *grid, const astar_source *list, int count,
                             dijkstra_source *sources) {
  for (int i = 0; i < count; i++) {
    uint32_t cell = grid_cell(grid, list[i].x, list[i].y);
    sources[i] = (dijkstra_source){cell, list[i].cost + 0.0};
  }
}

bool field_is_valid(const astar_grid *grid, const astar_rules *rules,
                    const astar_filter *filter, const astar_source *list, int count,
                    double max_cost) {
  return validation_has_rules(grid, rules, filter) && max_cost >= 0 &&
         field_check_goals(grid, list, count) != ASTAR_INVALID;
}

astar_status astar_distance_field(astar_grid *grid, const astar_rules *rules,
                                  const astar_filter *filter, const astar_source *list,
                                  int goal_count, double max_cost, astar_field **field) {
  if (field == NULL) return ASTAR_INVALID;
  *field = NULL;
  if (!validation_has_rules(grid, rules, filter) || !(max_cost >= 0))
    return ASTAR_INVALID;
  astar_status status = field_check_goals(grid, list, goal_count);
  if (status == ASTAR_OK)
    status = field_check_passable(grid, rules, filter, list, goal_count);
  if (status != ASTAR_OK) return status;
  astar_field *fresh =
      field_new(grid, rules, filter, false, max_cost, (uint32_t)goal_count);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  field_copy_goals(grid, list, goal_count, fresh->sources);
  fresh->source_count = (uint32_t)goal_count;
  return field_finish(fresh, field);
}

astar_field *field_towards(astar_grid *grid, const astar_rules *rules,
                           const astar_filter *filter, int x, int y) {
  astar_field *field = field_new(grid, rules, filter, false, INFINITY, 1);
  if (field == NULL) return NULL;
  field->sources[field->source_count++] = (dijkstra_source){grid_cell(grid, x, y), 0};
  return field_finish(field, &field) == ASTAR_OK ? field : NULL;
}

static bool field_has_sources(const astar_field *field, const dijkstra_source *sources,
                              uint32_t count) {
  if (count != field->source_count) return false;
  for (uint32_t i = 0; i < count; i++)
    if (field_compare_sources(&field->sources[i], &sources[i]) != 0) return false;
  return true;
}

astar_status astar_field_set_goals(astar_field *field, const astar_source *list,
                                   int goal_count) {
  if (LIVE(field) == NULL || field->costs.outward) return ASTAR_INVALID;
  astar_grid *grid = field->grid;
  cache_refresh(grid);
  astar_status status = field_check_goals(grid, list, goal_count);
  if (status == ASTAR_OK)
    status = field_check_passable(grid, field->rules, &field->filter, list, goal_count);
  if (status != ASTAR_OK) return status;
  uint32_t count = (uint32_t)goal_count;
  if (!MEMORY_RESERVE(&grid->memory, field->sources, field->source_capacity,
                      field->source_count + count))
    return ASTAR_NO_MEMORY;
  dijkstra_source *fresh = field->sources + field->source_count;
  field_copy_goals(grid, list, goal_count, fresh);
  count = field_sort_sources(fresh, count);
  if (field_has_sources(field, fresh, count)) return astar_field_update(field);
  memmove(field->sources, fresh, count * sizeof *fresh);
  field->source_count = count;
  return field_refresh(field, true);
}

astar_status astar_movement_range(astar_grid *grid, const astar_rules *rules,
                                  const astar_filter *filter, int x, int y,
                                  double max_cost, astar_field **field) {
  if (field == NULL) return ASTAR_INVALID;
  *field = NULL;
  if (!validation_has_rules(grid, rules, filter) || !(max_cost >= 0))
    return ASTAR_INVALID;
  if (!grid_contains(grid, x, y)) return ASTAR_OUT_OF_BOUNDS;
  astar_field *fresh = field_new(grid, rules, filter, true, max_cost, 1);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->sources[fresh->source_count++] = (dijkstra_source){grid_cell(grid, x, y), 0};
  return field_finish(fresh, field);
}

astar_status astar_turn_range(astar_grid *grid, const astar_rules *rules,
                              const astar_filter *filter, int x, int y,
                              const astar_turns *turns, astar_field **field) {
  if (field == NULL) return ASTAR_INVALID;
  *field = NULL;
  astar_query query = astar_default_query(rules, x, y, NULL, 0);
  query.filter = filter;
  query.turns = turns;
  if (turns == NULL || astar_why_invalid(grid, &query) != NULL) return ASTAR_INVALID;
  if (!grid_contains(grid, x, y)) return ASTAR_OUT_OF_BOUNDS;
  astar_field *fresh = field_new(grid, rules, filter, true, INFINITY, 1);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->sources[fresh->source_count++] = (dijkstra_source){grid_cell(grid, x, y), 0};
  fresh->turns = (turn_range *)memory_new(&grid->memory, sizeof *fresh->turns);
  if (fresh->turns == NULL) {
    astar_field_free(fresh);
    return ASTAR_NO_MEMORY;
  }
  fresh->turns->turns = *turns;
  fresh->turns->filter = query_filter(&query);
  if (turns->max_turns == UINT32_MAX) fresh->turns->turns.max_turns = 1;
  // Edits of these layers do not change what is passable, but the range.
  fresh->filter.ignored_layers &= (uint8_t) ~(turns->pass | turns->zones);
  return field_finish(fresh, field);
}

astar_status astar_flee_field(const astar_field *danger, double factor,
                              astar_field **field) {
  if (field == NULL) return ASTAR_INVALID;
  *field = NULL;
  if (danger == NULL) return ASTAR_INVALID;
  if (!(factor >= ASTAR_MIN_COST && factor <= ASTAR_MAX_COST)) return ASTAR_INVALID;
  uint32_t count = 0;
  double farthest = 0;
  for (int x = -1, y = 0; astar_field_each(danger, &x, &y); count++) {
    double cost = astar_field_cost(danger, x, y);
    if (cost > farthest) farthest = cost;
  }
  if (count == 0) return ASTAR_GOAL_BLOCKED;
  astar_field *fresh =
      field_new(danger->grid, danger->rules, &danger->filter, false, INFINITY, count);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  for (int x = -1, y = 0; astar_field_each(danger, &x, &y);) {
    double cost = (farthest - astar_field_cost(danger, x, y)) * factor;
    if (cost > FIELD_MAX_FLEE_COST) cost = FIELD_MAX_FLEE_COST;
    fresh->sources[fresh->source_count++] =
        (dijkstra_source){grid_cell(danger->grid, x, y), cost};
  }
  return field_finish(fresh, field);
}

// ------------------------------------------------------------------------------ reading

double astar_field_cost(const astar_field *field, int x, int y) {
  return field_covers(LIVE(field), x, y) ? field->costs.cost[field_index(field, x, y)]
                                         : INFINITY;
}

bool astar_field_next(const astar_field *field, int x, int y, astar_point *next) {
  if (!field_covers(LIVE(field), x, y) || field->turns != NULL) return false;
  size_t index = field_index(field, x, y);
  const astar_grid *grid = field->grid;
  uint32_t cell;
  if (!dijkstra_next(&field->costs, &field->map, grid_cell(grid, x, y),
                     field->costs.cost[index], field->costs.step[index], &cell))
    return false;
  if (next != NULL) *next = (astar_point){grid_x(grid, cell), grid_y(grid, cell)};
  return true;
}

const astar_turns *astar_field_turns(const astar_field *field) {
  return LIVE(field) != NULL && field->turns != NULL ? &field->turns->turns : NULL;
}

bool astar_field_arrival(const astar_field *field, int x, int y, astar_arrival *arrival) {
  if (astar_field_turns(field) == NULL || arrival == NULL ||
      !(astar_field_cost(field, x, y) < INFINITY))
    return false;
  const turn_range *range = field->turns;
  const turn_label *label = &range->labels[range->best[field_index(field, x, y)]];
  *arrival = (astar_arrival){label->time.turn + 1, range->turns.points - label->time.used,
                             !label->is_friend};
  return true;
}

// Whether no edit since the last update affects the field.
static bool field_is_current(const astar_field *field) {
  return (field->revision == field->grid->revision ||
          journal_last_change(field->grid, &field->filter) <= field->revision) &&
         field->stamp == influence_stamp_of(field->grid, &field->filter);
}

bool astar_field_way_out(const astar_field *field, int x, int y, astar_point *next) {
  astar_grid *grid = field->grid;
  costmap map;
  astar_point unread;
  cache_refresh(grid);
  if (next == NULL) next = &unread;
  if (astar_field_cost(field, x, y) < INFINITY)
    return astar_field_next(field, x, y, next);
  if (field->costs.outward || !field_is_current(field) || !grid_contains(grid, x, y) ||
      cache_peek(grid, field->rules, &field->filter, &map) != ASTAR_OK ||
      costmap_is_passable(&map, x, y))
    return false;
  way_out_costs costs = {field->costs.cost, field->box.left, field->box.top,
                         field->box.width, field->box.height};
  if (way_out_step(&costs, &map, x, y, next)) return true;
  // A search reads many tiles, a step few: only the search makes room for derived data.
  return cache_get(grid, field->rules, &field->filter, NULL, &map, NULL) == ASTAR_OK &&
         way_out_search(&costs, &map, x, y, next);
}

bool astar_field_each(const astar_field *field, int *x, int *y) {
  if (LIVE(field) == NULL || x == NULL || y == NULL) return false;
  field_box box = field->box;
  int at_x = *x < field->grid->width ? *x + 1 : *x, at_y = *y;
  if (at_x < box.left) at_x = box.left;
  if (at_y < box.top) at_x = box.left, at_y = box.top;
  for (; at_y < box.top + box.height; at_y++, at_x = box.left) {
    for (; at_x < box.left + box.width; at_x++) {
      if (!(field->costs.cost[field_index(field, at_x, at_y)] < INFINITY)) continue;
      *x = at_x;
      *y = at_y;
      return true;
    }
  }
  return false;
}

// ------------------------------------------------------------------------------ paths

// Adds the steps from a tile with a cost to its source. False: out of memory.
static bool field_follow(const astar_field *field, int x, int y, path_builder *path) {
  bool outward = field->costs.outward;
  int entered = MOVE_START; // inward: the step that led to the tile
  path_builder_clear(path);
  for (;;) {
    uint8_t step = field->costs.step[field_index(field, x, y)];
    int move = outward ? step : entered;
    bool is_added = !outward            ? path_builder_append(path, x, y, move)
                    : move < MOVE_START ? path_builder_add(path, x, y, move, 1)
                                        : path_builder_add_start(path, x, y);
    if (!is_added) return false;
    if (step == MOVE_START) break;
    astar_point next = {0, 0};
    astar_field_next(field, x, y, &next);
    entered = step;
    x = next.x;
    y = next.y;
  }
  if (!outward) path_builder_reverse(path);
  return true;
}

// The path of the best label of a tile, with the costs of its labels.
static astar_status field_follow_turns(const astar_field *field, int x, int y,
                                       path_builder *path) {
  const turn_range *range = field->turns;
  uint32_t label = range->best[field_index(field, x, y)];
  if (!turn_search_build_path(range->labels, label, range->turns.points, path) ||
      !path_builder_write_tiles(path, &field->map))
    return ASTAR_NO_MEMORY;
  path->cost = range->labels[label].cost;
  for (uint32_t i = path->count; i-- > 0; label = range->labels[label].parent)
    path->costs[i] = range->labels[label].cost;
  return ASTAR_OK;
}

// Fills the costs of a path by the costs of the field, which belong to an older map.
static void field_set_costs(const astar_field *field, path_builder *path) {
  double start = astar_field_cost(field, path->points[0].x, path->points[0].y);
  for (uint32_t i = 0; i < path->count; i++) {
    double here = astar_field_cost(field, path->points[i].x, path->points[i].y);
    path->costs[i] = field->costs.outward ? here - start : start - here;
  }
  path->cost = path->costs[path->count - 1];
}

// Straightens a path of a field that is current, and sums its costs.
static astar_status field_straighten(const astar_field *field, path_builder *path) {
  costmap map;
  astar_status status = cache_peek(field->grid, field->rules, &field->filter, &map);
  if (status != ASTAR_OK) return status;
  straightening s = {.memory = path->memory};
  bool is_done =
      straightening_run_on(&s, path, &map, NULL, true) && path_builder_write(path, &map);
  straightening_fini(&s);
  return is_done ? ASTAR_OK : ASTAR_NO_MEMORY;
}

astar_status astar_field_path(astar_field *field, int x, int y, astar_path *path,
                              astar_result *result) {
  if (result != NULL) *result = (astar_result){.goal = -1};
  if (LIVE(path) != NULL) path_builder_clear(&path->builder);
  if (LIVE(field) == NULL || path == NULL) return ASTAR_INVALID;
  path_builder *builder = &path->builder;
  astar_status status = ASTAR_OK;
  if (!grid_contains(field->grid, x, y)) return ASTAR_OUT_OF_BOUNDS;
  if (!(astar_field_cost(field, x, y) < INFINITY)) return ASTAR_UNREACHABLE;
  cache_refresh(field->grid);
  if (field->turns != NULL)
    status = field_follow_turns(field, x, y, builder);
  else if (!field_follow(field, x, y, builder))
    status = ASTAR_NO_MEMORY;
  else if (field_is_current(field))
    status = field_straighten(field, builder);
  else if (path_builder_write_tiles(builder, &field->map))
    field_set_costs(field, builder);
  else
    status = ASTAR_NO_MEMORY;
  if (status != ASTAR_OK) path_builder_clear(builder);
  if (result != NULL) {
    result->cost = builder->cost;
    result->length = builder->count;
    path_builder_report_turns(builder, result);
  }
  return status;
}

// ------------------------------------------------------------------- content of replicas

void field_detach(astar_field *field, field_content *content) {
  memory *m = &field->grid->memory;
  dijkstra_costs *c = &field->costs;
  *content = (field_content){.memory = {.allocator = m->allocator},
                             .revision = field->revision,
                             .stamp = field->stamp,
                             .box = field->box,
                             .costs = *c,
                             .sources = field->sources,
                             .source_count = field->source_count,
                             .source_capacity = field->source_capacity};
  size_t bytes = field_tiles(field->box) * (sizeof *c->cost + 1) +
                 c->link_step_capacity * sizeof *c->link_steps +
                 field->source_capacity * sizeof *field->sources;
  content->memory.used = bytes;
  m->used -= bytes;
  memset(c, 0, sizeof *c);
  field->sources = NULL;
  field->source_capacity = 0;
  field->box = (field_box){0, 0, 0, 0};
  astar_field_free(field);
}

// Frees the part of the content that is not arrays of tiles.
static void field_content_free_lists(field_content *content) {
  memory *m = &content->memory;
  dijkstra_costs *c = &content->costs;
  MEMORY_FREE(m, c->link_steps, c->link_step_capacity);
  MEMORY_FREE(m, content->sources, content->source_capacity);
  c->link_steps = NULL;
  content->sources = NULL;
}

void field_content_free(field_content *content) {
  size_t tiles = field_tiles(content->box);
  MEMORY_FREE(&content->memory, content->costs.cost, tiles);
  memory_free(&content->memory, content->costs.step, tiles);
  field_content_free_lists(content);
  memset(content, 0, sizeof *content);
}

// Copies the lists of the content, which an update of the field resizes. False: out of
// memory.
static bool field_copy_lists(astar_field *field, const field_content *content) {
  const dijkstra_costs *from = &content->costs;
  dijkstra_costs *to = &field->costs;
  uint32_t count = from->link_step_count;
  if (!MEMORY_RESERVE(&field->grid->memory, to->link_steps, to->link_step_capacity,
                      count))
    return false;
  if (count > 0) memcpy(to->link_steps, from->link_steps, count * sizeof *to->link_steps);
  to->link_step_count = count;
  field->source_count = content->source_count;
  memcpy(field->sources, content->sources,
         content->source_count * sizeof *field->sources);
  return true;
}

astar_status field_attach(astar_grid *grid, const astar_rules *rules,
                          const astar_filter *filter, field_content *content,
                          astar_field **field) {
  const dijkstra_costs *from = &content->costs;
  costmap map;
  *field = NULL;
  astar_status status = cache_get_moves(grid, rules, filter, &map);
  if (status != ASTAR_OK) return status;
  astar_field *fresh =
      field_new(grid, rules, filter, from->outward, 0, content->source_count);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  if (!field_copy_lists(fresh, content)) {
    astar_field_free(fresh);
    return ASTAR_NO_MEMORY;
  }
  field_content_free_lists(content);
  fresh->map = map;
  fresh->revision = content->revision;
  fresh->stamp = content->stamp;
  fresh->box = content->box;
  fresh->costs.cost = from->cost;
  fresh->costs.step = from->step;
  fresh->costs.max_cost = from->max_cost;
  fresh->costs.max_start = from->max_start;
  fresh->costs.expanded = from->expanded;
  fresh->attached = content->memory;
  grid->memory.used += fresh->attached.used;
  memset(content, 0, sizeof *content);
  *field = fresh;
  return ASTAR_OK;
}
