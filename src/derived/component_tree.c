// Unites the components of blocks, level by level.
//
// Idea: a block hides what is inside it. All that its neighbors need are the numbers of
// the tiles at its sides. The parent of 2 x 2 blocks unites their numbers along the lines
// between them, gives the results numbers of its own, and shows only the tiles at its own
// sides to its parent. The number of tiles at all lines of a block is proportional to its
// side, not to its area: the work of an edit on a map of n x n tiles is O(n), and most
// edits change no number at the sides of a leaf and end there.
//
// clang-format off
//     +-----+-----+     a leaf: 1 is at a side       up of the left leaf: 1 -> 1
//     |  1..|.2.. |     with a neighbor, 3 is not.   up of the right leaf: 1 -> 2, 2 -> 1
//     |  1 #| # 1 |
//     | #3# | 1 1 |     The component of a tile is the number on the last level that the
//     +-----+-----+     chain of `up` reaches: for 3 the leaf, for 1 a higher level.
// clang-format on
//
// Steps between two blocks are the joins of the leaves. A join is used by the lowest
// block that contains both of its ends. There it crosses a line between two children; a
// join around a corner may cross two lines, and one of them is enough.
//
// Numbers: first the components with a tile at a side that has a neighbor, in the order
// of the sides; then the others, in the order of the children. This order does not depend
// on earlier edits. So when no number at the sides changes, nothing above changes.
//
// Invariant: outside the queues, the numbers of a block and the `up` of its children
// agree with the numbers at the sides of the children and with the joins between them.
#include "derived/component_tree.h"

#include <string.h>

#include "base/bits.h"

// -------------------------------------------------------------------------------- life

static uint32_t tree_block_count(const component_level *level) {
  return (uint32_t)level->columns * (uint32_t)level->rows;
}

// The numbers at the sides of all blocks of a level.
static size_t tree_side_bytes(const component_level *level) {
  size_t numbers = 2 * (size_t)(level->side_width + level->side_height); // of a block
  return tree_block_count(level) * numbers * sizeof *level->sides;
}

// The tiles of a block.
static tile_area tree_area(const component_level *level, const astar_grid *grid,
                           uint32_t block) {
  int left = (int)(block % (uint32_t)level->columns) << level->shift;
  int top = (int)(block / (uint32_t)level->columns) << level->shift;
  tile_area area = {left, top, left + (1 << level->shift), top + (1 << level->shift)};
  if (area.right > grid->width) area.right = grid->width;
  if (area.bottom > grid->height) area.bottom = grid->height;
  return area;
}

static uint32_t tree_tiles(tile_area area) {
  return (uint32_t)(area.right - area.left) * (uint32_t)(area.bottom - area.top);
}

static void tree_free_level(component_level *level, memory *m) {
  uint32_t count = tree_block_count(level);
  for (uint32_t i = 0; i < count && level->blocks != NULL; i++) {
    component_block *block = &level->blocks[i];
    MEMORY_FREE(m, block->up, block->up_capacity);
  }
  MEMORY_FREE(m, level->blocks, count);
  MEMORY_FREE(m, level->queue, count);
  memory_free(m, level->sides, tree_side_bytes(level));
}

void component_tree_fini(component_tree *t, astar_grid *grid) {
  memory *m = &grid->memory;
  uint32_t leaves = t->level_count > 0 ? tree_block_count(&t->levels[0]) : 0;
  for (uint32_t i = 0; i < leaves && t->leaves != NULL; i++)
    component_leaf_fini(&t->leaves[i], m, tree_tiles(tree_area(&t->levels[0], grid, i)));
  MEMORY_FREE(m, t->leaves, leaves);
  for (int i = 0; i < t->level_count; i++) tree_free_level(&t->levels[i], m);
  MEMORY_FREE(m, t->parents, t->parent_capacity);
  MEMORY_FREE(m, t->numbers, t->number_capacity);
  for (int i = 0; i < 2; i++) MEMORY_FREE(m, t->line[i], t->line_capacity[i]);
  memset(t, 0, sizeof *t);
}

// The number of blocks of this side that cover a length.
static int tree_blocks(int length, int shift) {
  return (length + (1 << shift) - 1) >> shift;
}

