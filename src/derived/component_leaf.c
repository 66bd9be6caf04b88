// Numbers the connected components inside a block of at most 64 x 64 tiles.
//
// Method: run-based labeling (He, Chao and Suzuki, "A Run-Based Two-Scan Labeling
// Algorithm", 2008), with a word of 64 tiles per row. Ours uses union-find instead of
// tables of equivalent labels, and reads connections instead of tiles: one word for each
// of four directions says which tiles of a row have a step to their neighbor, or back.
// So closed edges, hexes and pair costs differ from plain tiles only in these words: the
// bits of closed edges are removed from the tiles, or the table of legal moves is read.
//
// clang-format off
//     row 0    a a a # b b     1. Find the runs of each row (here a to e): maximal
//     row 1    # c # # # d        sequences of tiles that are connected to the east.
//     row 2    e e e e # #     2. Unite the runs of two rows by the connections to the
//                                 south, south east and north east: a, c and e; b and d.
//
//     . NE     3. Number the components: first those at a side of the block that has a
//     x E         neighbor, in the order of the sides; then the others, in the order of
//     S SE        their first runs.   4. Write the numbers of the tiles.
// clang-format on
//
// The order of the numbers does not depend on earlier edits. So the numbers at the sides
// change only when the components there change, and a block where they stay the same
// needs no change in the blocks around it.
//
// A single edit of a tile x inside the block. When x becomes passable, and its neighbors
// have one number, x gets that number. When x becomes impassable: the connectivity number
// of its 3 x 3 neighborhood (Yokoi, Toriwaki and Fukumura, "An Analysis of Topological
// Properties of Digitized Binary Pictures Using Local Features", 1975) is the number of
// arcs of passable tiles on the circle around x. With one arc the neighbors of x stay
// connected without x. In both cases only the number of x changes.
//
// clang-format off
//     . # .                 . # .
//     . x .   one arc       . x .   two arcs: x may connect the tiles on its left with
//     . . .                 . # .   those on its right, so the block is labeled again
// clang-format on
#include "derived/component_leaf.h"

#include <string.h>

#include "base/bits.h"
#include "map/hex.h"

// ------------------------------------------------------------------------- connections

// The rows of tiles that a mover covers or leaves when it begins in a block.
enum { LEAF_ROWS = LEAF_SIDE + ASTAR_MAX_SIZE + 1 };

// How the connections of a block are read.
typedef struct leaf_reader {
  const costmap *map;
  component_mode mode;
  bool has_edges;            // closed edges are in the block or around it
  int top;                   // the first row of the block
  uint8_t closed[LEAF_ROWS]; // if `has_edges`, per row from `top` - 1 on: whether a mover
                             // that begins in the block meets an edge
  uint64_t inside;           // the columns of the block, bit 0 for the west one
  bool has_one_way;          // a step was found that exists in one direction only
} leaf_reader;

// Whether an edge is closed in a row, at the tiles that a mover in an area, or in the
// tiles around it, covers.
static bool leaf_row_has_edges(const costmap *map, tile_area area, int y) {
  const astar_grid *grid = map->grid;
  const uint8_t *row = grid->closed + grid_cell(grid, 0, y);
  int left = area.left > 0 ? area.left - 1 : 0, right = area.right + map->rules->size;
  if (right > grid->width) right = grid->width;
  uint8_t found = 0;
  for (int x = left; x < right; x++) found |= row[x];
  return found != 0;
}

// Whether a mover in an area meets an edge. Unless `closed` is NULL, finds the rows with
// closed edges, from the row above the area on.
static bool leaf_find_edges(const costmap *map, tile_area area, uint8_t *closed) {
  bool has_edges = false;
  int bottom = area.bottom + map->rules->size;
  if (!costmap_has_edges(map)) return false;
  if (bottom > map->grid->height) bottom = map->grid->height;
  for (int y = area.top > 0 ? area.top - 1 : 0; y < bottom; y++) {
    bool found = leaf_row_has_edges(map, area, y);
    if (closed != NULL) closed[y - area.top + 1] = found;
    has_edges |= found;
  }
  return has_edges;
}

bool component_leaf_has_edges(const costmap *map, tile_area area) {
  return leaf_find_edges(map, area, NULL);
}

