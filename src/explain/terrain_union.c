// Terrain unions, by union-find.
//
// Idea: a tile needs at most one terrain to become passable. So the tiles that become
// passable with terrain a are not those that become passable with terrain b, and all
// terrains together add each tile once.
//
// clang-format off
//     S . a a . .     1. Unite the passable tiles: here {S .}, {. .} and {. . . G}.
//     # # b # # b     2. Terrain a: unite its tiles with each other and with their
//     b b b . . .        passable neighbors. S and G are still apart.
//     . . . . G #     3. Undo these unions, and do the same with terrain b.
// clang-format on
//
// Tiles are positions of the mover: a larger mover needs the terrains of all tiles that
// it covers. When these are two impassable ones, neither is enough alone.
//
// Undo: each root that lost its place during step 2 is on a stack, and the tiles of the
// terrain are roots again. After step 1 the parent of each passable tile is its root, and
// it stays so: finding a root begins at this parent, so path halving changes the parents
// of roots on the stack, and of tiles of the terrain, but no others.
//
// Invariant: between two terrains, the sets are the connected components of the map, and
// each impassable tile is alone.
//
// The start counts as passable, since the start of a path is not checked. This connects
// what its own steps lead to, and a path that passes the start may as well begin there.
// How tiles are connected: see derived/components.
#include "explain/explanation.h"

#include "base/bits.h"
#include "query/cache.h"

// What a mover needs to stand at a position: nothing more, one impassable terrain
// [0..255], or more than that.
enum { UNION_PASSABLE = 256, UNION_NEVER = 257 };

typedef struct terrain_union {
  const struct question *question;
  int directions; // 4: tiles that share an edge are connected; 8: or a corner
  bool is_exact;  // no step was found that exists in one direction only

  uint16_t *needs;   // of each cell
  uint32_t *parents; // of each cell
  uint32_t *tiles;   // the cells that need one terrain, terrain by terrain
  uint32_t
      ends[257]; // the cells that need terrain t begin at ends[t], end at ends[t + 1]

  uint32_t *lost; // roots that the current terrain united with others
  uint32_t lost_count, lost_capacity;
} terrain_union;

bool terrain_union_suits(const question *q) {
  return q->rules->is_standard && q->rules->pair_costs == NULL &&
         q->grid->link_count == 0;
}

// ------------------------------------------------------------------------------- needs

static uint16_t terrain_union_both(uint16_t a, uint16_t b) {
  if (a == UNION_PASSABLE || a == b) return b;
  return b == UNION_PASSABLE ? a : (uint16_t)UNION_NEVER;
}

// What each tile needs.
static void terrain_union_fill_needs(terrain_union *u) {
  const question *q = u->question;
  const astar_grid *grid = q->grid;
  uint32_t cells = grid_tiles(grid);
  uint16_t needs[256];
  for (int t = 0; t < 256; t++)
    needs[t] = q->rules->cost[t] > 0 ? (uint16_t)UNION_PASSABLE : (uint16_t)t;
  for (uint32_t cell = 0; cell < cells; cell++) {
    int obstacles = grid_cell_obstacles(grid, cell) & ~q->filter.ignored_layers;
    u->needs[cell] = obstacles != 0 ? (uint16_t)UNION_NEVER : needs[grid->terrain[cell]];
  }
}

// From what each tile needs to what each footprint needs: first those of height 1, then
// all. The tiles to the right and below still have the needs of the pass before.
static void terrain_union_widen_needs(terrain_union *u) {
  const astar_grid *grid = u->question->grid;
  int size = u->question->rules->size, width = grid->width;
  for (int y = 0; y < grid->height; y++) {
    uint16_t *row = u->needs + grid_cell(grid, 0, y);
    for (int n = 1; n < size; n++)
      for (int x = 0; x < width; x++)
        row[x] = terrain_union_both(row[x], x + 1 < width ? row[x + 1] : UNION_NEVER);
  }
  for (int y = 0; y < grid->height; y++) {
    uint16_t *row = u->needs + grid_cell(grid, 0, y);
    for (int n = 1; n < size; n++) {
      const uint16_t *below = y + n < grid->height ? row + n * width : NULL;
      for (int x = 0; x < width; x++)
        row[x] = terrain_union_both(row[x], below != NULL ? below[x] : UNION_NEVER);
    }
  }
}

