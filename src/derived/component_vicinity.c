// Decides by a window of at most 64 x 64 tiles what an obstacle cuts off.
//
// Idea: two tiles that were connected over the obstacle are still connected when the
// tiles beside the obstacle (the seeds) are still connected to each other. A window
// around the obstacle is a word of passable tiles per row. One seed fills the window:
// each row takes the neighbors of the row above, then of the row below, and each word
// fills its runs of passable tiles by a few shifts, until nothing changes. The seeds that
// are left fill groups of their own.
//
// clang-format off
//     window of 3 x 3         a larger window
//
//     s . .                   . . . . . . #     x: the obstacle, s: the seeds. In the small
//     s x #                   . # # # # . #     window the seeds are two groups: perhaps
//     # s .                   . # s x s . #     cut off. In the large one a way around
//                             . # # # # . #     connects them: nothing is cut off.
//                             . . . . . . #
// clang-format on
//
// A group that does not touch the outline of the window is complete: it is a pocket, a
// component of its own. All other groups lead out of the window. Invariant: if no two of
// them belonged to one component, they keep their components. If two did, a way outside
// the window may connect them, and a larger window or the component tree must decide.
//
// The first window is the outline of the obstacle: for one tile it is the ring of its 8
// neighbors, and this is the test of the simple points of digital topology (Rosenfeld,
// "Connectivity in Digital Pictures", 1970). Adjacency must follow from passable tiles
// alone, so there is no window where edges are closed, or for rules with pair costs or
// lists of moves. Links may lead out of a pocket, and over the obstacle: those that do
// leave the decision to the tree.
#include "derived/component_vicinity.h"

#include <string.h>

#include "base/bits.h"
#include "map/hex.h"

// The distances between the obstacle and the outline of the window [tiles]: most
// obstacles are decided by the first, and the time of each is proportional to it.
static const int vicinity_margins[] = {1, 8, VICINITY_SIDE / 2};
enum { VICINITY_MARGINS = sizeof vicinity_margins / sizeof vicinity_margins[0] };

// A number that no component of a tree has: the number of a group that was cut off.
#define VICINITY_POCKET (UINT64_C(1) << 63)

// ----------------------------------------------------------------------------- adjacency

// The bits of the columns of the window with a neighbor in a direction. `row` is the
// parity of the row.
static uint64_t vicinity_neighbors(const component_vicinity *v, const costmap *map,
                                   component_mode mode, int row, int dx, int dy) {
  if (mode == CONNECT_4) return dx == 0 ? ~(uint64_t)0 : 0;
  if (mode == CONNECT_8) return ~(uint64_t)0;
  uint64_t mask = 0;
  for (int x = 0; x < 2; x++) {
    unsigned directions = hex_neighbors(map->grid->layout, v->left + x + 2, row);
    if ((directions >> direction_of(dx, dy) & 1) == 0) continue;
    mask |= UINT64_C(0x5555555555555555) << x;
  }
  return mask;
}

// Fills `masks`. On hexes they depend on the place of the window.
static void vicinity_find_masks(component_vicinity *v, const costmap *map,
                                component_mode mode) {
  for (int row = 0; row < 2; row++) {
    for (int below = 0; below < 2; below++) {
      for (int dx = -1; dx <= 1; dx++) {
        v->masks[row][below][dx + 1] =
            vicinity_neighbors(v, map, mode, row, dx, below != 0 ? 1 : -1);
      }
    }
  }
}

// The tiles beside tiles of row `i` in the row above or below.
static uint64_t vicinity_spread(const component_vicinity *v, int i, int below,
                                uint64_t bits) {
  const uint64_t *masks = v->masks[(v->top + i) & 1][below];
  return (bits & masks[0]) >> 1 | (bits & masks[1]) | (bits & masks[2]) << 1;
}

// All tiles of the runs of `tiles` that contain one of the `bits`. To the east the carry
// of a sum runs through the ones of a run; to the west the distance doubles.
static uint64_t vicinity_fill_runs(uint64_t tiles, uint64_t bits) {
  bits = (tiles & ~(tiles + bits)) | bits;
  for (int distance = 1; distance < 64; distance *= 2) {
    bits |= tiles & bits >> distance;
    tiles &= tiles >> distance;
  }
  return bits;
}

