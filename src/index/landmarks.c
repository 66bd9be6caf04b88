// Landmarks: bake, edits, and the bound of a query.
//
// Bake. Each landmark needs two Dijkstra maps: the costs of all paths to it, and of all
// paths from it. The bound is good for paths that point towards a landmark or away from
// one, so that landmarks belong to the edge of the map: the first landmark is the tile
// farthest from some tile, each other one the tile farthest from its nearest landmark
// (A. V. Goldberg and C. Harrelson, 2005: farthest selection). Where many tiles are not
// connected to any landmark, the next landmark is one of those.
//
// Costs are cut off at the greatest value. That keeps the bound: with cost(u, L) <=
// cost(u, t) + cost(t, L), the same holds when both costs to L are cut off, also at
// infinity.
//
// Edits. The bound holds for every path whose steps cost at least what they did when the
// map was baked. So costs may rise, and tiles may become impassable. Let a step be
// improved if it is cheaper or new. Improved steps begin and end in the areas around
// cheaper tiles (index/baked_costs). A path with improved steps has this form:
//
//      u ------> [p - q] ------> [p - q] ------> t       - improved steps, in an area
//                area i          area j                  --> steps as they were baked
//
// Its cost is at least the bound from u to area i, plus the rest: the bound from area i
// to area j, plus the rest of j; or the bound from area i to t. A bound between areas
// compares the least values of one with the greatest values of the other. The rests are
// shortest paths over at most 8 areas. The bound from u is the least of the direct one
// and of those over the areas. When a tile is as expensive again as it was, its area is
// gone. With more cheaper tiles than areas can hold, the landmarks are not used.
//
// Positions where the mover could not stand when the map was baked: no path as it was
// baked ends there, so that such a goal is not a direct target, and areas leave them out.
// Their own values are 0: they bound nothing. An improved step may end at such a position
// and the next one, of another area, begin there. So the bound between areas that
// intersect is 0.
#include "index/landmarks.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "query/field.h"

// An area covers at most so many columns and rows of cheaper tiles, so that the bound
// near it stays useful.
enum { LANDMARKS_AREA_SIDE = MEMORY_LIMIT(32, 3) };

// From so many cheaper tiles on the landmarks are not used.
enum { LANDMARKS_MAX_CHEAPER = MEMORY_LIMIT(1024, 12) };

// The next landmark is apart from all others where more than 1 of so many tiles are.
enum { LANDMARKS_APART = 8 };

// Seeds that are tried for a landmark: tiles in small components are useless.
enum { LANDMARKS_SEEDS = 8 };

// The greatest cost that is not cut off, in costs to the first landmark. Costs between
// other tiles may be higher: most landmarks see farther than the seed.
#define LANDMARKS_RESERVE 1.125

// More than all values: such a way does not exist.
enum { LANDMARKS_NO_WAY = 1 << 24 };

enum { LANDMARKS_ALIGNMENT = 64 };

// --------------------------------------------------------------------------------- life

static size_t landmarks_block_size(const landmarks *l) {
  return l->tiles * LANDMARK_VALUES * sizeof *l->values + LANDMARKS_ALIGNMENT;
}

static void landmarks_end_bake(landmarks *l) {
  MEMORY_FREE(l->memory, l->nearest, l->tiles);
  l->nearest = NULL;
  l->stage = LANDMARKS_BAKED;
}

void landmarks_fini(landmarks *l) {
  if (l->memory == NULL) return; // never used
  landmarks_end_bake(l);
  memory_free(l->memory, l->block, landmarks_block_size(l));
  baked_costs_fini(&l->costs);
  memset(l, 0, sizeof *l);
}

size_t landmarks_bytes(const landmarks *l) {
  size_t bytes = l->block != NULL ? landmarks_block_size(l) : 0;
  if (l->nearest != NULL) bytes += l->tiles * sizeof *l->nearest;
  return bytes + baked_costs_bytes(&l->costs);
}

