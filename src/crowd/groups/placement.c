// Finds tiles for units that are sent together.
//
// Method: a breadth-first search from the center visits tiles in the order of their
// distance in steps. In a pack, the first member gets the first tile where it fits, and
// so on. A larger unit comes before a smaller one.
//
// Units of several sizes do not mix: the larger ones get a flank of the pack, seen along
// its way. So both have a free way to their tiles, whichever of them arrive first.
//
//     way       L L L L
//     ----->    L L L L      tiles of large units
//               s s s s
//               s s s s      tiles of small units
//
// In a formation, each member has a place (crowd/groups/formation). It gets the tile of
// its place if the tile is free and *near*: the way there from the center is not much
// longer than it would be on an open map. So a formation stays in the room where the
// center is, although a place may be in the next room. All other members get the nearest
// tile that is free and near; when there is none, a tile as in a pack.

#include "crowd/groups/placement.h"
#include "base/bits.h"
#include "map/footprint.h"
#include "map/hex.h"
#include "query/reachability.h"

#include <math.h>
#include <stdlib.h>

enum { PLACEMENT_SEEN = 1, PLACEMENT_TAKEN = 2 };

enum { PLACEMENT_MAX_STEPS = UINT16_MAX };

bool placement_init(placement *p, astar_crowd *crowd, bool has_formation) {
  size_t tiles = grid_tiles(crowd->grid);
  p->crowd = crowd;
  p->seen = (uint8_t *)memory_new(crowd->memory, tiles);
  if (p->seen == NULL) return false;
  if (!has_formation) return true;
  p->steps = (uint16_t *)memory_new(crowd->memory, tiles * sizeof *p->steps);
  return p->steps != NULL;
}

void placement_fini(placement *p) {
  memory *m = p->crowd->memory;
  size_t tiles = grid_tiles(p->crowd->grid);
  memory_free(m, p->members, p->member_capacity * sizeof *p->members);
  memory_free(m, p->tiles, p->tile_capacity * sizeof *p->tiles);
  memory_free(m, p->steps, tiles * sizeof *p->steps);
  memory_free(m, p->seen, tiles);
}

// ------------------------------------------------------------------------------- search

static const costmap *placement_map(const placement *p) {
  return &crowd_rules(p->crowd, placement_unit(p, p->searcher))->map;
}

static bool placement_see(placement *p, uint32_t cell, uint32_t steps) {
  if (p->seen[cell] & PLACEMENT_SEEN) return true;
  p->seen[cell] |= PLACEMENT_SEEN;
  if (p->steps != NULL) p->steps[cell] = (uint16_t)steps;
  if (!MEMORY_RESERVE(p->crowd->memory, p->tiles, p->tile_capacity, p->tile_count + 1))
    return false;
  p->tiles[p->tile_count++] = cell;
  return true;
}

// Visits the neighbors of the next tile. False: out of memory.
static bool placement_expand(placement *p) {
  const astar_crowd *crowd = p->crowd;
  const costmap *map = placement_map(p);
  uint32_t cell = p->tiles[p->expanded++];
  uint32_t steps = p->steps != NULL ? p->steps[cell] : 0;
  int x = grid_x(crowd->grid, cell), y = grid_y(crowd->grid, cell);
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
  if (steps < PLACEMENT_MAX_STEPS) steps++;
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    int move = bits_lowest(moves);
    uint32_t to = grid_cell(crowd->grid, x + list[move].dx, y + list[move].dy);
    if (!placement_see(p, to, steps)) return false;
  }
  return true;
}

// -------------------------------------------------------------------------------- tiles

// Whether a tile is free: no unit of this call has it, and no other unit stands
// there without an order.
static bool placement_is_free(const placement *p, uint32_t cell) {
  if (p->seen[cell] & PLACEMENT_TAKEN) return false;
  uint32_t holder = p->crowd->occupancy.tiles[cell].holder;
  if (holder == 0) return true;
  const crowd_unit *u = &p->crowd->units[holder];
  return u->order != UNIT_NO_ORDER || u->call == p->crowd->calls;
}

