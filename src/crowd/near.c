// Which units are near a tile.
//
// Method: all units within a radius are found in one of two ways, by which there is less
// to look at: by the tiles around and who holds them, row by row, or by the array of
// units. For the nearest unit the radius is doubled until a unit is in it.
//
// The distance of a unit is that of the nearest tile that it covers. The square of a
// distance is an integer, so units that are equally near compare as equal. A line is
// tried to a unit only when none leads to a nearer one.

#include "crowd/state.h"
#include "map/footprint.h"
#include "map/hex.h"
#include "query/cache.h"
#include "query/line_of_sight.h"

#include <math.h>
#include <stdlib.h>

enum { NEAR_COOKIE = 0x6e656172 };

// The first radius of a search for the nearest unit [tiles].
enum { NEAR_FIRST = 2 };

// To look at a unit takes as long as to look at so many tiles.
enum { NEAR_TILES = 4 };

// The rings of equal area into which units are sorted first.
enum { NEAR_RINGS = 128 };

typedef struct near_search {
  astar_crowd *crowd;
  int x, y;
  occupancy_side side;
  const crowd_unit *except;
  double radius;        // all units within it were looked at
  double beyond, limit; // only units at these distances count
  bool lists;           // all units go to `crowd->near`; otherwise only `best` counts
  astar_near_unit best; // unit 0: none so far
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

// Looks at a unit, which counts.
static void near_see(near_search *s, const crowd_unit *u, int x, int y) {
  astar_near_unit unit = {near_distance(s, x, y), u->number};
  if (unit.distance <= s->beyond || unit.distance > s->limit) return;
  if (u == s->except) return;
  if (s->lists) {
    s->crowd->near.units[s->crowd->near.count++] = unit;
  } else if (s->best.unit == 0 || near_is_before(unit, s->best)) {
    s->best = unit;
  }
}

static void near_see_units(near_search *s) {
  for (uint32_t slot = 1; slot < s->crowd->slot_count; slot++) {
    const crowd_unit *u = &s->crowd->units[slot];
    if (!occupancy_counts(&s->side, slot) || u->number == 0) continue;
    near_see(s, u, near_clamp(s->x, u->at.x, u->size),
             near_clamp(s->y, u->at.y, u->size));
  }
}

// Looks at the units that hold tiles of a row, each at its nearest tile.
static void near_see_row(near_search *s, int y, int first, int last) {
  const astar_grid *grid = s->crowd->grid;
  if (first < 0) first = 0;
  if (last >= grid->width) last = grid->width - 1;
  const occupancy_tile *row = s->crowd->occupancy.tiles + grid_cell(grid, 0, y);
  for (int x = first; x <= last; x++) {
    uint32_t slot = row[x].holder;
    if (slot == 0 || !occupancy_counts(&s->side, slot)) continue;
    const crowd_unit *u = &s->crowd->units[slot];
    bool is_nearest = near_clamp(s->x, u->at.x, u->size) == x &&
                      near_clamp(s->y, u->at.y, u->size) == y;
    if (is_nearest) near_see(s, u, x, y);
  }
}

// Whether to look at all units takes less time than at the tiles within a radius.
static bool near_is_wide(const near_search *s, double radius) {
  return 4 * radius * radius > (double)s->crowd->slot_count * NEAR_TILES;
}

// Looks at all units within a radius, and at some beyond it. In a search for the nearest
// unit the square that was looked at before is left out.
static void near_look(near_search *s, double radius) {
  int hole = s->lists ? -1 : (int)s->radius, reach = (int)radius;
  bool is_disc = s->lists && s->crowd->grid->layout == ASTAR_SQUARE;
  s->beyond = s->lists ? s->radius : -1;
  s->radius = radius;
  if (s->lists) s->limit = radius;
  s->crowd->near.count = 0;
  if (near_is_wide(s, radius)) {
    near_see_units(s);
    return;
  }
  for (int dy = -reach; dy <= reach; dy++) {
    int known = abs(dy) <= hole ? hole + 1 : 0, y = s->y + dy, far = reach;
    if (y < 0 || y >= s->crowd->grid->height) continue;
    // Rounding must not leave a tile out.
    if (is_disc) far = (int)sqrt(radius * radius - dy * dy + 1);
    near_see_row(s, y, s->x - far, s->x - known);
    near_see_row(s, y, s->x + (known > 0 ? known : 1), s->x + far);
  }
}

// Sorts the units: by insertion, after they were sorted into rings.
static void near_sort(const near_search *s) {
  uint32_t starts[NEAR_RINGS + 1] = {0}, count = s->crowd->near.count;
  astar_near_unit *units = s->crowd->near.units, *rings = units + count;
  double farthest = 0;
  for (uint32_t i = 0; i < count; i++) farthest = fmax(farthest, units[i].distance);
  double scale = NEAR_RINGS / (farthest * farthest * 1.001 + 1);
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t i = 0; i < count; i++) {
      int ring = (int)(units[i].distance * units[i].distance * scale);
      if (pass == 0) starts[ring + 1]++;
      if (pass == 1) rings[starts[ring]++] = units[i];
    }
    for (int i = 1; i <= NEAR_RINGS && pass == 0; i++) starts[i] += starts[i - 1];
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t k = i;
    for (; k > 0 && near_is_before(rings[i], units[k - 1]); k--) units[k] = units[k - 1];
    units[k] = rings[i];
  }
}