static bool tree_allocate_level(component_level *level, const astar_grid *grid, int shift,
                                memory *m) {
  int width = grid->width, height = grid->height, side = 1 << shift;
  level->shift = shift;
  level->columns = tree_blocks(width, shift);
  level->rows = tree_blocks(height, shift);
  level->side_height = level->columns > 1 ? (uint32_t)(side < height ? side : height) : 0;
  level->side_width = level->rows > 1 ? (uint32_t)(side < width ? side : width) : 0;
  uint32_t count = tree_block_count(level);
  size_t bytes = tree_side_bytes(level);
  level->blocks = MEMORY_NEW(m, component_block, count);
  level->queue = MEMORY_NEW(m, uint32_t, count);
  level->sides = bytes > 0 ? (uint16_t *)memory_new(m, bytes) : NULL;
  return level->blocks != NULL && level->queue != NULL &&
         (level->sides != NULL || bytes == 0);
}

static bool tree_allocate(component_tree *t, astar_grid *grid) {
  memory *m = &grid->memory;
  t->width = grid->width;
  for (int shift = LEAF_SHIFT;; shift += TREE_SHIFT) {
    component_level *level = &t->levels[t->level_count++];
    if (!tree_allocate_level(level, grid, shift, m)) return false;
    if (tree_block_count(level) == 1) break;
  }
  t->leaves = MEMORY_NEW(m, component_leaf, tree_block_count(&t->levels[0]));
  return t->leaves != NULL;
}

// ------------------------------------------------------------------------------ queues

static void tree_queue_block(component_level *level, uint32_t block) {
  if (level->blocks[block].is_queued) return;
  level->blocks[block].is_queued = true;
  level->queue[level->queue_count++] = block;
}

bool component_tree_begin(component_tree *t, astar_grid *grid) {
  if (t->level_count == 0 && !tree_allocate(t, grid)) {
    component_tree_fini(t, grid);
    return false;
  }
  tile_area all = {0, 0, grid->width, grid->height};
  component_tree_queue(t, all, GRID_NO_CELL);
  for (int i = 1; i < t->level_count; i++) {
    uint32_t count = tree_block_count(&t->levels[i]);
    // From the last block to the first one: the last in the queue is the next.
    while (count > 0) tree_queue_block(&t->levels[i], --count);
  }
  return true;
}

void component_tree_queue(component_tree *t, tile_area area, uint32_t tile) {
  int left = area.left >> LEAF_SHIFT, right = (area.right - 1) >> LEAF_SHIFT;
  int top = area.top >> LEAF_SHIFT, bottom = (area.bottom - 1) >> LEAF_SHIFT;
  if (left != right || top != bottom) tile = GRID_NO_CELL;
  for (int y = bottom; y >= top; y--) {
    for (int x = right; x >= left; x--) {
      // A single tile inside a leaf is remembered: perhaps no other number changes.
      uint32_t i = (uint32_t)y * (uint32_t)t->levels[0].columns + (uint32_t)x;
      bool is_other = t->levels[0].blocks[i].is_queued && t->leaves[i].edited != tile;
      t->leaves[i].edited = is_other ? GRID_NO_CELL : tile;
      tree_queue_block(&t->levels[0], i);
    }
  }
}

// Queues the block of a level that contains a leaf.
static void tree_queue_ancestor(component_tree *t, int level, int leaf_x, int leaf_y) {
  int shift = level * TREE_SHIFT, columns = t->levels[level].columns;
  tree_queue_block(&t->levels[level], (uint32_t)(leaf_y >> shift) * (uint32_t)columns +
                                          (uint32_t)(leaf_x >> shift));
}

// The lowest level where a leaf and the next one in a row or column are in one block.
static int tree_common_level(int position) {
  int level = 1;
  while (position >> level * TREE_SHIFT != (position + 1) >> level * TREE_SHIFT) level++;
  return level;
}

// Queues the blocks that depend on the numbers at the sides of a leaf and on its joins.
static void tree_queue_above(component_tree *t, uint32_t leaf,
                             const leaf_border *border) {
  const component_level *level = &t->levels[0];
  int x = (int)(leaf % (uint32_t)level->columns);
  int y = (int)(leaf / (uint32_t)level->columns);
  if (border->sides_changed) tree_queue_ancestor(t, 1, x, y);
  if (border->joins_changed[JOINS_EAST] && x + 1 < level->columns)
    tree_queue_ancestor(t, tree_common_level(x), x, y);
  if (border->joins_changed[JOINS_SOUTH] && y + 1 < level->rows)
    tree_queue_ancestor(t, tree_common_level(y), x, y);
}

// -------------------------------------------------------------------------------- sides