// Lists the tiles that need one terrain, terrain by terrain: a counting sort.
static void terrain_union_sort(terrain_union *u) {
  uint32_t cells = grid_tiles(u->question->grid), next[UNION_NEVER + 1] = {0}, sum = 0;
  for (uint32_t cell = 0; cell < cells; cell++) next[u->needs[cell]]++;
  for (int t = 0; t < 256; t++) {
    uint32_t count = next[t];
    u->ends[t] = next[t] = sum;
    sum += count;
  }
  u->ends[256] = sum;
  for (uint32_t cell = 0; cell < cells; cell++)
    if (u->needs[cell] < 256) u->tiles[next[u->needs[cell]]++] = cell;
}

// ------------------------------------------------------------------------------- unions

// Whether edges let the mover step from (x, y) to its neighbor, or back.
static bool terrain_union_has_step(terrain_union *u, const costmap *map, int x, int y,
                                   int direction) {
  int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
  bool there = !costmap_has_wall(map, x, y, direction);
  bool back = !costmap_has_wall(map, to_x, to_y, direction_reverse[direction]);
  if (there != back) u->is_exact = false;
  return there || back;
}

// The directions in which (x, y) has connected neighbors, one bit per direction, if the
// mover can stand at both tiles.
static unsigned terrain_union_neighbors(terrain_union *u, const costmap *map, int x,
                                        int y) {
  const astar_grid *grid = map->grid;
  unsigned found = grid_neighbors(grid, x, y) & ((1u << u->directions) - 1);
  if (x == 0) found &= ~(1u << 3 | 1u << 6 | 1u << 7);
  if (y == 0) found &= ~(1u << 0 | 1u << 4 | 1u << 7);
  if (x == grid->width - 1) found &= ~(1u << 1 | 1u << 4 | 1u << 5);
  if (y == grid->height - 1) found &= ~(1u << 2 | 1u << 5 | 1u << 6);
  for (int d = 0; costmap_has_edges(map) && d < u->directions; d++) {
    bool is_neighbor = (found >> d & 1) != 0;
    if (is_neighbor && !terrain_union_has_step(u, map, x, y, d)) found &= ~(1u << d);
  }
  return found;
}

// The offset of the cell of a neighbor.
static uint32_t terrain_union_offset(const terrain_union *u, int direction) {
  int offset = direction_dy[direction] * u->question->grid->width;
  return (uint32_t)(offset + direction_dx[direction]);
}

// Unites the passable tiles, and makes the root of each its parent. The smallest cell of
// a set is its root, so one pass in the order of the cells suffices for the latter.
static void terrain_union_label(terrain_union *u, const costmap *map) {
  const astar_grid *grid = map->grid;
  uint32_t cell = 0, cells = grid_tiles(grid);
  // Directions to smaller cells: N, W, NE and NW.
  const unsigned back = 1u << 0 | 1u << 3 | 1u << 4 | 1u << 7;
  for (int y = 0; y < grid->height; y++) {
    for (int x = 0; x < grid->width; x++, cell++) {
      u->parents[cell] = cell;
      if (u->needs[cell] != UNION_PASSABLE) continue;
      unsigned neighbors = terrain_union_neighbors(u, map, x, y) & back;
      for (; neighbors != 0; neighbors &= neighbors - 1) {
        uint32_t to = cell + terrain_union_offset(u, bits_lowest(neighbors));
        if (u->needs[to] != UNION_PASSABLE) continue;
        uint32_t a = tree_root(u->parents, to), b = tree_root(u->parents, cell);
        u->parents[a > b ? a : b] = a > b ? b : a;
      }
    }
  }
  for (cell = 0; cell < cells; cell++) u->parents[cell] = u->parents[u->parents[cell]];
}

// Unites two sets by their roots. False: out of memory.
static bool terrain_union_unite(terrain_union *u, uint32_t a, uint32_t b) {
  memory *m = &u->question->grid->memory;
  if (a == b) return true;
  if (!MEMORY_APPEND(m, u->lost, u->lost_capacity, u->lost_count, b)) return false;
  u->parents[b] = a;
  return true;
}