// Whether a tile suits the units of a group, apart from the way there.
static bool placement_suits(const placement *p, const crowd_unit *u, uint32_t cell) {
  const astar_grid *grid = p->crowd->grid;
  int x = grid_x(grid, cell), y = grid_y(grid, cell);
  if (!costmap_is_passable(&crowd_rules(p->crowd, u)->map, x, y)) return false;
  for (footprint f = footprint_at(grid, u->size, x, y); footprint_next(&f);)
    if (!placement_is_free(p, f.cell)) return false;
  return true;
}

bool placement_reaches(const placement *p, const crowd_unit *u, uint32_t cell) {
  const astar_grid *grid = p->crowd->grid;
  const unit_rules *rules = crowd_rules(p->crowd, u);
  astar_status status =
      reachability_by_components(p->crowd->grid, rules->rules, &rules->filter, u->to.x,
                                 u->to.y, grid_x(grid, cell), grid_y(grid, cell));
  return status == ASTAR_OK || status == ASTAR_RUNNING;
}

static bool placement_fits(const placement *p, uint32_t member, uint32_t cell) {
  const crowd_unit *u = placement_unit(p, member);
  return placement_suits(p, u, cell) && placement_reaches(p, u, cell);
}

static void placement_take(placement *p, uint32_t member, uint32_t cell) {
  const astar_grid *grid = p->crowd->grid;
  int x = grid_x(grid, cell), y = grid_y(grid, cell);
  for (footprint f = footprint_at(grid, p->members[member].size, x, y);
       footprint_next(&f);)
    p->seen[f.cell] |= PLACEMENT_TAKEN;
  p->members[member].cell = cell;
  p->members[member].is_placed = true;
}

// Finds the next tile of the search for a member, from `*first` on: tiles before that one
// suit no unit of its group. `*found`: its place; `tile_count`: there is none. A member
// that reaches none leaves the tiles to the others. False: out of memory.
static bool placement_find(placement *p, uint32_t member, uint32_t *first,
                           uint32_t *found) {
  const crowd_unit *u = placement_unit(p, member);
  bool is_first = true;
  for (*found = *first;; ++*found) {
    while (*found == p->tile_count && p->expanded < p->tile_count)
      if (!placement_expand(p)) return false;
    if (*found == p->tile_count) return true;
    bool suits = placement_suits(p, u, p->tiles[*found]);
    if (suits && placement_reaches(p, u, p->tiles[*found])) return true;
    is_first &= !suits;
    if (is_first) *first = *found + 1;
  }
}

// ------------------------------------------------------------------------ mixed packs

int placement_compare_tiles(const void *left, const void *right) {
  const placement_tile *a = (const placement_tile *)left,
                       *b = (const placement_tile *)right;
  if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
  return (a->cell > b->cell) - (a->cell < b->cell);
}

// The middle of a unit on a tile.
static plane_point placement_point(const placement *p, int size, uint32_t cell) {
  const astar_grid *grid = p->crowd->grid;
  return formation_point(grid->layout, size, grid_x(grid, cell), grid_y(grid, cell));
}

// How far to the right of the center a unit on a tile is, times the length of the way.
static double placement_side(const placement *p, plane_point way, int size,
                             uint32_t cell) {
  plane_point middle = placement_point(p, 1, p->center);
  plane_point at = placement_point(p, size, cell);
  return way.x * (at.y - middle.y) - way.y * (at.x - middle.x);
}