// The numbers at one side of a block; NULL when the side is the edge of the map.
static uint16_t *tree_side(const component_level *level, uint32_t block, int side) {
  int x = (int)(block % (uint32_t)level->columns);
  int y = (int)(block / (uint32_t)level->columns);
  uint32_t width = level->side_width, height = level->side_height;
  uint16_t *sides = &level->sides[block * 2 * (size_t)(width + height)];
  switch (side) {
  case SIDE_WEST: return x > 0 ? sides : NULL;
  case SIDE_EAST: return x + 1 < level->columns ? sides + height : NULL;
  case SIDE_NORTH: return y > 0 ? sides + 2 * height : NULL;
  default: return y + 1 < level->rows ? sides + 2 * height + width : NULL;
  }
}

// Labels a leaf.
static bool tree_update_leaf(component_tree *t, const costmap *map, component_mode mode,
                             uint32_t index) {
  component_leaf *leaf = &t->leaves[index];
  const component_level *level = &t->levels[0];
  tile_area area = tree_area(level, map->grid, index);
  if (leaf->edited != GRID_NO_CELL &&
      component_leaf_edit(leaf, map, mode, area, grid_x(map->grid, leaf->edited),
                          grid_y(map->grid, leaf->edited)))
    return true;
  leaf_border border;
  memset(&border, 0, sizeof border);
  for (int i = 0; i < SIDES && t->level_count > 1; i++)
    border.sides[i] = tree_side(level, index, i);
  t->one_way_leaves -= leaf->has_one_way;
  if (!component_leaf_label(leaf, map, mode, area, &border)) return false;
  t->one_way_leaves += leaf->has_one_way;
  level->blocks[index].exit_count = border.exit_count;
  tree_queue_above(t, index, &border);
  return true;
}

// The children of a block, row by row: indexes on the level below.
static void tree_list_children(const component_tree *t, int level, uint32_t block,
                               uint32_t *children, int *columns, int *rows) {
  const component_level *below = &t->levels[level - 1], *here = &t->levels[level];
  int left = (int)(block % (uint32_t)here->columns) << TREE_SHIFT;
  int top = (int)(block / (uint32_t)here->columns) << TREE_SHIFT;
  *columns = below->columns - left;
  *rows = below->rows - top;
  if (*columns > 1 << TREE_SHIFT) *columns = 1 << TREE_SHIFT;
  if (*rows > 1 << TREE_SHIFT) *rows = 1 << TREE_SHIFT;
  for (int i = 0; i < *columns * *rows; i++) {
    children[i] = (uint32_t)(top + i / *columns) * (uint32_t)below->columns +
                  (uint32_t)(left + i % *columns);
  }
}

// ------------------------------------------------------------------------------- unite

// The children of a block, while their numbers are united. The nodes are the numbers of
// the children at their sides: number n of child i is node first_node[i] + n - 1.
typedef struct tree_union {
  component_tree *t;
  const component_level *level; // of the children
  tile_area area;               // of the block
  uint32_t children[TREE_CHILDREN];
  uint32_t first_node[TREE_CHILDREN];
  int columns, rows; // of the children
  int side;          // of a child [tiles]
  uint32_t nodes;
  uint32_t count; // numbers given so far
} tree_union;

static void tree_unite(uint32_t *parents, uint32_t a, uint32_t b) {
  a = tree_root(parents, a);
  b = tree_root(parents, b);
  if (a < b)
    parents[b] = a;
  else
    parents[a] = b;
}

// The number of tiles at one side of a child.
static uint32_t tree_side_length(const tree_union *u, int child, int side) {
  int at = side == SIDE_WEST || side == SIDE_EAST ? child / u->columns * u->side
                                                  : child % u->columns * u->side;
  int length = side == SIDE_WEST || side == SIDE_EAST ? u->area.bottom - u->area.top
                                                      : u->area.right - u->area.left;
  return (uint32_t)(length - at < u->side ? length - at : u->side);
}

// Collects the children of a block and makes their nodes. False: out of memory.
static bool tree_union_begin(tree_union *u, component_tree *t, astar_grid *grid,
                             int level, uint32_t block) {
  memory *m = &grid->memory;
  const component_level *below = &t->levels[level - 1], *here = &t->levels[level];
  memset(u, 0, sizeof *u);
  u->t = t;
  u->level = below;
  u->area = tree_area(here, grid, block);
  u->side = 1 << below->shift;
  tree_list_children(t, level, block, u->children, &u->columns, &u->rows);
  for (int i = 0; i < u->columns * u->rows; i++) {
    u->first_node[i] = u->nodes;
    u->nodes += below->blocks[u->children[i]].exit_count;
  }
  if (!MEMORY_RESERVE(m, t->parents, t->parent_capacity, u->nodes) ||
      !MEMORY_RESERVE(m, t->numbers, t->number_capacity, u->nodes))
    return false;
  for (uint32_t i = 0; i < u->nodes; i++) {
    t->parents[i] = i;
    t->numbers[i] = 0;
  }
  return true;
}