static astar_status landmarks_allocate(landmarks *l, const costmap *map) {
  l->memory = &map->grid->memory;
  l->tiles = grid_tiles(map->grid);
  l->block = memory_new(l->memory, landmarks_block_size(l));
  if (l->block == NULL) return ASTAR_NO_MEMORY;
  size_t past = (uintptr_t)l->block % LANDMARKS_ALIGNMENT;
  l->values = (int16_t *)l->block + (LANDMARKS_ALIGNMENT - past) / sizeof *l->values;
  return baked_costs_init(&l->costs, map);
}

astar_status landmarks_restore(landmarks *l, const costmap *map, double unit) {
  astar_status status = landmarks_allocate(l, map);
  l->unit = unit;
  l->stage = LANDMARKS_BAKED;
  if (status != ASTAR_OK) landmarks_fini(l);
  return status;
}

// --------------------------------------------------------------------------------- bake

// Allocates, and marks the tiles where the mover can stand.
static astar_status landmarks_start(landmarks *l, const costmap *map) {
  astar_status status = landmarks_allocate(l, map);
  if (status == ASTAR_OK) {
    l->nearest = MEMORY_ALLOCATE(l->memory, float, l->tiles);
    if (l->nearest == NULL) status = ASTAR_NO_MEMORY;
  }
  if (status != ASTAR_OK) {
    landmarks_fini(l);
    return status;
  }
  for (uint32_t cell = 0; cell < l->tiles; cell++) {
    bool is_passable = costmap_is_cell_passable(map, cell);
    l->nearest[cell] = is_passable ? INFINITY : -1.0F;
    l->apart += is_passable;
  }
  l->unit = 1; // without landmarks
  l->stage = l->apart > 0 ? LANDMARKS_SEED : LANDMARKS_CLEAR;
  return status;
}

// The tile number `skip` among those that no landmark reaches, which has as many more.
static uint32_t landmarks_find_apart(const landmarks *l, uint32_t skip) {
  uint32_t cell = 0;
  for (;; cell++) {
    if (l->nearest[cell] < INFINITY) continue;
    if (skip-- == 0) return cell;
  }
}

// The farthest of the tiles that a Dijkstra map reaches; `*reached` receives how many
// they are.
static uint32_t landmarks_find_farthest(const landmarks *l, const double *cost,
                                        uint32_t *reached) {
  uint32_t farthest = 0;
  double most = -1;
  *reached = 0;
  for (uint32_t cell = 0; cell < l->tiles; cell++) {
    if (!(cost[cell] < INFINITY) || l->nearest[cell] < 0) continue;
    ++*reached;
    if (cost[cell] <= most) continue;
    most = cost[cell];
    farthest = cell;
  }
  return farthest;
}

// Looks at the Dijkstra map of a seed. Seeds in small components reach few tiles, so that
// their Dijkstra maps take little time.
static void landmarks_see_seed(landmarks *l, const double *cost) {
  uint32_t reached, farthest = landmarks_find_farthest(l, cost, &reached);
  if (l->seeds == 0 || reached > l->spread) {
    l->next = farthest;
    l->spread = reached;
  }
  l->seeds++;
  if (l->seeds == LANDMARKS_SEEDS || l->spread >= l->apart / 2) l->stage = LANDMARKS_TO;
}

// The unit with which the costs to the first landmark fit the values.
static void landmarks_choose_unit(landmarks *l, const double *cost) {
  double most = 0;
  for (uint32_t cell = 0; cell < l->tiles; cell++)
    if (cost[cell] < INFINITY && cost[cell] > most) most = cost[cell];
  l->unit = most > 0 ? most * LANDMARKS_RESERVE / (double)LANDMARK_MAX_VALUE : 1;
}

static int16_t landmarks_value(double units) {
  return units < (double)LANDMARK_MAX_VALUE ? (int16_t)units
                                            : (int16_t)LANDMARK_MAX_VALUE;
}

static void landmarks_see_costs_to(landmarks *l, const double *cost) {
  if (l->count == 0) landmarks_choose_unit(l, cost);
  int16_t *value = l->values + l->count;
  double per_cost = 1 / l->unit;
  for (uint32_t cell = 0; cell < l->tiles; cell++, value += LANDMARK_VALUES)
    *value = landmarks_value(cost[cell] * per_cost);
  l->stage = LANDMARKS_FROM;
}

