// Builds live boards, repairs them after edits, and tests legs.
//
// A leg of a baked path goes some diagonal steps, then some straight steps. It is free
// when no diagonal step is illegal and no straight tile is impassable. Both are one
// search for a set bit, 64 tiles per word: straight steps in the passable tiles by row
// and by column, diagonal steps in the illegal steps by diagonal. Bit y of a diagonal
// stands for the step between its tiles in the rows y and y + 1:
//
// clang-format off
//     a b c d      falling to the right:    line 0  a f k     Diagonals are wrapped: line
//     e f g h                               line 1  b g l     3 begins with d, continues
//     i j k l                               line 2  c h i     with e and ends with j. The
//                                           line 3  d e j     border of impassable tiles
//                                                             makes the steps that wrap
//     bit 1 of line 0 is set if the step f-k is illegal       illegal.
// clang-format on
//
// With 4 neighbors the major steps are vertical, and there are no boards of diagonals.
//
// Invariant: the boards equal boards that are built from a fresh copy of the map. A tile
// has one bit by row, one by column, and is an end or beside 8 diagonal steps: the two of
// each block of 2 x 2 tiles around it. A repair compares the rows of the affected areas
// with the costmap, a word at a time, and flips the tiles that differ. So an edit that
// was undone costs nothing, and a mover of any size needs no rule of its own: its costmap
// says where it can stand.
//
// Opened tiles. A *new step* is a step that is legal now, and was not when the map was
// baked. A path without new steps is a path of the baked map, so it costs at least what
// the index answers. A path over a new step, which an opened tile z allows, passes z, or
// goes from a neighbor of z to another one by one diagonal step:
//
//     . . .    z opens a wall     # a #    z was an obstacle in the open: the steps a-b,
//     # z #                       b z c    a-c, b-d and c-d are new, too
//     . . .                       # d #
//
// So two neighbors of z are passable, and from s to t it costs at least what it would
// cost on an empty map by way of z, less what two straight steps cost more than a
// diagonal one. Where that is as much as the answer for every such tile, the answer
// stands.
#include "index/live_boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/bit_lines.h"

// ------------------------------------------------------------------------------- lines

// The words of a bitmap by row, and of one by column or by diagonal.
static size_t live_boards_row_words(const live_boards *l) {
  return l->baked->row_words * (size_t)l->baked->height;
}

static size_t live_boards_column_words(const live_boards *l) {
  return l->baked->column_words * (size_t)l->baked->width;
}

// The line of the diagonal through (x, y) that falls to the right or to the left.
static uint64_t *live_boards_diagonal(const live_boards *l, bool left, int x, int y) {
  size_t line = (size_t)corner_boards_line(l->baked, !left, x, y);
  return l->closed[left] + line * l->baked->column_words;
}

// Word i of a baked row: its passable tiles.
static uint64_t live_boards_baked(const live_boards *l, size_t i) {
  return l->baked->rows[i * 4 + 2];
}

// The legal ones among 64 diagonal steps, from the tiles at both ends and the two tiles
// beside them.
static uint64_t live_boards_legal(const live_boards *l, uint64_t from, uint64_t to,
                                  uint64_t beside, uint64_t below) {
  return from & to & corner_rule_pass(l->baked->corner_rule, beside, below);
}

// -------------------------------------------------------------------------------- fill

// 64 cyclic bits of a row, from any column on.
static uint64_t live_boards_window(const live_boards *l, int y, int from) {
  int width = l->baked->width;
  while (from < 0) from += width;
  while (from >= width) from -= width;
  return bit_lines_window(l->rows + (size_t)y * l->baked->row_words, width, from);
}

// Fills the diagonals `line`..`line` + 63, in the 64 rows from `top` on. The steps down
// from a row are a window of it, which moves by a tile from row to row.
static void live_boards_fill_diagonals(live_boards *l, bool left, int line, int top) {
  const corner_boards *baked = l->baked;
  uint64_t block[64];
  for (int i = 0; i < 64; i++) {
    int y = top + i, shift = y % baked->width, x = left ? line - shift : line + shift;
    int aside = left ? x - 1 : x + 1;
    block[i] = ~(uint64_t)0;
    if (y >= baked->height - 1) continue;
    block[i] = ~live_boards_legal(
        l, live_boards_window(l, y, x), live_boards_window(l, y + 1, aside),
        live_boards_window(l, y, aside), live_boards_window(l, y + 1, x));
  }
  bit_lines lines = {l->closed[left], baked->column_words, baked->width};
  bit_lines_put_columns(lines, line, (size_t)(top / 64), block);
}

// Fills the boards from `rows`.
static void live_boards_fill(live_boards *l) {
  const corner_boards *baked = l->baked;
  bit_lines rows = {l->rows, baked->row_words, baked->height};
  bit_lines columns = {l->columns, baked->column_words, baked->width};
  for (int top = 0; top < baked->height; top += 64) {
    bit_lines_transpose(rows, columns, top);
    for (int line = 0; baked->has_diagonals && line < baked->width; line += 64) {
      live_boards_fill_diagonals(l, false, line, top);
      live_boards_fill_diagonals(l, true, line, top);
    }
  }
}