// The nodes of the tiles at one side of a row or column of children: `count` children
// from `first` on, `step` apart. The nodes of impassable tiles have no meaning. Without a
// branch, so that compilers use vector instructions.
static void tree_list_nodes(const tree_union *u, int first, int step, int count, int side,
                            uint32_t *nodes) {
  for (int i = first; count > 0; count--, i += step) {
    uint32_t before = u->first_node[i] - 1, length = tree_side_length(u, i, side);
    const uint16_t *numbers = tree_side(u->level, u->children[i], side);
    for (uint32_t at = 0; at < length; at++) nodes[at] = before + numbers[at];
    nodes += length;
  }
}

// Unites the nodes on both sides of a line by one word of joins, from tile `at` of the
// line on. `shift` is -1, 0 or 1: how far the joins lead along the line.
static void tree_unite_word(component_tree *t, uint64_t joins, int at, int shift,
                            int length) {
  uint32_t last_a = GRID_NO_CELL, last_b = GRID_NO_CELL;
  for (; joins != 0; joins &= joins - 1) {
    int i = at + bits_lowest(joins), to = i + shift;
    if (to < 0 || to >= length) continue; // a block above unites them
    uint32_t a = t->line[0][i], b = t->line[1][to];
    if (a == last_a && b == last_b) continue;
    last_a = a;
    last_b = b;
    tree_unite(t->parents, a, b);
  }
}

// Unites along one line between the children: below row `index` of them, or to the right
// of column `index`.
static void tree_unite_line(tree_union *u, bool is_column, int index) {
  component_tree *t = u->t;
  const component_level *leaves = &t->levels[0];
  int to_leaf = u->level->shift - LEAF_SHIFT, columns = leaves->columns, step, length;
  // The leaf at the beginning of the line, on its left or upper side.
  int x = u->area.left >> LEAF_SHIFT, y = u->area.top >> LEAF_SHIFT;
  if (is_column) {
    tree_list_nodes(u, index, u->columns, u->rows, SIDE_EAST, t->line[0]);
    tree_list_nodes(u, index + 1, u->columns, u->rows, SIDE_WEST, t->line[1]);
    x += ((index + 1) << to_leaf) - 1;
    step = columns;
    length = u->area.bottom - u->area.top;
  } else {
    int first = index * u->columns;
    tree_list_nodes(u, first, 1, u->columns, SIDE_SOUTH, t->line[0]);
    tree_list_nodes(u, first + u->columns, 1, u->columns, SIDE_NORTH, t->line[1]);
    y += ((index + 1) << to_leaf) - 1;
    step = 1;
    length = u->area.right - u->area.left;
  }
  const component_leaf *leaf = &t->leaves[(size_t)y * (size_t)columns + (size_t)x];
  for (int at = 0; at < length; at += LEAF_SIDE, leaf += step) {
    const uint64_t *joins = leaf->joins[is_column ? JOINS_EAST : JOINS_SOUTH];
    for (int i = 0; i < JOINS; i++) tree_unite_word(t, joins[i], at, i - 1, length);
  }
}

// Unites along all lines between the children. False: out of memory.
static bool tree_unite_lines(tree_union *u, astar_grid *grid) {
  component_tree *t = u->t;
  int width = u->area.right - u->area.left, height = u->area.bottom - u->area.top;
  uint32_t length = (uint32_t)(width > height ? width : height);
  for (int i = 0; i < 2; i++)
    if (!MEMORY_RESERVE(&grid->memory, t->line[i], t->line_capacity[i], length))
      return false;
  for (int i = 0; i + 1 < u->columns; i++) tree_unite_line(u, true, i);
  for (int i = 0; i + 1 < u->rows; i++) tree_unite_line(u, false, i);
  return true;
}

// ----------------------------------------------------------------------------- numbers

// The number of a node in the block: a new one when it has none.
static uint32_t tree_number(tree_union *u, uint32_t node) {
  uint32_t root = tree_root(u->t->parents, node), *numbers = u->t->numbers;
  if (numbers[root] == 0) numbers[root] = ++u->count;
  return numbers[root];
}

