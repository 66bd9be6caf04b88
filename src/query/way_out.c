// Ways out of impassable ground.
//
// A way leads over impassable tiles to a tile that the field reaches. Inside, each move
// of the rules is a step, past corners and edges: in a wall no step would be legal. The
// step out must be legal.
//
// Method: a breadth-first search, layer by layer. Layer n contains the impassable tiles
// that are n steps away; layer 0 is the tile of the mover. The search ends after the
// first layer from which a step leads out. Of all steps out of this layer it takes the
// one with the lowest cost: of the step and of the rest of the path together. Each tile
// knows the first step of the way to it, so the answer needs no way back.
//
// clang-format off
//     . . . . . . . .
//     . # 1 1 1 # . .    m: the mover, 1: layer 1, G: the goal. Steps out lead from layer 1
//     . # 1 m 1 # G .    up and down, so the way has two steps. The upper right and the
//     . # 1 1 1 # . .    lower right tile have the cheapest ones.
//     . . . . . . . .
// clang-format on
//
// Invariant: when the shortest way from a tile has n steps, the shortest way from the
// next tile has n - 1. So a mover that asks again on each tile gets out.
//
// A tile where the mover can stand, but which the field does not reach, is not part of a
// way: the mover would stay there.

#include "query/way_out.h"
#include "base/bits.h"
#include "map/links.h"

#include <math.h>
#include <string.h>

enum {
  WAY_OUT_STEPS = 64,                 // of the longest way: its search takes 0.4 ms
  WAY_OUT_RADIUS = WAY_OUT_STEPS - 1, // of the impassable tiles of a way, in x and y
  WAY_OUT_SIDE = 2 * WAY_OUT_RADIUS + 1,
  WAY_OUT_WORDS = (WAY_OUT_SIDE + 63) / 64
};

// A set of tiles around the mover: one bit per tile.
typedef struct way_out_layer {
  uint64_t rows[WAY_OUT_SIDE][WAY_OUT_WORDS];
} way_out_layer;

typedef struct way_out {
  const way_out_costs *costs;
  const costmap *map;
  int left, top;                             // the tile of element 0 of the arrays
  int right, bottom;                         // beyond them a mover is partly off the grid
  uint8_t first[WAY_OUT_SIDE][WAY_OUT_SIDE]; // 1 + the first move of the way to a tile;
                                             // 0: no way leads there yet
  way_out_layer layers[2];                   // the last two
  double cost;                               // of the cheapest step out; or infinity
  uint8_t move;                              // 1 + the first move of the way to it
} way_out;

// Takes the step to (x, y), which costs `step`, when a path over it is cheaper than
// `*min`.
static bool way_out_take(const way_out_costs *costs, int x, int y, double step,
                         double *min, astar_point *next) {
  int column = x - costs->left, row = y - costs->top;
  if (column < 0 || row < 0 || column >= costs->width || row >= costs->height)
    return false;
  double cost = costs->cost[(size_t)row * (size_t)costs->width + (size_t)column] + step;
  if (cost >= *min) return false;
  *min = cost;
  *next = (astar_point){x, y};
  return true;
}

// Takes the cheapest step out of an impassable tile, if it costs less than `*min`.
static bool way_out_leave(const way_out_costs *costs, const costmap *map, int x, int y,
                          double *min, astar_point *next) {
  bool is_cheaper = false;
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    int move = bits_lowest(moves);
    is_cheaper |= way_out_take(costs, x + list[move].dx, y + list[move].dy,
                               costmap_step_cost(map, x, y, move), min, next);
  }
  const astar_grid *grid = map->grid;
  uint32_t count = 0;
  const grid_arc *arcs =
      grid->arc_count > 0 ? links_arcs_from(grid, grid_cell(grid, x, y), &count) : NULL;
  for (uint32_t i = 0; i < count; i++) {
    is_cheaper |= way_out_take(costs, grid_x(grid, arcs[i].to), grid_y(grid, arcs[i].to),
                               arcs[i].cost, min, next);
  }
  return is_cheaper;
}

bool way_out_step(const way_out_costs *costs, const costmap *map, int x, int y,
                  astar_point *next) {
  double min = INFINITY;
  return way_out_leave(costs, map, x, y, &min, next);
}

// Adds a tile to a layer, if it is impassable and no way leads there yet.
static void way_out_add(way_out *w, way_out_layer *layer, int x, int y, uint8_t first) {
  int column = x - w->left, row = y - w->top;
  if (column < 0 || row < 0 || column >= WAY_OUT_SIDE || row >= WAY_OUT_SIDE) return;
  if (w->first[row][column] != 0 || !grid_contains(w->map->grid, x, y)) return;
  if (costmap_is_passable(w->map, x, y)) return;
  w->first[row][column] = first;
  layer->rows[row][column >> 6] |= (uint64_t)1 << (column & 63);
  astar_point unread;
  if (way_out_leave(w->costs, w->map, x, y, &w->cost, &unread)) w->move = first;
}

// Adds the tiles that one step leads to. `is_start`: (x, y) is the tile of the mover. No
// step leads off the grid, though the mover may be partly off it.
static void way_out_expand(way_out *w, way_out_layer *layer, int x, int y,
                           bool is_start) {
  const tile_move *list = w->map->moves->list[costmap_parity(w->map, x, y)];
  uint8_t first = w->first[y - w->top][x - w->left];
  for (int move = 0; move < w->map->moves->count; move++) {
    int dx = list[move].dx, dy = list[move].dy;
    if ((dx > 0 && x + dx > w->right) || (dy > 0 && y + dy > w->bottom)) continue;
    way_out_add(w, layer, x + dx, y + dy, is_start ? (uint8_t)(move + 1) : first);
  }
}

// Fills `next` with the layer after `last`. False: it has no tiles.
static bool way_out_fill(way_out *w, const way_out_layer *last, way_out_layer *next,
                         bool is_start) {
  bool has_tiles = false;
  memset(next, 0, sizeof *next);
  for (int row = 0; row < WAY_OUT_SIDE; row++) {
    for (int word = 0; word < WAY_OUT_WORDS; word++) {
      for (uint64_t bits = last->rows[row][word]; bits != 0; bits &= bits - 1) {
        int column = 64 * word + bits_lowest(bits);
        way_out_expand(w, next, w->left + column, w->top + row, is_start);
        has_tiles = true;
      }
    }
  }
  return has_tiles;
}

bool way_out_search(const way_out_costs *costs, const costmap *map, int x, int y,
                    astar_point *next) {
  way_out w = {.costs = costs, .map = map, .cost = INFINITY};
  w.left = x - WAY_OUT_RADIUS;
  w.top = y - WAY_OUT_RADIUS;
  w.right = map->grid->width - map->rules->size;
  w.bottom = map->grid->height - map->rules->size;
  way_out_add(&w, &w.layers[0], x, y, 1);
  bool has_tiles = true;
  for (int n = 1; n < WAY_OUT_STEPS && has_tiles && !(w.cost < INFINITY); n++)
    has_tiles = way_out_fill(&w, &w.layers[(n - 1) & 1], &w.layers[n & 1], n == 1);
  if (!(w.cost < INFINITY)) return false;
  const tile_move *move = &map->moves->list[costmap_parity(map, x, y)][w.move - 1];
  *next = (astar_point){(x + move->dx), (y + move->dy)};
  return true;
}