// Sorts the first tiles of the search: first those at the flank where the first members
// are, the large ones. On a short way these keep the tiles of the pack where they stand.
static void placement_sort_flank(placement *p, plane_point way, uint32_t large,
                                 placement_tile *tiles, uint32_t count) {
  bool is_short = way.x * way.x + way.y * way.y < count; // than a side of the pack
  double side = 0;
  for (uint32_t i = 0; i < large; i++) {
    const crowd_unit *u = placement_unit(p, i);
    uint32_t cell = grid_cell(p->crowd->grid, u->to.x, u->to.y);
    bool is_in = is_short && (p->seen[cell] & PLACEMENT_SEEN) != 0;
    if (is_in && placement_fits(p, i, cell)) placement_take(p, i, cell);
    side += placement_side(p, way, u->size, cell);
  }
  double unit = side > 0 ? -UNIT_COST_STEP : UNIT_COST_STEP;
  for (uint32_t i = 0; i < count; i++) {
    double distance = unit * placement_side(p, way, p->members[0].size, p->tiles[i]);
    tiles[i] = (placement_tile){(unit_cost)distance, p->tiles[i]};
  }
  qsort(tiles, count, sizeof *tiles, placement_compare_tiles);
}

// Gives the first members a flank of the tiles that all members fill. False: out of
// memory.
static bool placement_pack_flank(placement *p, plane_point way, uint32_t large) {
  uint32_t count = 0, next = 0;
  for (uint32_t i = 0; i < p->member_count; i++)
    count += (uint32_t)(p->members[i].size * p->members[i].size);
  while (p->tile_count < count && p->expanded < p->tile_count)
    if (!placement_expand(p)) return false;
  if (p->tile_count < count) count = p->tile_count;
  size_t bytes = count * sizeof(placement_tile);
  placement_tile *tiles =
      (placement_tile *)memory_resize(p->crowd->memory, NULL, 0, bytes);
  if (tiles == NULL) return false;
  placement_sort_flank(p, way, large, tiles, count);
  for (uint32_t i = 0; i < large; i++) {
    if (i > 0 && p->members[i].group != p->members[i - 1].group) next = 0;
    uint32_t found = next;
    while (found < count && !placement_fits(p, i, tiles[found].cell)) found++;
    if (found == count || p->members[i].is_placed) continue;
    placement_take(p, i, tiles[found].cell);
    next = found + 1;
  }
  memory_free(p->crowd->memory, tiles, bytes);
  return true;
}

// Gives members without a tile the next ones of the search. False: out of memory.
static bool placement_pack_rest(placement *p) {
  uint32_t first = 0, found;
  for (uint32_t i = 0; i < p->member_count; i++) {
    if (i > 0 && p->members[i].group != p->members[i - 1].group) first = 0;
    if (p->members[i].is_placed) continue;
    if (!placement_find(p, i, &first, &found)) return false;
    if (found < p->tile_count) placement_take(p, i, p->tiles[found]);
  }
  return true;
}

bool placement_pack_around(placement *p) {
  for (uint32_t i = 0; i < p->tile_count; i++)
    p->seen[p->tiles[i]] &= (uint8_t)~PLACEMENT_SEEN;
  p->tile_count = p->expanded = 0;
  return placement_see(p, p->center, 0) && placement_pack_rest(p);
}

bool placement_pack(placement *p, plane_point way) {
  uint32_t large = 0;
  while (p->members[large].size > p->members[p->member_count - 1].size) large++;
  if (!placement_see(p, p->center, 0)) return false;
  if (large > 0 && !placement_pack_flank(p, way, large)) return false;
  return placement_pack_rest(p);
}

// --------------------------------------------------------------------------- formations

// Whether a tile is near.
static bool placement_is_near(const placement *p, uint32_t cell) {
  const astar_grid *grid = p->crowd->grid;
  if ((p->seen[cell] & PLACEMENT_SEEN) == 0) return false;
  int straight =
      costmap_distance(placement_map(p), grid_x(grid, p->center), grid_y(grid, p->center),
                       grid_x(grid, cell), grid_y(grid, cell));
  return p->steps[cell] <= straight + straight / 4 + PLACEMENT_DETOUR;
}

static bool placement_is_good(const placement *p, uint32_t member, int x, int y) {
  const astar_grid *grid = p->crowd->grid;
  if (!grid_contains(grid, x, y)) return false;
  uint32_t cell = grid_cell(grid, x, y);
  return placement_is_near(p, cell) && placement_fits(p, member, cell);
}