// Numbers the components at one side of the block. Returns whether a tile of the side has
// another number than before.
static bool tree_number_side(tree_union *u, uint16_t *numbers, int side) {
  bool is_column = side == SIDE_WEST || side == SIDE_EAST, changed = false;
  int count = is_column ? u->rows : u->columns, step = is_column ? u->columns : 1;
  int child = side == SIDE_EAST    ? u->columns - 1
              : side == SIDE_SOUTH ? (u->rows - 1) * u->columns
                                   : 0;
  for (; count > 0; count--, child += step) {
    const uint16_t *below = tree_side(u->level, u->children[child], side);
    uint32_t length = tree_side_length(u, child, side);
    uint16_t last = 0, number = 0;
    for (uint32_t i = 0; i < length; i++) {
      if (below[i] != last) {
        last = below[i];
        number = last == 0 ? (uint16_t)0
                           : (uint16_t)tree_number(u, u->first_node[child] + last - 1);
      }
      changed |= numbers[i] != number;
      numbers[i] = number;
    }
    numbers += length;
  }
  return changed;
}

// Writes the numbers of the block to the `up` of its children. False: out of memory.
static bool tree_write_up(tree_union *u, memory *m) {
  for (int i = 0; i < u->columns * u->rows; i++) {
    component_block *child = &u->level->blocks[u->children[i]];
    if (!MEMORY_RESERVE(m, child->up, child->up_capacity, child->exit_count))
      return false;
    for (uint32_t n = 0; n < child->exit_count; n++)
      child->up[n] = tree_number(u, u->first_node[i] + n);
  }
  return true;
}

// Computes the numbers of a block from those of its children. False: out of memory.
static bool tree_update_block(component_tree *t, astar_grid *grid, int level,
                              uint32_t index) {
  tree_union u;
  bool changed = false;
  const component_level *here = &t->levels[level];
  if (!tree_union_begin(&u, t, grid, level, index) || !tree_unite_lines(&u, grid))
    return false;
  for (int side = 0; side < SIDES && level + 1 < t->level_count; side++) {
    uint16_t *numbers = tree_side(here, index, side);
    if (numbers != NULL) changed |= tree_number_side(&u, numbers, side);
  }
  here->blocks[index].exit_count = u.count;
  if (changed) {
    uint32_t x = index % (uint32_t)here->columns, y = index / (uint32_t)here->columns;
    component_level *above = &t->levels[level + 1];
    tree_queue_block(above,
                     (y >> TREE_SHIFT) * (uint32_t)above->columns + (x >> TREE_SHIFT));
  }
  return tree_write_up(&u, &grid->memory);
}

// ------------------------------------------------------------------------------ update

// The work of a block, in tiles of the budget.
static int64_t tree_work(const component_level *level, int index) {
  int64_t side = (int64_t)1 << level->shift;
  return index == 0 ? side * side : side << TREE_SHIFT;
}

astar_status component_tree_update(component_tree *t, const costmap *map,
                                   component_mode mode, budget *b) {
  for (int i = 0; i < t->level_count; i++) {
    component_level *level = &t->levels[i];
    while (level->queue_count > 0) {
      if (!budget_take(b, tree_work(level, i))) return ASTAR_RUNNING;
      uint32_t block = level->queue[--level->queue_count];
      level->blocks[block].is_queued = false;
      bool done = i == 0 ? tree_update_leaf(t, map, mode, block)
                         : tree_update_block(t, map->grid, i, block);
      if (!done) return ASTAR_NO_MEMORY;
    }
  }
  return ASTAR_OK;
}

uint64_t component_tree_at(const component_tree *t, uint32_t cell) {
  const component_level *level = &t->levels[0];
  uint32_t x = cell % (uint32_t)t->width, y = cell / (uint32_t)t->width;
  uint32_t column = x >> LEAF_SHIFT, row = y >> LEAF_SHIFT;
  uint32_t block = row * (uint32_t)level->columns + column;
  uint32_t left = column << LEAF_SHIFT, width = (uint32_t)t->width - left;
  if (width > LEAF_SIDE) width = LEAF_SIDE;
  uint32_t tile = (y & (LEAF_SIDE - 1)) * width + (x - left);
  uint32_t number = component_leaf_number(&t->leaves[block], tile);
  while (number <= level->blocks[block].exit_count) {
    number = level->blocks[block].up[number - 1];
    level++;
    column >>= TREE_SHIFT;
    row >>= TREE_SHIFT;
    block = row * (uint32_t)level->columns + column;
  }
  uint64_t depth = (uint64_t)(level - t->levels);
  return depth << 56 | (uint64_t)block << 32 | number;
}
