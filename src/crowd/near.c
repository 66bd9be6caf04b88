// Which units are near a tile.
//
// Method: units are listed in one of two ways, by which there is less to look at: by the
// tiles around and who holds them, or by the array of units. Units within a radius are
// listed row by row, and sorted. The nearest unit is searched ring by ring: all tiles of
// square ring r, and all beyond it, are at least r tiles away, also on hexes. So the
// nearest unit of the list is the nearest of all when it is nearer than the next ring.
//
// The distance of a unit is that of the nearest tile that it covers. Its square is an
// integer, so units that are equally near compare as equal. A line is tried to a unit
// only when none leads to a nearer one.

#include "crowd/state.h"
#include "map/footprint.h"
#include "map/hex.h"
#include "query/cache.h"
#include "query/line_of_sight.h"

#include <math.h>

enum { NEAR_COOKIE = 0x6e656172 };

// To look at a unit takes as long as to look at so many tiles.
enum { NEAR_TILES = 4 };

// More units than these are sorted into so many rings of equal area first.
enum { NEAR_FEW = 16, NEAR_RINGS = 128 };

// A search. `crowd->near` lists the units that were found.
typedef struct near_search {
  astar_crowd *crowd;
  int x, y;
  occupancy_side side;
  const crowd_unit *except;
  double radius;
  const costmap *sight; // NULL: all units count
} near_search;

astar_near astar_default_near(void) {
  return (astar_near){.side = {-1, -1}, .max = HUGE_VAL, .cookie = NEAR_COOKIE};
}

// ------------------------------------------------------------------------------- looking

static double near_distance(const near_search *s, int x, int y) {
  const astar_grid *grid = s->crowd->grid;
  double dx = x - s->x, dy = y - s->y;
  if (grid->layout == ASTAR_SQUARE) return sqrt(dx * dx + dy * dy);
  return hex_distance(grid->layout, s->x, s->y, x, y);
}

// Of `size` numbers from `first` on, the one that is nearest to a value. No branch: it
// could not be predicted.
static int near_clamp(int value, int first, int size) {
  int nearest = value > first ? value : first, last = first + size - 1;
  return nearest < last ? nearest : last;
}

static bool near_is_before(astar_near_unit a, astar_near_unit b) {
  bool is_equal = !(a.distance < b.distance) && !(b.distance < a.distance);
  return is_equal ? a.unit < b.unit : a.distance < b.distance;
}

// Lists a unit at (x, y), unless it is too far.
static void near_see(near_search *s, const crowd_unit *u, int x, int y) {
  near_list *list = &s->crowd->near;
  astar_near_unit unit = {near_distance(s, x, y), u->number};
  if (unit.distance > s->radius || u == s->except) return;
  list->units[list->count++] = unit;
}

static void near_see_units(near_search *s) {
  for (uint32_t slot = 1; slot < s->crowd->slot_count; slot++) {
    const crowd_unit *u = &s->crowd->units[slot];
    if (!occupancy_counts(&s->side, slot) || u->number == 0) continue;
    near_see(s, u, near_clamp(s->x, u->at.x, u->size),
             near_clamp(s->y, u->at.y, u->size));
  }
}

// Lists the units that hold tiles of a row or a column, each at its nearest tile.
static void near_see_line(near_search *s, int x, int y, int to_x, int to_y) {
  const astar_grid *grid = s->crowd->grid;
  const int dx = x < to_x, dy = 1 - dx, step = dx + dy * grid->width;
  if (x < 0) x = 0;
  if (y < 0) y = 0;
  if (to_x >= grid->width) to_x = grid->width - 1;
  if (to_y >= grid->height) to_y = grid->height - 1;
  if (x > to_x || y > to_y) return;
  const occupancy_tile *tile = s->crowd->occupancy.tiles + grid_cell(grid, x, y);
  for (; x <= to_x && y <= to_y; x += dx, y += dy, tile += step) {
    if (tile->holder == 0 || !occupancy_counts(&s->side, tile->holder)) continue;
    const crowd_unit *u = &s->crowd->units[tile->holder];
    bool is_nearest = near_clamp(s->x, u->at.x, u->size) == x &&
                      near_clamp(s->y, u->at.y, u->size) == y;
    if (is_nearest) near_see(s, u, x, y);
  }
}

static void near_see_ring(near_search *s, int r) {
  int left = s->x - r, right = s->x + r, top = s->y - r, bottom = s->y + r;
  near_see_line(s, left, top, right, top);
  if (r == 0) return;
  near_see_line(s, left, bottom, right, bottom);
  near_see_line(s, left, top + 1, left, bottom - 1);
  near_see_line(s, right, top + 1, right, bottom - 1);
}

// Whether to look at all units takes less time than at the tiles within a radius.
static bool near_is_wide(const near_search *s, double radius) {
  return 4 * radius * radius > (double)NEAR_TILES * s->crowd->slot_count;
}