// Searches all tiles that can be near and within a distance of the center.
static bool placement_search(placement *p, double distance) {
  const astar_grid *grid = p->crowd->grid;
  int side = grid->width > grid->height ? grid->width : grid->height;
  if (distance > side) distance = side;
  uint32_t limit = (uint32_t)(distance + distance / 4) + PLACEMENT_DETOUR;
  if (!placement_see(p, p->center, 0)) return false;
  while (p->expanded < p->tile_count && p->steps[p->tiles[p->expanded]] < limit)
    if (!placement_expand(p)) return false;
  return true;
}

// A tile that was found for a place, and how far it is away.
typedef struct placement_best {
  plane_point place;
  double distance; // its square
  uint32_t cell;
} placement_best;

static void placement_look_at(const placement *p, uint32_t member, int x, int y,
                              placement_best *best) {
  const astar_grid *grid = p->crowd->grid;
  if (!grid_contains(grid, x, y)) return;
  plane_point point = formation_point(grid->layout, p->members[member].size, x, y);
  double dx = point.x - best->place.x, dy = point.y - best->place.y;
  double distance = dx * dx + dy * dy;
  if (distance >= best->distance || !placement_is_good(p, member, x, y)) return;
  best->distance = distance;
  best->cell = grid_cell(grid, x, y);
}

// Looks at the tiles of a ring of squares.
static void placement_look_around(const placement *p, uint32_t member, int x, int y,
                                  int radius, placement_best *best) {
  for (int i = -radius; i <= radius; i++) {
    placement_look_at(p, member, x + i, y - radius, best);
    placement_look_at(p, member, x + i, y + radius, best);
  }
  for (int i = 1 - radius; i < radius; i++) {
    placement_look_at(p, member, x - radius, y + i, best);
    placement_look_at(p, member, x + radius, y + i, best);
  }
}

// Gives a member the tile nearest to its place, within a radius. Tiles outside of a ring
// are farther away than its radius, less the height of a row of hexes.
static void placement_take_nearest(placement *p, uint32_t member, plane_point place,
                                   int radius) {
  const astar_grid *grid = p->crowd->grid;
  placement_best best = {place, HUGE_VAL, 0};
  int x, y;
  formation_tile(grid->layout, p->members[member].size, place, &x, &y);
  for (int r = 0; r <= radius; r++) {
    placement_look_around(p, member, x, y, r, &best);
    double least = 0.86 * r - 0.5;
    if (least > 0 && best.distance <= least * least) break;
  }
  if (best.distance < HUGE_VAL) placement_take(p, member, best.cell);
}

// Gives members their places: first those whose tiles are free. False: out of memory.
static bool placement_at(placement *p, const formation_unit *units, double distance) {
  const astar_grid *grid = p->crowd->grid;
  for (uint32_t i = 0; i < p->member_count; i++) {
    int x, y;
    formation_tile(grid->layout, p->members[i].size, units[i].place, &x, &y);
    if (placement_is_good(p, i, x, y)) placement_take(p, i, grid_cell(grid, x, y));
  }
  for (uint32_t i = 0; i < p->member_count; i++) {
    if (p->members[i].is_placed) continue;
    placement_take_nearest(p, i, units[i].place, 2 * (int)distance + PLACEMENT_DETOUR);
  }
  return placement_pack_rest(p);
}

// The largest distance of a place from the center.
static double placement_extent(const placement *p, const formation_unit *units) {
  plane_point middle = placement_point(p, 1, p->center);
  double extent = 0;
  for (uint32_t i = 0; i < p->member_count; i++) {
    double x = fabs(units[i].place.x - middle.x), y = fabs(units[i].place.y - middle.y);
    if (x > extent) extent = x;
    if (y > extent) extent = y;
  }
  return extent + 2;
}

// How far a line can reach on near tiles, to one side of the center.
static int placement_reach(const placement *p, const formation *f, int side, int most) {
  const astar_grid *grid = p->crowd->grid;
  for (int i = 1; i <= most; i++) {
    int x, y;
    formation_tile(grid->layout, 1, formation_at(f, side * i, 0), &x, &y);
    if (!grid_contains(grid, x, y) || !placement_is_near(p, grid_cell(grid, x, y)))
      return i - 1;
  }
  return most;
}