// Lists all opened tiles, if they have room and are not listed.
static void live_boards_list(live_boards *l) {
  if (l->opened > LIVE_BOARDS_LISTED || l->listed == l->opened) return;
  l->listed = 0;
  for (size_t i = 0; l->listed < l->opened; i++) {
    for (uint64_t left = ~live_boards_baked(l, i) & l->rows[i]; left != 0;
         left &= left - 1) {
      uint16_t *tile = l->list[l->listed++];
      tile[0] = (uint16_t)(i % l->baked->row_words * 64 + (size_t)bits_lowest(left));
      tile[1] = (uint16_t)(i / l->baked->row_words);
    }
  }
}

// Adds a tile that became passable to the list, if there is room, or removes one.
static void live_boards_relist(live_boards *l, int x, int y, bool passable) {
  if (passable) {
    if (l->listed == LIVE_BOARDS_LISTED) return;
    l->list[l->listed][0] = (uint16_t)x;
    l->list[l->listed++][1] = (uint16_t)y;
    return;
  }
  for (uint32_t i = 0; i < l->listed; i++) {
    if (l->list[i][0] != x || l->list[i][1] != y) continue;
    l->listed--;
    memmove(l->list[i], l->list[l->listed], sizeof l->list[i]);
    return;
  }
}

// Copies the passable tiles of the costmap, counts how they differ from the baked ones,
// and fills the boards.
static void live_boards_rebuild(live_boards *l, const costmap *map) {
  size_t words = live_boards_row_words(l);
  memcpy(l->rows, map->tiles->passable, words * sizeof *l->rows);
  l->blocked = l->opened = l->listed = 0;
  for (size_t i = 0; i < words; i++) {
    l->blocked += (uint32_t)bits_count(live_boards_baked(l, i) & ~l->rows[i]);
    l->opened += (uint32_t)bits_count(~live_boards_baked(l, i) & l->rows[i]);
  }
  live_boards_list(l);
  live_boards_fill(l);
}

// -------------------------------------------------------------------------------- life

astar_status live_boards_init(live_boards *l, const corner_boards *baked,
                              const costmap *map) {
  memory *m = &map->grid->memory;
  l->memory = m;
  l->baked = baked;
  l->revision = map->grid->revision;
  l->rows = (uint64_t *)memory_new(m, live_boards_bytes(l));
  if (l->rows == NULL) return ASTAR_NO_MEMORY;
  l->columns = l->rows + live_boards_row_words(l);
  for (size_t i = 0; i < 2 && baked->has_diagonals; i++)
    l->closed[i] = l->columns + (i + 1) * live_boards_column_words(l);
  live_boards_rebuild(l, map);
  return ASTAR_OK;
}

void live_boards_fini(live_boards *l) {
  if (l->baked == NULL) return;
  memory_free(l->memory, l->rows, live_boards_bytes(l));
  memset(l, 0, sizeof *l);
}

size_t live_boards_bytes(const live_boards *l) {
  if (l->baked == NULL) return 0;
  size_t by_column = l->baked->has_diagonals ? 3 : 1;
  return (live_boards_row_words(l) + by_column * live_boards_column_words(l)) *
         sizeof *l->rows;
}

// ------------------------------------------------------------------------------- edits

// Computes again whether the steps are legal from (x, y) down to the right and from
// (x + 1, y) down to the left.
static void live_boards_update_block(live_boards *l, int x, int y) {
  uint64_t here = live_boards_is_passable(l, x, y);
  uint64_t right = live_boards_is_passable(l, x + 1, y);
  uint64_t below = live_boards_is_passable(l, x, y + 1);
  uint64_t opposite = live_boards_is_passable(l, x + 1, y + 1);
  bits_put(live_boards_diagonal(l, false, x, y), y,
           !live_boards_legal(l, here, opposite, right, below));
  bits_put(live_boards_diagonal(l, true, x + 1, y), y,
           !live_boards_legal(l, right, below, here, opposite));
}

// Makes a tile passable that is impassable, or the other way round.
static void live_boards_flip(live_boards *l, int x, int y) {
  bool passable = !live_boards_is_passable(l, x, y);
  bits_put(l->rows + (size_t)y * l->baked->row_words, x, passable);
  bits_put(l->columns + (size_t)x * l->baked->column_words, y, passable);
  for (int i = 0; i < 4 && l->baked->has_diagonals; i++)
    live_boards_update_block(l, x - (i & 1), y - (i >> 1));
  if (corner_boards_is_passable(l->baked, x, y)) {
    passable ? l->blocked-- : l->blocked++;
    return;
  }
  passable ? l->opened++ : l->opened--;
  live_boards_relist(l, x, y, passable);
}

