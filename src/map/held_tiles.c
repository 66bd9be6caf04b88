// Sees and copies held tiles.
//
// A mover at (px, py) covers cell (cx, cy) when px <= cx < px + size, and the same in y.
// So a held cell makes the positions (cx - size + 1 .. cx, cy - size + 1 .. cy)
// impassable. `held_tiles_around` collects these for all held cells that a mover in the
// 3 x 3 neighborhood can cover:
//
//     (x - 1, y - 1)  o . . .      size 2: the cells that a mover at one of the nine
//                     . x . .      positions around x covers. A held cell h makes the
//                     . . h .      four positions impassable of which it is the bottom
//                     . . . .      right, the top left, and so on: x is one of them.
#include "map/held_tiles.h"

size_t held_tiles_words(const astar_grid *grid) {
  return ((size_t)grid_tiles(grid) + 63) / 64;
}

void held_tiles_see(held_tiles *h, const astar_grid *grid, const astar_side *side, int x,
                    int y) {
  h->grid = grid;
  h->occupancy = grid->occupancy;
  h->unit = 0;
  occupancy_choose(h->occupancy, side, &h->side);
  if (!grid_contains(grid, x, y)) return;
  occupancy_tile tile = grid->occupancy->tiles[grid_cell(grid, x, y)];
  h->unit = tile.holder != 0 ? tile.holder : tile.entering;
}

// The bits of up to 64 cells from `first` on. Most have no unit: compilers make one loop
// over vectors of the test for all cells.
static uint64_t held_tiles_word(const held_tiles *h, uint32_t first, uint32_t count) {
  const occupancy_tile *tiles = h->occupancy->tiles + first;
  uint32_t any = 0;
  uint64_t bits = 0;
  for (uint32_t i = 0; i < count; i++) any |= tiles[i].holder | tiles[i].entering;
  if (any == 0) return 0;
  for (uint32_t i = 0; i < count; i++)
    bits |= (uint64_t)held_tiles_counts(h, tiles[i]) << i;
  return bits;
}

void held_tiles_write(const astar_grid *grid, const astar_side *side, int x, int y,
                      uint64_t *copy) {
  held_tiles seen = {0};
  held_tiles_see(&seen, grid, side, x, y);
  uint32_t tiles = grid_tiles(grid);
  size_t words = held_tiles_words(grid);
  for (size_t i = 0; i < words; i++) {
    uint32_t first = (uint32_t)i * 64, rest = tiles - first;
    copy[i] = held_tiles_word(&seen, first, rest < 64 ? rest : 64);
  }
}

uint64_t *held_tiles_swap(held_tiles *h, const astar_grid *grid, uint64_t *words) {
  uint64_t *old = h->copy;
  h->grid = grid;
  h->occupancy = NULL;
  h->copy = words;
  return old;
}

bool held_tiles_copy(held_tiles *h, astar_grid *grid, const astar_side *side, int x,
                     int y) {
  size_t words = held_tiles_words(grid);
  if (h->copy == NULL) {
    h->copy = MEMORY_ALLOCATE(&grid->memory, uint64_t, words);
    if (h->copy == NULL) return false;
  }
  held_tiles_write(grid, side, x, y, h->copy);
  held_tiles_swap(h, grid, h->copy);
  return true;
}

void held_tiles_fini(held_tiles *h, astar_grid *grid) {
  MEMORY_FREE(&grid->memory, h->copy, held_tiles_words(grid));
}

// The positions of one line that a held cell makes impassable, as bits: bit i for the
// position `i - 1` tiles from the middle one. The cell is `offset` tiles from the middle
// one [-1..size].
static unsigned held_tiles_line(int size, int offset) {
  int first = offset - size + 1 > -1 ? offset - size + 1 : -1,
      last = offset < 1 ? offset : 1;
  return (2U << (last + 1)) - (1U << (first + 1));
}

unsigned held_tiles_around(const held_tiles *h, int size, int x, int y) {
  const astar_grid *grid = h->grid;
  int left = x > 0 ? x - 1 : 0, top = y > 0 ? y - 1 : 0;
  int right = x + size < grid->width ? x + size : grid->width - 1;
  int bottom = y + size < grid->height ? y + size : grid->height - 1;
  unsigned positions = 0;
  for (int row = top; row <= bottom; row++) {
    uint32_t cell = grid_cell(grid, left, row);
    for (int column = left; column <= right; column++, cell++) {
      if (!held_tiles_at(h, cell)) continue;
      unsigned across = held_tiles_line(size, column - x),
               down = held_tiles_line(size, row - y);
      for (int i = 0; i < 3; i++)
        if ((down >> i & 1) != 0) positions |= across << (3 * i);
    }
  }
  return positions;
}