static void landmarks_see_costs_from(landmarks *l, const double *cost) {
  int16_t *value = l->values + LANDMARK_COUNT + l->count;
  double per_cost = 1 / l->unit;
  for (uint32_t cell = 0; cell < l->tiles; cell++, value += LANDMARK_VALUES) {
    *value = (int16_t)(LANDMARK_MAX_VALUE - landmarks_value(cost[cell] * per_cost));
    if (cost[cell] < l->nearest[cell]) l->nearest[cell] = (float)cost[cell];
  }
}

// Chooses the landmark after one whose values are known.
static void landmarks_choose_next(landmarks *l) {
  float most = 0;
  l->count++;
  l->apart = 0;
  l->seeds = 0;
  for (uint32_t cell = 0; cell < l->tiles; cell++) {
    l->apart += !(l->nearest[cell] < INFINITY);
    if (l->nearest[cell] <= most || !(l->nearest[cell] < INFINITY)) continue;
    most = l->nearest[cell];
    l->next = cell;
  }
  bool is_last = l->count == LANDMARK_COUNT || (l->apart == 0 && !(most > 0));
  bool is_apart = l->apart > l->tiles / LANDMARKS_APART || !(most > 0);
  l->stage = is_last ? LANDMARKS_CLEAR : is_apart ? LANDMARKS_SEED : LANDMARKS_TO;
}

// Computes the Dijkstra map of a stage. NULL: out of memory.
static astar_field *landmarks_compute(const landmarks *l, const costmap *map) {
  astar_grid *grid = map->grid;
  astar_field *field;
  uint32_t cell = l->next;
  if (l->stage == LANDMARKS_SEED) {
    uint64_t skip = (uint64_t)l->apart * (uint64_t)(2 * l->seeds + 1);
    cell = landmarks_find_apart(l, (uint32_t)(skip / (2 * LANDMARKS_SEEDS)));
  }
  int x = grid_x(grid, cell), y = grid_y(grid, cell);
  if (l->stage == LANDMARKS_TO)
    return field_towards(grid, map->rules, &map->filter, x, y);
  astar_movement_range(grid, map->rules, &map->filter, x, y, INFINITY, &field);
  return field;
}

static astar_status landmarks_compute_stage(landmarks *l, const costmap *map) {
  astar_field *field = landmarks_compute(l, map);
  if (field == NULL) return ASTAR_NO_MEMORY;
  const double *cost = field_costs(field);
  if (l->stage == LANDMARKS_SEED) {
    landmarks_see_seed(l, cost);
  } else if (l->stage == LANDMARKS_TO) {
    landmarks_see_costs_to(l, cost);
  } else {
    landmarks_see_costs_from(l, cost);
    landmarks_choose_next(l);
  }
  astar_field_free(field);
  return ASTAR_OK;
}

// Clears the values of tiles where the mover could not stand on all maps of the bake.
static void landmarks_clear(landmarks *l, const costmap *map) {
  for (uint32_t cell = 0; cell < l->tiles; cell++) {
    int x = grid_x(map->grid, cell), y = grid_y(map->grid, cell);
    if (baked_costs_were_passable(&l->costs, map, x, y)) continue;
    memset(l->values + (size_t)cell * LANDMARK_VALUES, 0,
           LANDMARK_VALUES * sizeof *l->values);
  }
}

astar_status landmarks_bake(landmarks *l, const costmap *map, size_t max_bytes,
                            budget *work, const char **message) {
  astar_status status = ASTAR_OK;
  size_t tiles = grid_tiles(map->grid);
  int64_t portion = (int64_t)tiles * QUERY_TILES_PER_EXPANSION; // a Dijkstra map
  if (l->stage == LANDMARKS_START)
    status = landmarks_start(l, map);
  else if (l->stage != LANDMARKS_BAKED)
    status = baked_costs_raise(&l->costs, map);
  size_t nearest = l->nearest != NULL ? l->tiles * sizeof *l->nearest : 0; // freed later
  if (status == ASTAR_OK && landmarks_bytes(l) - nearest > max_bytes) {
    *message = "the index would be larger than max_bytes";
    return ASTAR_TOO_LARGE;
  }
  while (status == ASTAR_OK && l->stage < LANDMARKS_CLEAR) {
    if (!budget_take(work, portion)) return ASTAR_RUNNING;
    status = landmarks_compute_stage(l, map);
  }
  if (status == ASTAR_OK && l->stage == LANDMARKS_CLEAR) {
    landmarks_clear(l, map);
    landmarks_end_bake(l);
  }
  return status;
}