// Unites the tiles that need a terrain with each other and with their passable neighbors.
// False: out of memory.
static bool terrain_union_add(terrain_union *u, const costmap *map, uint8_t terrain) {
  for (uint32_t i = u->ends[terrain]; i < u->ends[terrain + 1]; i++) {
    uint32_t cell = u->tiles[i];
    unsigned neighbors =
        terrain_union_neighbors(u, map, grid_x(map->grid, cell), grid_y(map->grid, cell));
    for (; neighbors != 0; neighbors &= neighbors - 1) {
      uint32_t to = cell + terrain_union_offset(u, bits_lowest(neighbors));
      if (u->needs[to] == UNION_PASSABLE)
        to = u->parents[to]; // its root in the sets of the map
      else if (u->needs[to] != terrain)
        continue;
      if (!terrain_union_unite(u, tree_root(u->parents, cell), tree_root(u->parents, to)))
        return false;
    }
  }
  return true;
}

static void terrain_union_undo(terrain_union *u, uint8_t terrain) {
  for (uint32_t i = u->ends[terrain]; i < u->ends[terrain + 1]; i++)
    u->parents[u->tiles[i]] = u->tiles[i];
  while (u->lost_count > 0) {
    uint32_t root = u->lost[--u->lost_count];
    u->parents[root] = root;
  }
}

// ---------------------------------------------------------------------------- terrains

// The arrays of all cells are one block, which begins with `parents`.
static size_t terrain_union_bytes(const terrain_union *u) {
  size_t each = sizeof *u->parents + sizeof *u->tiles + sizeof *u->needs;
  return grid_tiles(u->question->grid) * each;
}

static bool terrain_union_allocate(terrain_union *u) {
  memory *m = &u->question->grid->memory;
  uint32_t cells = grid_tiles(u->question->grid);
  u->parents = (uint32_t *)memory_resize(m, NULL, 0, terrain_union_bytes(u));
  if (u->parents == NULL) return false;
  u->tiles = u->parents + cells;
  u->needs = (uint16_t *)(u->tiles + cells);
  return true;
}

static void terrain_union_fini(terrain_union *u) {
  memory *m = &u->question->grid->memory;
  memory_free(m, u->parents, terrain_union_bytes(u));
  MEMORY_FREE(m, u->lost, u->lost_capacity);
}

static void terrain_union_begin(terrain_union *u, const costmap *map) {
  const question *q = u->question;
  u->is_exact = true;
  u->directions = components_mode(map) == CONNECT_4 ? 4 : DIRECTIONS;
  terrain_union_fill_needs(u);
  if (q->rules->size > 1) terrain_union_widen_needs(u);
  u->needs[grid_cell(q->grid, q->start_x, q->start_y)] = UNION_PASSABLE;
  terrain_union_sort(u);
  terrain_union_label(u, map);
}

// Whether a terrain connects start and goal. False also when out of memory, with
// ASTAR_NO_MEMORY in `*status`.
static bool terrain_union_connects(terrain_union *u, const costmap *map, uint8_t terrain,
                                   astar_status *status) {
  const question *q = u->question;
  if (!terrain_union_add(u, map, terrain)) *status = ASTAR_NO_MEMORY;
  uint32_t start = u->parents[grid_cell(q->grid, q->start_x, q->start_y)];
  uint32_t goal = u->parents[grid_cell(q->grid, q->goal_x, q->goal_y)];
  bool connects = tree_root(u->parents, start) == tree_root(u->parents, goal);
  terrain_union_undo(u, terrain);
  return connects && *status == ASTAR_OK;
}

astar_status terrain_union_filter(const question *q, uint8_t *terrains, int *count,
                                  bool *is_exact) {
  terrain_union u = {.question = q};
  costmap map;
  astar_status status = cache_get(q->grid, q->rules, &q->filter, NULL, &map, NULL);
  if (status != ASTAR_OK) return status;
  if (!terrain_union_allocate(&u)) status = ASTAR_NO_MEMORY;
  if (status == ASTAR_OK) terrain_union_begin(&u, &map);
  int kept = 0;
  for (int i = 0; i < *count && status == ASTAR_OK; i++)
    if (terrain_union_connects(&u, &map, terrains[i], &status))
      terrains[kept++] = terrains[i];
  *count = kept;
  *is_exact = u.is_exact;
  terrain_union_fini(&u);
  return status;
}