// -------------------------------------------------------------------------------- window

static int vicinity_smaller(int a, int b) { return a < b ? a : b; }
static int vicinity_greater(int a, int b) { return a > b ? a : b; }

// The bounding box of the cells.
static tile_area vicinity_bounds(const astar_grid *grid, const uint32_t *cells,
                                 uint32_t count) {
  tile_area box = tile_area_none();
  for (uint32_t i = 0; i < count; i++)
    tile_area_add(&box, grid_x(grid, cells[i]), grid_y(grid, cells[i]));
  return box;
}

// Reads the tiles of the window: the box with a margin, clipped to the border of the map.
static void vicinity_read(component_vicinity *v, const costmap *map, tile_area box,
                          int margin) {
  int across = vicinity_smaller(margin, (VICINITY_SIDE - (box.right - box.left)) / 2);
  int down = vicinity_smaller(margin, (VICINITY_SIDE - (box.bottom - box.top)) / 2);
  v->left = vicinity_greater(box.left - across, -1);
  v->top = vicinity_greater(box.top - down, -1);
  v->width = vicinity_smaller(box.right + across, map->grid->width + 1) - v->left;
  v->height = vicinity_smaller(box.bottom + down, map->grid->height + 1) - v->top;
  uint64_t inside = ~(uint64_t)0 >> (VICINITY_SIDE - v->width);
  for (int i = 0; i < v->height; i++)
    v->tiles[i] = costmap_row(map, v->left, v->top + i) & inside;
}

// Finds the tiles beside the obstacle.
static void vicinity_find_seeds(component_vicinity *v, const uint32_t *cells,
                                uint32_t count) {
  const astar_grid *grid = v->grid;
  uint64_t obstacle[VICINITY_SIDE];
  memset(obstacle, 0, (size_t)v->height * sizeof *obstacle);
  for (uint32_t i = 0; i < count; i++) {
    obstacle[grid_y(grid, cells[i]) - v->top] |= (uint64_t)1
                                                 << (grid_x(grid, cells[i]) - v->left);
  }
  for (int i = 0; i < v->height; i++) {
    uint64_t beside = obstacle[i] << 1 | obstacle[i] >> 1;
    if (i > 0) beside |= vicinity_spread(v, i - 1, 1, obstacle[i - 1]);
    if (i + 1 < v->height) beside |= vicinity_spread(v, i + 1, 0, obstacle[i + 1]);
    v->seeds[i] = beside & v->tiles[i];
  }
}

// -------------------------------------------------------------------------------- groups

// The row of the first seed that is left; -1: none.
static int vicinity_first_seed(const component_vicinity *v) {
  for (int i = 0; i < v->height; i++)
    if (v->seeds[i] != 0) return i;
  return -1;
}

// Extends a group to row `i` from the row before it in the pass. Returns whether it grew.
static bool vicinity_fill_row(const component_vicinity *v, uint64_t *group, int i,
                              int from) {
  uint64_t bits = group[i];
  if (from >= 0 && from < v->height)
    bits |= vicinity_spread(v, from, i > from, group[from]) & v->tiles[i];
  if (bits == group[i]) return false;
  group[i] = vicinity_fill_runs(v->tiles[i], bits);
  return true;
}

// Fills the group of the first seed in row `start`.
static void vicinity_fill_group(const component_vicinity *v, uint64_t *group, int start) {
  bool grew = true;
  memset(group, 0, (size_t)v->height * sizeof *group);
  group[start] =
      vicinity_fill_runs(v->tiles[start], v->seeds[start] & (0 - v->seeds[start]));
  for (int i = start + 1; i < v->height; i++) vicinity_fill_row(v, group, i, i - 1);
  while (grew) {
    grew = false;
    for (int i = v->height - 2; i >= 0; i--)
      grew |= vicinity_fill_row(v, group, i, i + 1);
    if (!grew) break;
    grew = false;
    for (int i = 1; i < v->height; i++) grew |= vicinity_fill_row(v, group, i, i - 1);
  }
}