// -------------------------------------------------------------------------------- areas

static bool landmarks_is_small(tile_area area) {
  return area.right - area.left <= LANDMARKS_AREA_SIDE &&
         area.bottom - area.top <= LANDMARKS_AREA_SIDE;
}

// Adds a cheaper tile to an area, or makes an area for it. False: there is no room.
static bool landmarks_add_cheaper(landmarks *l, int x, int y) {
  for (int i = 0; i < l->area_count; i++) {
    tile_area extended = l->areas[i].cheaper;
    tile_area_add(&extended, x, y);
    if (!landmarks_is_small(extended)) continue;
    l->areas[i].cheaper = extended;
    return true;
  }
  if (l->area_count == LANDMARK_AREAS) return false;
  l->areas[l->area_count++].cheaper = (tile_area){x, y, x + 1, y + 1};
  return true;
}

// Divides the cheaper tiles into areas. False: they do not fit.
static bool landmarks_find_areas(landmarks *l, const costmap *map) {
  const baked_costs *costs = &l->costs;
  l->area_count = 0;
  if (costs->cheaper_count > LANDMARKS_MAX_CHEAPER) return false;
  uint32_t left = costs->cheaper_count;
  for (uint32_t word = 0; left > 0; word++) {
    for (uint64_t bits = costs->cheaper[word]; bits != 0; bits &= bits - 1, left--) {
      uint32_t cell = word * 64 + (uint32_t)bits_lowest(bits);
      int x = grid_x(map->grid, cell), y = grid_y(map->grid, cell);
      if (!landmarks_add_cheaper(l, x, y)) return false;
    }
  }
  return true;
}

// Finds the least and the greatest values of an area. Where the mover could stand at no
// position of it, no path as it was baked leads to or from the area: then the least
// values stay above the greatest ones.
static void landmarks_measure(const landmarks *l, const costmap *map,
                              landmarks_area *area) {
  for (int i = 0; i < LANDMARK_VALUES; i++) {
    area->least[i] = LANDMARK_MAX_VALUE;
    area->most[i] = 0;
  }
  area->positions = baked_costs_area(map, area->cheaper);
  for (int y = area->positions.top; y < area->positions.bottom; y++) {
    for (int x = area->positions.left; x < area->positions.right; x++) {
      if (!baked_costs_were_passable(&l->costs, map, x, y)) continue;
      const int16_t *values =
          l->values + (size_t)grid_cell(map->grid, x, y) * LANDMARK_VALUES;
      for (int i = 0; i < LANDMARK_VALUES; i++) {
        if (values[i] < area->least[i]) area->least[i] = values[i];
        if (values[i] > area->most[i]) area->most[i] = values[i];
      }
    }
  }
}

static bool landmarks_intersect(const landmarks_area *a, const landmarks_area *b) {
  const tile_area *p = &a->positions, *q = &b->positions;
  return p->left < q->right && q->left < p->right && p->top < q->bottom &&
         q->top < p->bottom;
}

// Lower bounds of the cost between areas, over other areas too: the algorithm of Floyd
// and Warshall.
static void landmarks_connect_areas(landmarks *l) {
  int count = l->area_count;
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++) {
      bool is_joined = landmarks_intersect(&l->areas[i], &l->areas[j]);
      l->between[i][j] =
          is_joined ? 0 : landmark_difference(l->areas[i].least, l->areas[j].most);
    }
  }
  for (int over = 0; over < count; over++) {
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < count; j++) {
        int32_t sum = l->between[i][over] + l->between[over][j];
        if (sum < l->between[i][j]) l->between[i][j] = sum;
      }
    }
  }
}