// Flips the tiles of an area that differ from the costmap. Whole words are compared: what
// differs outside the area was edited, too, and would be flipped later.
static void live_boards_compare(live_boards *l, const costmap *map, tile_area area) {
  size_t first = (size_t)(area.left + 1) >> 6, last = (size_t)area.right >> 6;
  for (int y = area.top + 1; y < area.bottom + 1; y++) {
    const uint64_t *now = map->tiles->passable + (size_t)y * map->tiles->words;
    const uint64_t *then = l->rows + (size_t)y * l->baked->row_words;
    for (size_t i = first; i <= last; i++)
      for (uint64_t left = now[i] ^ then[i]; left != 0; left &= left - 1)
        live_boards_flip(l, (int)i * 64 + bits_lowest(left), y);
  }
}

// Compares the whole map. Where so many tiles differ that flipping them takes longer than
// to build the boards, they are built.
static void live_boards_compare_all(live_boards *l, const costmap *map) {
  size_t words = live_boards_row_words(l), changes = 0;
  for (size_t i = 0; i < words; i++) {
    uint64_t changed = map->tiles->passable[i] ^ l->rows[i];
    if (changed != 0) changes += (size_t)bits_count(changed);
  }
  if (changes > words)
    live_boards_rebuild(l, map);
  else
    live_boards_compare(l, map, (tile_area){0, 0, map->grid->width, map->grid->height});
}

void live_boards_update(live_boards *l, const costmap *map) {
  const astar_grid *grid = map->grid;
  // The filter of the query: the tiles may be those of another filter, which is as good
  // for the map as it is now, but not for the edits before.
  astar_filter filter = {.ignored_layers = map->filter.ignored_layers};
  repair_skip(grid, &filter, &l->revision);
  if (l->revision == grid->revision) return;
  uint64_t limit = (uint64_t)(l->baked->width * l->baked->height) / 64 +
                   MEMORY_LIMIT(64, 16); // [tiles]
  repair_scope scope = {map->rules, &filter, CHANGE_GROUND};
  const grid_change *change;
  if (!repair_is_worth(grid, &scope, l->revision, REPAIR_TILES, limit)) {
    live_boards_compare_all(l, map);
    l->revision = grid->revision;
  }
  while ((change = repair_next(grid, &scope, &l->revision)) != NULL)
    live_boards_compare(l, map, repair_area(grid, change, map->rules->size - 1, 0));
  live_boards_list(l);
}

// -------------------------------------------------------------------------------- legs

int live_boards_count_free(const live_boards *l, int x, int y, direction_leg leg,
                           int known) {
  int dx = direction_dx[leg.direction], dy = direction_dy[leg.direction];
  if (leg.count == 0) return 0;
  if (dy == 0) {
    const uint64_t *row = l->rows + (size_t)y * l->baked->row_words;
    return bits_count_run(row, x, dx, known, leg.count, ~(uint64_t)0);
  }
  if (dx == 0) {
    const uint64_t *column = l->columns + (size_t)x * l->baked->column_words;
    return bits_count_run(column, y, dy, known, leg.count, ~(uint64_t)0);
  }
  const uint64_t *closed = live_boards_diagonal(l, dx != dy, x, y);
  return bits_count_run(closed, dy > 0 ? y - 1 : y, dy, known, leg.count, 0);
}

bool live_boards_is_leg(const live_boards *l, int from_x, int from_y, int to_x,
                        int to_y) {
  direction_leg legs[2];
  direction_split(to_x - from_x, to_y - from_y, l->baked->has_diagonals, legs);
  int x = from_x + legs[0].count * direction_dx[legs[0].direction];
  int y = from_y + legs[0].count * direction_dy[legs[0].direction];
  return live_boards_is_passable(l, from_x, from_y) &&
         live_boards_count_free(l, from_x, from_y, legs[0], 0) == legs[0].count &&
         live_boards_count_free(l, x, y, legs[1], 0) == legs[1].count;
}

// ------------------------------------------------------------------------ opened tiles

// Whether two neighbors of a passable tile are passable.
static bool live_boards_leads_on(const live_boards *l, int x, int y) {
  int count = 0;
  for (int i = 0; i < 9; i++)
    count += live_boards_is_passable(l, x + i % 3 - 1, y + i / 3 - 1);
  return count > 2;
}

bool live_boards_may_shorten(const live_boards *l, int from_x, int from_y, int to_x,
                             int to_y, uint32_t distance) {
  const corner_boards *b = l->baked;
  uint32_t aside = 2 * b->straight - b->diagonal;
  if (l->listed < l->opened) return true;
  for (uint32_t i = 0; i < l->listed; i++) {
    int x = l->list[i][0], y = l->list[i][1];
    uint32_t by_way = corner_boards_distance(b, from_x, from_y, x, y) +
                      corner_boards_distance(b, x, y, to_x, to_y);
    bool is_less = by_way < aside || by_way - aside < distance;
    if (is_less && live_boards_leads_on(l, x, y)) return true;
  }
  return false;
}
