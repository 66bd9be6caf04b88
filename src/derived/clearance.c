// Clearance: an influence map of the nearness of impassable tiles.
//
// Method: a distance transform in two passes (Rosenfeld and Pfaltz, "Distance functions
// on digital pictures", 1968). Without regard to obstacles, each shortest way between two
// tiles can be put in the order: steps that lead forward (in the order of the tiles),
// then steps that lead backward. So the first pass takes for each tile the least distance
// of its neighbors before it, plus 1, and the second pass that of its neighbors behind
// it.
//
//     squares   b b b      b: before the tile *      hexes    b b
//               b * f      f: behind it                       b * f
//               f f f      (Manhattan: without                  f f
//                          diagonals)
//
// The lines of the picture are rows, in `_Q` layouts columns: so hexes always have two
// neighbors in the line before. A border of zeros stands for the tiles off the grid.
#include "map/influence.h"
#include "map/rules.h"

// In place of the distance of a passable tile until it is known: more than any other.
enum { CLEARANCE_FAR = ASTAR_MAX_SIDE - 2 };

static inline int16_t clearance_min(int a, int b) { return (int16_t)(a < b ? a : b); }

// Lowers the distances of a line to those of the line beside it, plus 1: there the
// neighbors of tile i are i + `from`, i + `to`, and those between them. Then along the
// line, in steps of `step`.
static void clearance_pass(int16_t *line, const int16_t *beside, int length, int from,
                           int to, int step) {
  for (int i = 0; i < length; i++) {
    int16_t least = clearance_min(beside[i + from], beside[i + to]);
    least = clearance_min(least, beside[i + (from + to) / 2]);
    line[i] = clearance_min(line[i], least + 1);
  }
  int16_t last = 0;
  for (int i = step > 0 ? 0 : length - 1; i >= 0 && i < length; i += step) {
    last = clearance_min(line[i], last + 1);
    line[i] = last;
  }
}

// Computes the distances of all tiles, line by line, within a border of zeros.
static void clearance_compute(const astar_grid *grid, const astar_rules *rules,
                              bool has_columns, int lines, int length, int16_t *first) {
  size_t stride = (size_t)length + 2;
  bool is_square = grid->layout == ASTAR_SQUARE, is_odd = grid->layout % 2 == 1;
  int blocking = grid_used_layers(grid) & ~rules->filter.ignored_layers;
  int reach = rules->moves_diagonally;
  const uint8_t *terrain = grid->terrain, *obstacles = grid->obstacles;
  int16_t unknown[256];
  for (int t = 0; t < 256; t++) unknown[t] = rules->cost[t] > 0 ? CLEARANCE_FAR : 0;
  for (int n = 0; n < 2 * lines; n++) {
    bool is_back = n >= lines;
    int at = is_back ? 2 * lines - 1 - n : n;
    int16_t *line = first + (size_t)at * stride;
    for (int i = 0; !is_back && i < length; i++) {
      uint32_t cell = has_columns ? grid_cell(grid, at, i) : grid_cell(grid, i, at);
      bool is_blocked = blocking != 0 && (obstacles[cell] & blocking) != 0;
      line[i] = is_blocked ? 0 : unknown[terrain[cell]];
    }
    int from = is_square ? -reach : ((at % 2 == 1) == is_odd) - 1;
    clearance_pass(line, is_back ? line + stride : line - stride, length, from,
                   is_square ? reach : from + 1, is_back ? -1 : 1);
  }
}

astar_status astar_influence_clearance(astar_grid *grid, uint64_t map,
                                       const astar_rules *rules, float max) {
  astar_status status = astar_influence_use(grid, map);
  if (status != ASTAR_OK) return status;
  if (!rules_are_owned(rules) || !influence_is_value(max)) return ASTAR_INVALID;
  bool has_columns = grid->layout == ASTAR_ODD_Q || grid->layout == ASTAR_EVEN_Q;
  int width = grid->width, height = grid->height;
  int lines = has_columns ? width : height, length = has_columns ? height : width;
  size_t stride = (size_t)length + 2, tiles = grid_tiles(grid);
  size_t size = tiles * sizeof(float) + (size_t)(lines + 2) * stride * sizeof(int16_t);
  float *values = (float *)memory_new(&grid->memory, size);
  if (values == NULL) return ASTAR_NO_MEMORY;
  int16_t *first = (int16_t *)(values + tiles) + stride + 1;
  clearance_compute(grid, rules, has_columns, lines, length, first);
  for (int y = 0; y < height; y++) {
    const int16_t *at = first + (size_t)y * (has_columns ? 1 : stride);
    float *row = values + (size_t)y * (size_t)width;
    for (int x = 0; x < width; x++, at += has_columns ? stride : 1)
      row[x] = *at < max ? max - *at : 0;
  }
  status = astar_influence_write(grid, map, 0, 0, width, height, values, (size_t)width);
  memory_free(&grid->memory, values, size);
  return status;
}