// --------------------------------------------------------------------------------- sight

// Whether a line leads from the tile of the search to one of the tiles of a unit.
static bool near_sees(const near_search *s, const costmap *map, uint32_t number) {
  const crowd_unit *u = crowd_find(s->crowd, number);
  for (footprint f = footprint_at(map->grid, u->size, u->at.x, u->at.y);
       footprint_next(&f);) {
    if (line_of_sight_reaches(map, (astar_point){s->x, s->y}, (astar_point){f.x, f.y})) {
      return true;
    }
  }
  return false;
}

// Takes the first of the units that is seen.
static bool near_take_seen(near_search *s, const costmap *map) {
  const near_list *list = &s->crowd->near;
  near_sort(s);
  for (uint32_t i = 0; i < list->count; i++) {
    if (!near_sees(s, map, list->units[i].unit)) continue;
    s->best = list->units[i];
    return true;
  }
  return false;
}

// --------------------------------------------------------------------- calls of the
// program

// Begins a search. With `sees`, `map` is that of the sight.
static astar_status near_begin(near_search *s, astar_crowd *crowd, int x, int y,
                               const astar_near *near, bool lists, costmap *map) {
  if (LIVE(crowd) == NULL || near == NULL || near->cookie != NEAR_COOKIE ||
      !occupancy_is_side(&near->side) || !(near->max >= 0) ||
      (near->sees != NULL && !rules_are_owned(near->sees))) {
    return ASTAR_INVALID;
  }
  if (!grid_contains(crowd->grid, x, y)) return ASTAR_OUT_OF_BOUNDS;
  *s = (near_search){.crowd = crowd, .x = x, .y = y, .lists = lists};
  s->radius = -1;
  s->limit = near->max;
  s->except = crowd_find(crowd, near->except);
  occupancy_choose(&crowd->occupancy, &near->side, &s->side);
  if (lists && !MEMORY_RESERVE(crowd->memory, crowd->near.units, crowd->near.capacity,
                               2 * crowd->unit_count)) {
    return ASTAR_NO_MEMORY;
  }
  return near->sees != NULL ? cache_peek(crowd->grid, near->sees, NULL, map) : ASTAR_OK;
}

astar_status astar_crowd_nearest(astar_crowd *crowd, int x, int y, const astar_near *near,
                                 astar_near_unit *found) {
  near_search s;
  costmap map;
  bool sees = near != NULL && near->sees != NULL;
  if (found == NULL) return ASTAR_INVALID;
  *found = (astar_near_unit){0, 0};
  astar_status status = near_begin(&s, crowd, x, y, near, sees, &map);
  if (status != ASTAR_OK) return status;
  for (double radius = NEAR_FIRST; s.radius < near->max; radius *= 2) {
    near_look(&s, near_is_wide(&s, radius) ? near->max : fmin(radius, near->max));
    bool is_found = s.best.unit != 0 && s.best.distance <= s.radius;
    if (sees ? near_take_seen(&s, &map) : is_found) break;
  }
  *found = s.best;
  return ASTAR_OK;
}

astar_status astar_crowd_within(astar_crowd *crowd, int x, int y, double radius,
                                const astar_near *near, astar_near_unit *units,
                                size_t capacity, size_t *count) {
  near_search s;
  costmap map;
  if (count == NULL || !(radius >= 0)) return ASTAR_INVALID;
  *count = 0;
  astar_status status = near_begin(&s, crowd, x, y, near, true, &map);
  if (status != ASTAR_OK) return status;
  near_look(&s, fmin(radius, near->max));
  near_sort(&s);
  for (uint32_t i = 0; i < crowd->near.count; i++) {
    const astar_near_unit unit = crowd->near.units[i];
    if (near->sees != NULL && !near_sees(&s, &map, unit.unit)) continue;
    if (*count < capacity && units != NULL) units[*count] = unit;
    ++*count;
  }
  return ASTAR_OK;
}