// Whether a group does not touch the outline of the window. Outside the map there are no
// tiles.
static bool vicinity_is_pocket(const component_vicinity *v, const uint64_t *group) {
  uint64_t sides = (uint64_t)1 | (uint64_t)1 << (v->width - 1);
  uint64_t found = group[0] | group[v->height - 1];
  for (int i = 0; i < v->height; i++) found |= group[i] & sides;
  return found == 0;
}

// Fills the next group, and removes its seeds. False: two groups that lead out of the
// window belonged to one component, or there are too many groups.
static bool vicinity_add_group(component_vicinity *v, int start) {
  int n = v->group_count;
  if (n == VICINITY_GROUPS) return false;
  int x = v->left + bits_lowest(v->seeds[start]);
  v->numbers[n] = components_at(v->of, grid_cell(v->grid, x, v->top + start));
  vicinity_fill_group(v, v->groups[n], start);
  for (int i = 0; i < v->height; i++) v->seeds[i] &= ~v->groups[n][i];
  v->is_pocket[n] = vicinity_is_pocket(v, v->groups[n]);
  v->group_count++;
  for (int i = 0; i < n && !v->is_pocket[n]; i++)
    if (!v->is_pocket[i] && v->numbers[i] == v->numbers[n]) return false;
  return true;
}

static bool vicinity_find_groups(component_vicinity *v) {
  v->group_count = 0;
  for (int start = vicinity_first_seed(v); start >= 0; start = vicinity_first_seed(v))
    if (!vicinity_add_group(v, start)) return false;
  return true;
}

// ------------------------------------------------------------------------------ decision

// The pocket that contains a cell; -1: none.
static int vicinity_pocket_at(const component_vicinity *v, uint32_t cell) {
  if (v->group_count == 0) return -1;
  int x = grid_x(v->grid, cell) - v->left, y = grid_y(v->grid, cell) - v->top;
  if (x < 0 || y < 0 || x >= v->width || y >= v->height) return -1;
  for (int i = 0; i < v->group_count; i++)
    if (v->is_pocket[i] && (v->groups[i][y] >> x & 1) != 0) return i;
  return -1;
}

// Whether a link begins or ends at a cell of the obstacle, or in a pocket.
static bool vicinity_has_links(const component_vicinity *v, const uint32_t *cells,
                               uint32_t count) {
  const astar_grid *grid = v->grid;
  for (uint32_t i = 0; i < grid->link_count; i++) {
    const grid_link *link = &grid->links[i];
    if (vicinity_pocket_at(v, link->from) >= 0 || vicinity_pocket_at(v, link->to) >= 0)
      return true;
    for (uint32_t k = 0; k < count; k++)
      if (cells[k] == link->from || cells[k] == link->to) return true;
  }
  return false;
}

// The tiles of the window that are on the map.
static tile_area vicinity_area(const component_vicinity *v) {
  const astar_grid *grid = v->grid;
  return (tile_area){vicinity_greater(v->left, 0), vicinity_greater(v->top, 0),
                     vicinity_smaller(v->left + v->width, grid->width),
                     vicinity_smaller(v->top + v->height, grid->height)};
}

bool component_vicinity_decide(component_vicinity *v, const costmap *map,
                               const components *c, const uint32_t *cells,
                               uint32_t count) {
  component_mode mode = components_mode(map);
  v->grid = map->grid;
  v->of = c;
  v->group_count = 0;
  if (count == 0) return true;
  tile_area box = vicinity_bounds(map->grid, cells, count);
  if (mode == CONNECT_STEPS || box.right - box.left > VICINITY_SIDE - 2 ||
      box.bottom - box.top > VICINITY_SIDE - 2)
    return false;
  for (int i = 0; i < VICINITY_MARGINS; i++) {
    vicinity_read(v, map, box, vicinity_margins[i]);
    if (component_leaf_has_edges(map, vicinity_area(v))) return false;
    vicinity_find_masks(v, map, mode);
    vicinity_find_seeds(v, cells, count);
    if (vicinity_find_groups(v)) return !vicinity_has_links(v, cells, count);
  }
  return false;
}

uint64_t component_vicinity_at(const component_vicinity *v, uint32_t cell) {
  int pocket = vicinity_pocket_at(v, cell);
  return pocket >= 0 ? VICINITY_POCKET | (uint64_t)pocket : components_at(v->of, cell);
}