// Where a wall cuts a line off, the line moves to the other side. Where it is too long,
// it gets more rows.
static void placement_fit_line(const placement *p, formation *f, int width) {
  int left = placement_reach(p, f, -1, width), right = placement_reach(p, f, 1, width);
  int half = width / 2, shift = 0;
  if (left + right + 1 < width) {
    f->width = left + right + 1;
    f->center = formation_at(f, (right - left) / 2.0, 0);
    return;
  }
  if (left < half) shift = half - left;
  if (right < half) shift = right - half;
  f->center = formation_at(f, shift, 0);
}

// Rows around the center.
static bool placement_form_rows(placement *p, formation *f, formation_unit *units) {
  f->width = HUGE_VAL;
  if (f->kind == ASTAR_FORMATION_BLOCK)
    f->width = formation_block_width(units, p->member_count);
  formation_fill(f, units, p->member_count);
  double extent = placement_extent(p, units);
  if (!placement_search(p, extent)) return false;
  if (f->kind == ASTAR_FORMATION_LINE) {
    int width = 0;
    for (uint32_t i = 0; i < p->member_count; i++) width += units[i].size;
    placement_fit_line(p, f, width);
    formation_fill(f, units, p->member_count);
  }
  return placement_at(p, units, extent);
}

// The mean of a sum, rounded down also below zero.
static int placement_mean(int64_t sum, uint32_t count) {
  int64_t n = count, mean = sum / n;
  return (int)(mean * n > sum ? mean - 1 : mean);
}

// The middle of a member after a step by (dq, dr).
static plane_point placement_moved(const placement *p, uint32_t member, int dq, int dr) {
  astar_layout layout = p->crowd->grid->layout;
  const crowd_unit *u = placement_unit(p, member);
  int x, y;
  hex_axial(layout, u->to.x, u->to.y, &x, &y);
  hex_offset(layout, x + dq, y + dr, &x, &y);
  return formation_point(layout, u->size, x, y);
}

// The places that members have now, moved by the same steps: on hexes by the same axial
// coordinates. Their middle becomes the center; or the center of the last call does.
static bool placement_keep(placement *p, formation_unit *units) {
  const astar_grid *grid = p->crowd->grid;
  int64_t sum_q = 0, sum_r = 0;
  int q, r, center_q, center_r;
  for (uint32_t i = 0; i < p->member_count; i++) {
    const crowd_unit *u = placement_unit(p, i);
    hex_axial(grid->layout, u->to.x, u->to.y, &q, &r);
    sum_q += 2 * q + u->size;
    sum_r += 2 * r + u->size;
  }
  hex_axial(grid->layout, grid_x(grid, p->center), grid_y(grid, p->center), &center_q,
            &center_r);
  int dq = center_q - placement_mean(sum_q, 2 * p->member_count);
  int dr = center_r - placement_mean(sum_r, 2 * p->member_count);
  if (p->stands) {
    hex_axial(grid->layout, p->last.x, p->last.y, &q, &r);
    dq = center_q - q;
    dr = center_r - r;
  }
  for (uint32_t i = 0; i < p->member_count; i++)
    units[i].place = placement_moved(p, i, dq, dr);
  double extent = placement_extent(p, units);
  return placement_search(p, extent) && placement_at(p, units, extent);
}

bool placement_form(placement *p, formation *f) {
  size_t bytes = p->member_count * sizeof(formation_unit);
  formation_unit *units = (formation_unit *)memory_new(p->crowd->memory, bytes);
  if (units == NULL) return false;
  for (uint32_t i = 0; i < p->member_count; i++) units[i].size = p->members[i].size;
  f->center = placement_point(p, 1, p->center);
  bool has_memory = f->kind == ASTAR_FORMATION_KEEP ? placement_keep(p, units)
                                                    : placement_form_rows(p, f, units);
  memory_free(p->crowd->memory, units, bytes);
  return has_memory;
}