// Eight bytes of a row, from column x on; 0 for columns that the row does not have.
static uint64_t leaf_load(const uint8_t *row, int x, int width) {
  uint64_t bytes = 0;
  if (x >= 0 && x + 8 <= width) {
    const uint8_t *b = row + x;
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 |
           (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 |
           (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
  }
  for (int i = 0; i < 8; i++)
    if (x + i >= 0 && x + i < width) bytes |= (uint64_t)row[x + i] << 8 * i;
  return bytes;
}

// Which of the tiles from column x on have a bit of the set `wanted` in their byte of a
// row: bit i is column x + i.
static uint64_t leaf_gather(const uint8_t *row, int x, int width, unsigned wanted) {
  const uint64_t ones = UINT64_C(0x0101010101010101);
  uint64_t bits = 0;
  for (int i = 0; i < LEAF_SIDE; i += 8) {
    uint64_t bytes = leaf_load(row, x + i, width) & wanted * ones;
    // The top bit of each byte that is not 0, moved to the lowest bit. The factor then
    // collects the eight bits in the top byte.
    bytes = ((bytes & 127 * ones) + 127 * ones) | bytes;
    bytes = bytes >> 7 & ones;
    bits |= bytes * UINT64_C(0x0102040810204080) >> 56 << i;
  }
  return bits;
}

// Which movers, with their top left tiles from column x on, a closed edge stops: an edge
// of any tile of their footprints. A footprint reaches into the word to the east.
static uint64_t leaf_closed(const leaf_reader *reader, int x, int y, int direction) {
  const astar_grid *grid = reader->map->grid;
  int size = reader->map->rules->size, bottom = y + size;
  uint64_t word = 0, east = 0;
  if (bottom > grid->height) bottom = grid->height;
  for (int row = y; row < bottom; row++) {
    if (reader->closed[row - reader->top + 1] == 0) continue;
    const uint8_t *closed = grid->closed + grid_cell(grid, 0, row);
    word |= leaf_gather(closed, x, grid->width, 1u << direction);
    if (size > 1)
      east |= leaf_gather(closed, x + LEAF_SIDE, grid->width, 1u << direction);
  }
  uint64_t bits = word;
  for (int i = 1; i < size; i++) bits |= word >> i | east << (64 - i);
  return bits;
}

// The bits of the tiles from column x on in columns of the parity of x.
static uint64_t leaf_columns_like(int x, int column) {
  return ((x ^ column) & 1) != 0 ? UINT64_C(0xaaaaaaaaaaaaaaaa)
                                 : UINT64_C(0x5555555555555555);
}

// The moves in a direction, one bit per move, for tiles of one parity.
static unsigned leaf_moves_to(const move_table *moves, int parity, int direction) {
  unsigned found = 0;
  for (int i = 0; i < moves->count; i++)
    if (moves->list[parity][i].direction == direction) found |= 1u << i;
  return found;
}

// Which of the tiles from column x on have a legal move in a direction.
static uint64_t leaf_legal(const costmap *map, int x, int y, int direction) {
  const move_table *moves = map->moves;
  const uint8_t *row = map->tiles->legal + grid_cell(map->grid, 0, y);
  int width = map->grid->width;
  unsigned even = leaf_moves_to(moves, 0, direction);
  if (moves->parity_x + moves->parity_y == 0) return leaf_gather(row, x, width, even);
  unsigned odd = leaf_moves_to(moves, 1, direction);
  if (moves->parity_y != 0) return leaf_gather(row, x, width, (y & 1) != 0 ? odd : even);
  return (leaf_gather(row, x, width, odd) & leaf_columns_like(x, 1)) |
         (leaf_gather(row, x, width, even) & leaf_columns_like(x, 0));
}

// Which of the tiles from column x on have a step in a direction, if the tiles at both
// ends are passable.
static uint64_t leaf_steps(const leaf_reader *reader, int x, int y, int direction) {
  return reader->mode == CONNECT_STEPS ? leaf_legal(reader->map, x, y, direction)
                                       : ~leaf_closed(reader, x, y, direction);
}

// Which of the tiles from column x on have a neighbor in a direction, on hexes.
static uint64_t leaf_hex_neighbors(astar_layout layout, int x, int y, int direction) {
  uint64_t even = hex_neighbors(layout, 0, y) >> direction & 1;
  uint64_t odd = hex_neighbors(layout, 1, y) >> direction & 1;
  return ((0 - even) & leaf_columns_like(x, 0)) | ((0 - odd) & leaf_columns_like(x, 1));
}

// Which of the tiles from column x on, as many as the block is wide, are connected to
// their neighbor in a direction, by a step there or back.
static uint64_t leaf_connections(leaf_reader *reader, int x, int y, int direction) {
  const costmap *map = reader->map;
  int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
  int height = map->grid->height;
  if (reader->mode == CONNECT_4 && direction >= 4) return 0;
  if (y < 0 || y >= height || to_y < 0 || to_y >= height) return 0;
  uint64_t tiles = costmap_row(map, x, y) & costmap_row(map, to_x, to_y) & reader->inside;
  if (reader->mode == CONNECT_HEX)
    tiles &= leaf_hex_neighbors(map->grid->layout, x, y, direction);
  bool has_steps = reader->mode == CONNECT_STEPS || reader->has_edges;
  if (!has_steps || tiles == 0) return tiles;
  uint64_t there = leaf_steps(reader, x, y, direction) & tiles;
  uint64_t back = leaf_steps(reader, to_x, to_y, direction_reverse[direction]) & tiles;
  reader->has_one_way |= there != back;
  return there | back;
}

// -------------------------------------------------------------------------------- runs

enum { LEAF_EAST = 1, LEAF_SOUTH = 2, LEAF_NORTH_EAST = 4, LEAF_SOUTH_EAST = 5 };

// The runs of a block, in row order.
typedef struct leaf_runs {
  int width, height;
  uint64_t tiles[LEAF_SIDE];                  // bit 0 is the west column of the block
  uint64_t east[LEAF_SIDE];                   // connections of each row inside the block
  uint16_t first[LEAF_SIDE + 1];              // the first run of each row
  uint8_t start[LEAF_SIDE * LEAF_SIDE];       // the column where each run starts
  uint16_t parents[LEAF_SIDE * LEAF_SIDE];    // a union-find forest of runs
  uint16_t components[LEAF_SIDE * LEAF_SIDE]; // the number of each root; 0: none yet
  uint16_t count;                             // numbers given so far
} leaf_runs;

static unsigned leaf_root(leaf_runs *r, unsigned run) {
  while (r->parents[run] != run) {
    r->parents[run] = r->parents[r->parents[run]]; // path halving
    run = r->parents[run];
  }
  return run;
}

// The smaller root stays a root.
static void leaf_unite(leaf_runs *r, unsigned a, unsigned b) {
  if (r->parents[a] == r->parents[b]) return;
  a = leaf_root(r, a);
  b = leaf_root(r, b);
  if (a < b)
    r->parents[b] = (uint16_t)a;
  else
    r->parents[a] = (uint16_t)b;
}

// Unites runs of row y - 1 with runs of row y: bit i of `bits` connects column i +
// `above` of row y - 1 with column i + `here` of row y. The runs of both rows are
// ordered, as the bits are.
static void leaf_unite_rows(leaf_runs *r, int y, uint64_t bits, int above, int here) {
  unsigned a = r->first[y - 1], a_end = r->first[y];
  unsigned b = r->first[y], b_end = r->first[y + 1];
  for (; bits != 0; bits &= bits - 1) {
    int x = bits_lowest(bits);
    while (a + 1 < a_end && r->start[a + 1] <= x + above) a++;
    while (b + 1 < b_end && r->start[b + 1] <= x + here) b++;
    leaf_unite(r, a, b);
  }
}

// Finds the runs of row y.
static void leaf_find_runs(leaf_runs *r, int y) {
  unsigned run = r->first[y];
  for (uint64_t starts = r->tiles[y] & ~(r->east[y] << 1); starts != 0;
       starts &= starts - 1, run++) {
    r->start[run] = (uint8_t)bits_lowest(starts);
    r->parents[run] = (uint16_t)run;
    r->components[run] = 0;
  }
  r->first[y + 1] = (uint16_t)run;
}

// Unites the runs of row y with those of the row above. A connection is left out where
// others connect the same runs: the one beside it, or for a diagonal one the two straight
// ones around a corner.
static void leaf_connect_rows(leaf_runs *r, int y, uint64_t south, uint64_t south_east,
                              uint64_t north_east) {
  uint64_t above = r->east[y - 1], here = r->east[y];
  uint64_t has_east = ~(UINT64_C(1) << (r->width - 1)); // a tile east of it in the block
  uint64_t needed = south & ~(south << 1 & above << 1 & here << 1);
  leaf_unite_rows(r, y, needed, 0, 0);
  south_east &= has_east & ~(south & here) & ~(south >> 1 & above);
  if (south_east != 0) leaf_unite_rows(r, y, south_east, 0, 1);
  north_east &= has_east & ~(south & above) & ~(south >> 1 & here);
  if (north_east != 0) leaf_unite_rows(r, y, north_east, 1, 0);
}

static void leaf_put_join(uint64_t *join, uint64_t connections, int bit, int i) {
  *join |= (connections >> bit & 1) << i;
}

// Finds all runs of a block, unites those that are connected, and collects the joins.
static void leaf_scan(component_leaf *leaf, leaf_runs *r, leaf_reader *reader,
                      tile_area block) {
  int x = block.left, y = block.top, last = r->width - 1;
  uint64_t south = 0, south_east = 0;
  uint64_t *to_east = leaf->joins[JOINS_EAST], *to_south = leaf->joins[JOINS_SOUTH];
  memset(leaf->joins, 0, sizeof leaf->joins);
  r->first[0] = r->count = 0;
  for (int i = 0; i < r->height; i++, y++) {
    uint64_t east = leaf_connections(reader, x, y, LEAF_EAST);
    uint64_t north_east = leaf_connections(reader, x, y, LEAF_NORTH_EAST);
    r->tiles[i] = costmap_row(reader->map, x, y) & reader->inside;
    r->east[i] = east & reader->inside >> 1;
    leaf_find_runs(r, i);
    if (i > 0) leaf_connect_rows(r, i, south, south_east, north_east);
    south = leaf_connections(reader, x, y, LEAF_SOUTH);
    south_east = leaf_connections(reader, x, y, LEAF_SOUTH_EAST);
    leaf_put_join(&to_east[JOIN_BEFORE], north_east, last, i);
    leaf_put_join(&to_east[JOIN_STRAIGHT], east, last, i);
    leaf_put_join(&to_east[JOIN_AFTER], south_east, last, i);
  }
  leaf->has_one_way = reader->has_one_way; // the other block counts the next steps
  to_south[JOIN_BEFORE] = leaf_connections(reader, x - 1, y, LEAF_NORTH_EAST);
  to_south[JOIN_STRAIGHT] = south;
  to_south[JOIN_AFTER] = south_east;
}

// ----------------------------------------------------------------------------- numbers

// The number of the component of a run: a new one when it has none.
static uint16_t leaf_number_run(leaf_runs *r, unsigned run) {
  unsigned root = leaf_root(r, run);
  if (r->components[root] == 0) r->components[root] = ++r->count;
  return r->components[root];
}

// Puts the number of the component of a tile; `run` holds the tile when it is passable.
// Returns whether the place held another number before.
static bool leaf_number_tile(leaf_runs *r, int x, int y, unsigned run, uint16_t *place) {
  uint16_t before = *place;
  *place = (r->tiles[y] >> x & 1) != 0 ? leaf_number_run(r, run) : 0;
  return *place != before;
}

// Numbers the components at the west side (`x` 0) or the east side, if the block has it.
// Returns whether a tile of the side has another number than before.
static bool leaf_number_column(leaf_runs *r, uint16_t *side, int x) {
  bool changed = false;
  for (int y = 0; side != NULL && y < r->height; y++) {
    unsigned run = x == 0 ? r->first[y] : r->first[y + 1] - 1u;
    changed |= leaf_number_tile(r, x, y, run, &side[y]);
  }
  return changed;
}

// Numbers the components at the north side (row 0) or the south side.
static bool leaf_number_row(leaf_runs *r, uint16_t *side, int y) {
  bool changed = false;
  unsigned run = r->first[y], end = r->first[y + 1];
  for (int x = 0; side != NULL && x < r->width; x++) {
    while (run + 1 < end && r->start[run + 1] <= x) run++;
    changed |= leaf_number_tile(r, x, y, run, &side[x]);
  }
  return changed;
}

static void leaf_number_sides(leaf_runs *r, leaf_border *border) {
  uint16_t *const *sides = border->sides;
  bool changed = leaf_number_column(r, sides[SIDE_WEST], 0);
  changed |= leaf_number_column(r, sides[SIDE_EAST], r->width - 1);
  changed |= leaf_number_row(r, sides[SIDE_NORTH], 0);
  changed |= leaf_number_row(r, sides[SIDE_SOUTH], r->height - 1);
  border->sides_changed = changed;
  border->exit_count = r->count;
}

static void leaf_put(component_leaf *leaf, uint32_t tile, uint32_t number) {
  if (leaf->bytes == 1)
    ((uint8_t *)leaf->numbers)[tile] = (uint8_t)number;
  else
    ((uint16_t *)leaf->numbers)[tile] = (uint16_t)number;
}

// Writes the numbers of a row: all bits of `east` from the start of a run to its end are
// set.
static void leaf_fill_row(component_leaf *leaf, leaf_runs *r, int y) {
  uint32_t row = (uint32_t)(y * r->width);
  for (unsigned run = r->first[y]; run < r->first[y + 1]; run++) {
    int start = r->start[run];
    uint32_t count = (uint32_t)bits_lowest(~(r->east[y] >> start)) + 1;
    uint32_t number = leaf_number_run(r, run), tile = row + (uint32_t)start;
    for (uint32_t end = tile + count; tile < end; tile++) leaf_put(leaf, tile, number);
  }
}

void component_leaf_fini(component_leaf *leaf, struct memory *m, uint32_t tiles) {
  memory_free(m, leaf->numbers, tiles * (size_t)leaf->bytes);
  leaf->numbers = NULL;
  leaf->bytes = 0;
}

// Allocates the numbers for so many components. False: out of memory.
static bool leaf_allocate(component_leaf *leaf, struct memory *m, uint32_t tiles,
                          uint32_t count) {
  uint8_t bytes = count < MEMORY_LIMIT(256, 4) ? 1 : 2;
  if (count <= 1) {
    component_leaf_fini(leaf, m, tiles);
    return true;
  }
  if (leaf->bytes == bytes) return true;
  component_leaf_fini(leaf, m, tiles);
  leaf->numbers = memory_resize(m, NULL, 0, tiles * (size_t)bytes);
  if (leaf->numbers != NULL) leaf->bytes = bytes;
  return leaf->numbers != NULL;
}

bool component_leaf_label(component_leaf *leaf, const costmap *map, component_mode mode,
                          tile_area block, leaf_border *border) {
  leaf_runs r;
  r.width = block.right - block.left;
  r.height = block.bottom - block.top;
  leaf_reader reader = {.map = map, .mode = mode, .top = block.top};
  reader.has_edges = leaf_find_edges(map, block, reader.closed);
  reader.inside = ~(uint64_t)0 >> (64 - r.width);
  leaf->mode = (uint8_t)mode;
  leaf->has_edges = reader.has_edges;
  uint64_t joins[JOIN_LINES][JOINS];
  memcpy(joins, leaf->joins, sizeof joins);
  leaf_scan(leaf, &r, &reader, block);
  for (int i = 0; i < JOIN_LINES; i++)
    border->joins_changed[i] = memcmp(joins[i], leaf->joins[i], sizeof joins[i]) != 0;
  leaf_number_sides(&r, border);
  for (unsigned run = 0; run < r.first[r.height]; run++) leaf_number_run(&r, run);
  uint32_t tiles = (uint32_t)(r.width * r.height);
  if (!leaf_allocate(leaf, &map->grid->memory, tiles, r.count)) return false;
  if (leaf->numbers == NULL) return true;
  memset(leaf->numbers, 0, tiles * (size_t)leaf->bytes);
  for (int y = 0; y < r.height; y++) leaf_fill_row(leaf, &r, y);
  return true;
}

// ------------------------------------------------------------------------------- edits

// The bits of the circle around a tile in its 3 x 3 neighborhood, clockwise from the
// north west: edge neighbors have odd indexes. Consecutive tiles share an edge.
//
//     0 1 2
//     7 x 3
//     6 5 4
static const uint8_t leaf_circle[8] = {0, 1, 2, 5, 8, 7, 6, 3};

// The neighbors of a tile as bits in the order of the circle: all eight on squares, six
// on hexes.
static unsigned leaf_circle_neighbors(const costmap *map, component_mode mode, int x,
                                      int y) {
  unsigned directions = hex_neighbors(map->grid->layout, x, y), neighbors = 0;
  if (mode != CONNECT_HEX) return 0xff;
  for (int i = 0; i < 8; i++) {
    int direction = direction_of(leaf_circle[i] % 3 - 1, leaf_circle[i] / 3 - 1);
    neighbors |= (directions >> direction & 1) << i;
  }
  return neighbors;
}

// The number of arcs of passable tiles among the six neighbors of a hex. Those that
// follow each other on the circle touch, also past a corner that is no neighbor.
static int leaf_hex_arcs(unsigned open, unsigned neighbors) {
  bool last = false;
  int arcs = 0;
  for (int i = 0; i < 16; i++) { // the first round only finds `last`
    if ((neighbors >> i % 8 & 1) == 0) continue;
    bool here = (open >> i % 8 & 1) != 0;
    arcs += i >= 8 && here && !last;
    last = here;
  }
  return arcs;
}

// The number of arcs of passable tiles on the circle that are connected to the tile in
// the middle. Each arc is counted where it begins.
//
// 4-connectivity: an arc counts if it has an edge neighbor (odd index). If it begins with
// a corner neighbor, the next tile must be passable, which is an edge neighbor.
// 8-connectivity: every arc counts. But two edge neighbors touch at a corner: an
// impassable corner neighbor alone does not separate them, so the arc behind it does not
// count. When all arcs are joined, or all tiles are passable, the number is 0.
static int leaf_square_arcs(unsigned circle, bool corners) {
  bool open[8];
  int arcs = 0;
  for (int i = 0; i < 8; i++) open[i] = (circle >> i & 1) != 0;
  for (int i = 0; i < 8; i++) {
    if (!open[i] || open[(i + 7) % 8]) continue;
    if (i % 2 == 1)
      arcs += !(corners && open[(i + 6) % 8]);
    else
      arcs += corners || open[(i + 1) % 8];
  }
  return arcs;
}

// The number of the tiles of the circle in the set `touching`; 0 when there are none, or
// when their numbers differ.
static uint32_t leaf_number_around(const component_leaf *leaf, uint32_t tile, int width,
                                   unsigned touching) {
  uint32_t number = 0;
  for (; touching != 0; touching &= touching - 1) {
    int bit = leaf_circle[bits_lowest(touching)];
    uint32_t beside = tile + (uint32_t)((bit / 3 - 1) * width + bit % 3 - 1);
    uint32_t here = component_leaf_number(leaf, beside);
    if (number != 0 && here != number) return 0;
    number = here;
  }
  return number;
}

bool component_leaf_edit(component_leaf *leaf, const costmap *map, component_mode mode,
                         tile_area block, int x, int y) {
  tile_area edited = {x, y, x + 1, y + 1};
  if (mode == CONNECT_STEPS || leaf->mode != mode) return false;
  if (leaf->has_edges || component_leaf_has_edges(map, edited)) return false;
  bool is_open = costmap_is_passable(map, x, y);
  int width = block.right - block.left;
  uint32_t tile = (uint32_t)((y - block.top) * width + x - block.left);
  unsigned neighborhood = costmap_neighborhood(map, x, y), circle = 0;
  unsigned neighbors = leaf_circle_neighbors(map, mode, x, y);
  for (int i = 0; i < 8; i++) circle |= (neighborhood >> leaf_circle[i] & 1) << i;
  unsigned touching = circle & (mode == CONNECT_4 ? 0xaa : neighbors);
  uint32_t number = leaf_number_around(leaf, tile, width, touching);
  int arcs = mode == CONNECT_HEX ? leaf_hex_arcs(circle, neighbors)
                                 : leaf_square_arcs(circle, mode == CONNECT_8);
  if (number == 0 || (!is_open && arcs > 1)) return false;
  if (leaf->numbers != NULL) leaf_put(leaf, tile, is_open ? number : 0);
  return true;
}