void landmarks_update(landmarks *l, const costmap *map) {
  if (!baked_costs_update(&l->costs, map)) return;
  l->is_full = !landmarks_find_areas(l, map);
  if (l->is_full) return;
  for (int i = 0; i < l->area_count; i++) landmarks_measure(l, map, &l->areas[i]);
  landmarks_connect_areas(l);
}

// -------------------------------------------------------------------------------- bound

static bool landmarks_contains(const landmarks_area *area, int x, int y) {
  return x >= area->positions.left && x < area->positions.right &&
         y >= area->positions.top && y < area->positions.bottom;
}

// Lower bounds of the cost from each area to a goal. `values` are those of the goal;
// NULL: the mover could not stand there, so that only improved steps lead to it.
static void landmarks_find_rests(const landmarks *l, int goal_x, int goal_y,
                                 const int16_t *values, int32_t rests[LANDMARK_AREAS]) {
  int32_t direct[LANDMARK_AREAS];
  for (int i = 0; i < l->area_count; i++) {
    const landmarks_area *area = &l->areas[i];
    direct[i] = values != NULL ? landmark_difference(area->least, values)
                : landmarks_contains(area, goal_x, goal_y) ? 0
                                                           : LANDMARKS_NO_WAY;
  }
  for (int i = 0; i < l->area_count; i++) {
    rests[i] = LANDMARKS_NO_WAY;
    for (int j = 0; j < l->area_count; j++) {
      int32_t sum = l->between[i][j] + direct[j];
      if (sum < rests[i]) rests[i] = sum;
    }
  }
}

static void landmarks_add_target(landmark_bound *bound, const int16_t *most,
                                 int32_t rest) {
  landmark_target *target = &bound->targets[bound->count++];
  memcpy(target->most, most, sizeof target->most);
  target->rest = rest;
}

bool landmarks_need_bake(const landmarks *l, const costmap *map) {
  return l->is_full || map->grid->arc_count > 0 || !weighted_jump_points_is_suited(map);
}

void landmarks_bound(const landmarks *l, const costmap *map, int goal_x, int goal_y,
                     landmark_bound *bound) {
  int32_t rests[LANDMARK_AREAS];
  bool was_passable = baked_costs_were_passable(&l->costs, map, goal_x, goal_y);
  const int16_t *values =
      l->values + (size_t)grid_cell(map->grid, goal_x, goal_y) * LANDMARK_VALUES;
  bound->values = l->values;
  bound->unit = l->unit;
  bound->count = 0;
  if (was_passable) landmarks_add_target(bound, values, 0);
  landmarks_find_rests(l, goal_x, goal_y, was_passable ? values : NULL, rests);
  for (int i = 0; i < l->area_count; i++) {
    if (rests[i] >= LANDMARKS_NO_WAY) continue;
    landmarks_add_target(bound, l->areas[i].most, rests[i]);
  }
}

// -------------------------------------------------------------------------------- query

// Whether a valid query asks for nothing but a cheapest path to one goal: the bound holds
// for one goal, and other queries promise which tiles they expand.
static bool landmarks_serve(const astar_grid *grid, const astar_query *query) {
  return query->algorithm == ASTAR_AUTO && query_is_plain(query) &&
         query->goal_count == 1 && query->range == 0 && !query->partial &&
         grid_contains(grid, query->goals[0].x, query->goals[0].y);
}

astar_status landmarks_find_path(landmarks *l, astar_grid *grid, const astar_query *query,
                                 astar_path *path, astar_result *result, bool *was_used) {
  costmap map;
  landmark_bound bound = {.count = 0};
  *was_used = astar_why_invalid(grid, query) == NULL && landmarks_serve(grid, query) &&
              cache_get(grid, query->rules, query->filter, NULL, &map, NULL) == ASTAR_OK;
  if (*was_used) {
    landmarks_update(l, &map);
    *was_used = !landmarks_need_bake(l, &map);
  }
  if (*was_used) landmarks_bound(l, &map, query->goals[0].x, query->goals[0].y, &bound);
  return query_find_path(grid, query, bound.count > 0 ? &bound : NULL, path, result);
}