// Sorts by distance and number: by insertion, many units by rings before. There is room
// for all of them twice.
static void near_sort(near_list *list) {
  uint32_t starts[NEAR_RINGS + 1] = {0}, count = list->count;
  astar_near_unit *units = list->units, *rings = units;
  double farthest = 0;
  for (uint32_t i = 0; i < count; i++) farthest = fmax(farthest, units[i].distance);
  double scale = (double)NEAR_RINGS / (farthest * farthest * 1.001 + 1);
  for (int pass = 0; pass < 2 && count > NEAR_FEW; pass++) {
    for (uint32_t i = 0; i < count; i++) {
      int ring = (int)(units[i].distance * units[i].distance * scale);
      if (pass == 0) starts[ring + 1]++;
      if (pass == 1) rings[starts[ring]++] = units[i];
    }
    for (int i = 1; i <= NEAR_RINGS && pass == 0; i++) starts[i] += starts[i - 1];
    rings = units + count;
  }
  for (uint32_t i = 0; i < count; i++) {
    astar_near_unit unit = rings[i];
    uint32_t k = i;
    for (; k > 0 && near_is_before(unit, units[k - 1]); k--) units[k] = units[k - 1];
    units[k] = unit;
  }
}

// Lists the units within the radius, the nearest first.
static void near_see_all(near_search *s) {
  bool is_square = s->crowd->grid->layout == ASTAR_SQUARE;
  if (near_is_wide(s, s->radius)) {
    near_see_units(s);
  } else {
    int reach = (int)s->radius;
    for (int dy = -reach; dy <= reach; dy++) {
      // Rounding must not leave a tile out.
      int far = is_square ? (int)sqrt(s->radius * s->radius - dy * dy + 1) : reach;
      near_see_line(s, s->x - far, s->y + dy, s->x + far, s->y + dy);
    }
  }
  near_sort(&s->crowd->near);
}

// --------------------------------------------------------------------------------- sight

// Whether a line leads from the tile of the search to one of the tiles of a unit.
static bool near_sees(const near_search *s, uint32_t number) {
  const crowd_unit *u = crowd_find(s->crowd, number);
  if (s->sight == NULL) return true;
  for (footprint f = footprint_at(s->crowd->grid, u->size, u->at.x, u->at.y);
       footprint_next(&f);) {
    astar_point from = {s->x, s->y}, to = {f.x, f.y};
    if (line_of_sight_reaches(s->sight, from, to)) return true;
  }
  return false;
}

// Takes the nearest unit that is seen from the list, if it is nearer than a distance, and
// removes those that are not seen.
static astar_near_unit near_take(near_search *s, double below) {
  near_list *list = &s->crowd->near;
  for (;;) {
    uint32_t nearest = 0;
    for (uint32_t i = 1; i < list->count; i++)
      if (near_is_before(list->units[i], list->units[nearest])) nearest = i;
    if (list->count == 0 || list->units[nearest].distance >= below) break;
    if (near_sees(s, list->units[nearest].unit)) return list->units[nearest];
    list->units[nearest] = list->units[--list->count];
  }
  return (astar_near_unit){0, 0};
}

// ----------------------------------------------------------------------------- calls

// Begins a search. `sight` becomes the map of `sees`.
static astar_status near_begin(near_search *s, astar_crowd *crowd, int x, int y,
                               const astar_near *near, costmap *sight) {
  if (LIVE(crowd) == NULL || near == NULL || near->cookie != NEAR_COOKIE ||
      !occupancy_is_side(&near->side) || !(near->max >= 0) ||
      (near->sees != NULL && !rules_are_owned(near->sees)))
    return ASTAR_INVALID;
  if (!grid_contains(crowd->grid, x, y)) return ASTAR_OUT_OF_BOUNDS;
  *s = (near_search){.crowd = crowd, .x = x, .y = y, .radius = near->max};
  crowd->near.count = 0;
  s->except = crowd_find(crowd, near->except);
  occupancy_choose(&crowd->occupancy, &near->side, &s->side);
  if (!MEMORY_RESERVE(crowd->memory, crowd->near.units, crowd->near.capacity,
                      2 * crowd->unit_count))
    return ASTAR_NO_MEMORY;
  if (near->sees == NULL) return ASTAR_OK;
  s->sight = sight;
  return cache_peek(crowd->grid, near->sees, NULL, sight);
}

astar_status astar_crowd_nearest(astar_crowd *crowd, int x, int y, const astar_near *near,
                                 astar_near_unit *found) {
  near_search s;
  costmap sight;
  if (found == NULL) return ASTAR_INVALID;
  *found = (astar_near_unit){0, 0};
  astar_status status = near_begin(&s, crowd, x, y, near, &sight);
  if (status != ASTAR_OK) return status;
  for (int r = 0; r <= near->max && found->unit == 0; r++) {
    bool is_wide = near_is_wide(&s, r);
    if (is_wide) crowd->near.count = 0;
    if (is_wide) near_see_units(&s);
    if (!is_wide) near_see_ring(&s, r);
    *found = near_take(&s, is_wide ? HUGE_VAL : r + 1);
    if (is_wide) break;
  }
  return ASTAR_OK;
}

astar_status astar_crowd_within(astar_crowd *crowd, int x, int y, double radius,
                                const astar_near *near, astar_near_unit *units,
                                size_t capacity, size_t *count) {
  near_search s;
  costmap sight;
  if (count == NULL || !(radius >= 0)) return ASTAR_INVALID;
  *count = 0;
  astar_status status = near_begin(&s, crowd, x, y, near, &sight);
  if (status != ASTAR_OK) return status;
  s.radius = fmin(radius, near->max);
  near_see_all(&s);
  for (uint32_t i = 0; i < crowd->near.count; i++) {
    if (!near_sees(&s, crowd->near.units[i].unit)) continue;
    if (*count < capacity && units != NULL) units[*count] = crowd->near.units[i];
    ++*count;
  }
  return ASTAR_OK;
}
