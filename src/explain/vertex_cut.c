// A smallest vertex cut by augmenting paths.
//
// Menger, "Zur allgemeinen Kurventheorie" (1927): the least number of tiles that cut a
// goal off from a start equals the greatest number of paths that share no tile between
// them. Ford and Fulkerson, "Maximal Flow through a Network" (1956), find these paths one
// after another. Each tile counts as two nodes, IN and OUT, with an arc between them that
// one path can use; a step from tile u to tile v is an arc from OUT of u to IN of v.
//
// clang-format off
//     a path uses v             a later path that enters v can only turn back along the
//     u --> v --> w             path that uses v: from IN of v to OUT of u. Then u no
//                               longer needs v: the two paths exchange their ends.
// clang-format on
//
// A search visits the nodes that the start reaches under these conditions. When it gets
// to the goal, the number of paths grows by one. When it does not, the tiles of paths
// whose IN node was visited and whose OUT node was not are a smallest cut. This cut is
// the nearest one: the set of visited nodes is part of the start's side of every smallest
// cut (Ford and Fulkerson, "Flows in Networks", 1962).
//
// A search visits most of the map, so it is a flood fill over step boards where they
// exist (base/flood_fill). Tiles of paths are stops of the fill: only their IN node is
// visited. The fill reports each tile with the direction of the step that has reached it,
// which gives the parent. When the fill ends, the steps from OUT nodes of paths that were
// visited meanwhile begin the next one. For other moves the search is depth first, and
// prefers steps toward the goal.
#include "explain/vertex_cut.h"

#include <string.h>

#include "base/bits.h"
#include "map/links.h"

// The state of a tile, one bit each. The other arrays have values where these bits are
// set only, so they need no initialization.
enum {
  CUT_IN = 1,  // this search has visited the IN node
  CUT_OUT = 2, // this search has visited the OUT node
  CUT_USED = 4 // a path uses the tile: `previous` and `next` are set
};

// The arrays of a tile [bytes], in one block that begins with `parent`.
enum { CUT_BYTES = 4 * sizeof(uint32_t) + 1 };

typedef struct vertex_cut {
  const vertex_cut_query *query;
  const costmap *map;
  uint8_t order[ASTAR_MAX_MOVES]; // the moves, those toward the goal last
  uint32_t tiles;                 // of the grid
  uint8_t *state;
  uint32_t *parent;          // the tile from which the IN node was visited; the tile
                             // itself: from its OUT node, against its path
  uint32_t *previous, *next; // along the path that uses the tile
  uint32_t *stack;           // tiles whose OUT node was visited, but not its arcs
  uint32_t stack_count;

  // With boards:
  struct flood_fill fill;
  struct flood_steps steps;
  uint64_t *stops; // the tiles of paths, and the goal
} vertex_cut;

// Orders the moves by how far they lead toward the goal, the best one last.
static void vertex_cut_sort_moves(vertex_cut *c) {
  const astar_grid *grid = c->map->grid;
  int64_t dx = grid_x(grid, c->query->goal) - grid_x(grid, c->query->start);
  int64_t dy = grid_y(grid, c->query->goal) - grid_y(grid, c->query->start);
  int64_t gain[ASTAR_MAX_MOVES];
  for (int i = 0; i < c->map->moves->count; i++) {
    const tile_move *move = &c->map->moves->list[0][i];
    int64_t g = move->dx * dx + move->dy * dy;
    int at = i;
    for (; at > 0 && gain[at - 1] > g; at--) {
      gain[at] = gain[at - 1];
      c->order[at] = c->order[at - 1];
    }
    gain[at] = g;
    c->order[at] = (uint8_t)i;
  }
}

static void vertex_cut_fini(vertex_cut *c) {
  memory *m = &c->map->grid->memory;
  memory_free(m, c->parent, c->tiles * (size_t)CUT_BYTES);
  if (c->query->steps == NULL) return;
  MEMORY_FREE(m, c->stops, c->fill.count);
  flood_fill_fini(&c->fill);
}

static bool vertex_cut_visit_fill(void *user, size_t word, uint64_t tiles, int direction);

// Allocates the fill, if the query has boards.
static bool vertex_cut_init_fill(vertex_cut *c) {
  if (c->query->steps == NULL) return true;
  const astar_grid *grid = c->map->grid;
  bool is_ready = flood_fill_init(&c->fill, &c->map->grid->memory, c->map->tiles->words,
                                  (size_t)grid->height + 2);
  c->stops = MEMORY_NEW(&c->map->grid->memory, uint64_t, c->fill.count);
  c->steps = *c->query->steps;
  c->steps.stops = c->stops;
  c->fill.visit = vertex_cut_visit_fill;
  c->fill.user = c;
  return is_ready && c->stops != NULL;
}

static bool vertex_cut_init(vertex_cut *c, const vertex_cut_query *query) {
  memory *m = &query->map->grid->memory;
  uint32_t tiles = grid_tiles(query->map->grid);
  *c = (vertex_cut){.query = query, .map = query->map, .tiles = tiles};
  c->parent = (uint32_t *)memory_resize(m, NULL, 0, tiles * (size_t)CUT_BYTES);
  if (vertex_cut_init_fill(c) && c->parent != NULL) {
    c->previous = c->parent + tiles;
    c->next = c->previous + tiles;
    c->stack = c->next + tiles;
    c->state = (uint8_t *)(c->stack + tiles);
    memset(c->state, 0, tiles);
    vertex_cut_sort_moves(c);
    return true;
  }
  vertex_cut_fini(c);
  return false;
}

static inline void vertex_cut_push(vertex_cut *c, uint32_t cell) {
  c->state[cell] |= CUT_OUT;
  c->stack[c->stack_count++] = cell;
}

// Goes back along the path that uses a tile, whose IN node was visited: to the OUT node
// of the tile before, from there to its IN node, and so on.
static void vertex_cut_turn_back(vertex_cut *c, uint32_t cell) {
  for (;;) {
    uint32_t before = c->previous[cell];
    if (before == c->query->start || (c->state[before] & CUT_OUT) != 0) return;
    vertex_cut_push(c, before);
    if ((c->state[before] & CUT_IN) != 0) return;
    c->state[before] |= CUT_IN;
    c->parent[before] = before;
    cell = before;
  }
}

// Visits the IN node of `to` by an arc from OUT of `from`.
static inline void vertex_cut_visit(vertex_cut *c, uint32_t from, uint32_t to) {
  uint8_t state = c->state[to];
  if ((state & CUT_IN) != 0) return;
  c->state[to] |= CUT_IN;
  c->parent[to] = from;
  if ((state & CUT_USED) != 0)
    vertex_cut_turn_back(c, to);
  else if (to != c->query->goal)
    vertex_cut_push(c, to);
}

// Visits the tiles that links from OUT of a cell lead to.
static void vertex_cut_follow_links(vertex_cut *c, uint32_t cell) {
  uint32_t count = 0;
  const grid_arc *arcs = links_arcs_from(c->map->grid, cell, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!costmap_is_cell_passable(c->map, arcs[i].to)) continue;
    vertex_cut_visit(c, cell, arcs[i].to);
  }
}

static inline void vertex_cut_expand(vertex_cut *c, uint32_t cell) {
  const costmap *map = c->map;
  int x = grid_x(map->grid, cell), y = grid_y(map->grid, cell);
  uint64_t moves = costmap_moves(map, x, y) & c->query->moves;
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
  for (int i = 0; moves != 0; i++) {
    int move = c->order[i];
    if ((moves >> move & 1) == 0) continue;
    moves &= ~((uint64_t)1 << move);
    vertex_cut_visit(c, cell, cell + (uint32_t)list[move].offset);
  }
  if (map->grid->arc_count > 0) vertex_cut_follow_links(c, cell);
}

static bool vertex_cut_is_found(const vertex_cut *c) {
  return (c->state[c->query->goal] & CUT_IN) != 0;
}

// ------------------------------------------------------------------------- with boards

// Visits tiles of a word that the fill has reached. Returns whether one is the goal.
static bool vertex_cut_visit_fill(void *user, size_t word, uint64_t tiles,
                                  int direction) {
  vertex_cut *c = (vertex_cut *)user;
  const astar_grid *grid = c->map->grid;
  size_t row = word / c->fill.row_words, column = word % c->fill.row_words * 64;
  uint32_t first = grid_cell(grid, (int)column - 1, (int)row - 1);
  uint32_t step = (uint32_t)(direction_dy[direction] * grid->width) +
                  (uint32_t)direction_dx[direction];
  uint8_t *states = c->state; // copies: a store of a byte could alias the members
  uint32_t *parents = c->parent;
  for (; tiles != 0; tiles &= tiles - 1) {
    uint32_t cell = first + (uint32_t)bits_lowest(tiles);
    uint8_t state = states[cell];
    if ((state & CUT_IN) != 0) continue;
    parents[cell] = cell - step;
    bool is_used = (state & CUT_USED) != 0;
    states[cell] = (uint8_t)(state | (is_used ? CUT_IN : CUT_IN | CUT_OUT));
    if (is_used) vertex_cut_turn_back(c, cell);
  }
  return vertex_cut_is_found(c);
}

// Adds a tile to the stops of the next fill, or removes it.
static void vertex_cut_set_stop(vertex_cut *c, uint32_t cell, bool stops) {
  const astar_grid *grid = c->map->grid;
  if (c->query->steps == NULL) return;
  int bit = grid_x(grid, cell) + 1;
  size_t row = (size_t)grid_y(grid, cell) + 1;
  bits_fill(c->stops + row * c->fill.row_words, bit, bit + 1, stops);
}

// Makes a tile that a link leads to a seed of the fill.
static void vertex_cut_seed(vertex_cut *c, uint32_t from, uint32_t to) {
  const astar_grid *grid = c->map->grid;
  if (!costmap_is_cell_passable(c->map, to)) return;
  bool is_new = (c->state[to] & CUT_IN) == 0;
  uint32_t before = c->stack_count;
  vertex_cut_visit(c, from, to);
  if (!is_new || (c->state[to] & CUT_USED) != 0 || to == c->query->goal) return;
  c->stack_count = before; // the fill makes its steps
  flood_fill_seed(&c->fill, (size_t)grid_y(grid, to) + 1, (size_t)grid_x(grid, to) + 1);
}

// Follows the links from all OUT nodes that were visited.
static void vertex_cut_seed_links(vertex_cut *c) {
  const astar_grid *grid = c->map->grid;
  for (uint32_t i = 0; i < grid->arc_count; i++) {
    const grid_arc *arc = &grid->arcs[i];
    if ((c->state[arc->from] & CUT_OUT) != 0) vertex_cut_seed(c, arc->from, arc->to);
  }
}

static void vertex_cut_run_fill(vertex_cut *c) {
  const astar_grid *grid = c->map->grid;
  do {
    while (c->stack_count > 0) {
      uint32_t cell = c->stack[--c->stack_count];
      flood_fill_leave(&c->fill, &c->steps, (size_t)grid_y(grid, cell) + 1,
                       (size_t)grid_x(grid, cell) + 1);
    }
    flood_fill_run(&c->fill, &c->steps);
    if (c->stack_count == 0) vertex_cut_seed_links(c);
  } while (!vertex_cut_is_found(c) && (c->stack_count > 0 || c->fill.stack_count > 0));
}

// ------------------------------------------------------------------------------- paths

// Searches for one more path. Returns whether the goal was visited.
static bool vertex_cut_search(vertex_cut *c) {
  uint8_t *state = c->state; // copies: a store of a byte could alias the members
  for (uint32_t i = 0, tiles = c->tiles; i < tiles; i++) state[i] &= CUT_USED;
  if (c->query->steps != NULL) flood_fill_clear(&c->fill);
  c->stack_count = 0;
  c->state[c->query->start] |= CUT_IN;
  vertex_cut_push(c, c->query->start);
  if (c->query->steps != NULL) {
    vertex_cut_run_fill(c);
    return vertex_cut_is_found(c);
  }
  while (c->stack_count > 0 && !vertex_cut_is_found(c))
    vertex_cut_expand(c, c->stack[--c->stack_count]);
  return vertex_cut_is_found(c);
}

// Follows the search back from the goal, and changes the paths: a step that was made is
// added to a path, a step that was made against a path is removed from it.
static void vertex_cut_augment(vertex_cut *c) {
  uint32_t to = c->query->goal; // the IN node of this tile is next
  for (;;) {
    uint32_t from = c->parent[to];
    bool is_used = (c->state[from] & CUT_USED) != 0;
    uint32_t after = is_used ? c->next[from] : from;
    if (from == to) { // from OUT to IN of one tile: no path uses the tile any more
      c->state[to] &= (uint8_t)~CUT_USED;
      vertex_cut_set_stop(c, to, false);
    } else {
      c->next[from] = to;
      c->previous[to] = from;
      if (to != c->query->goal) c->state[to] |= CUT_USED;
      vertex_cut_set_stop(c, to, true);
      if (from == c->query->start) return;
    }
    to = after;
  }
}

// Lists the tiles where the last search entered a path and could not go on.
static int vertex_cut_list(const vertex_cut *c, astar_point *points) {
  const astar_grid *grid = c->map->grid;
  int count = 0;
  for (uint32_t cell = 0; cell < c->tiles; cell++) {
    if (c->state[cell] != (CUT_IN | CUT_USED)) continue;
    points[count++] = (astar_point){grid_x(grid, cell), grid_y(grid, cell)};
  }
  return count;
}

// The number of paths is at most `max` when the search fails, and so is the size.
static astar_status vertex_cut_run(vertex_cut *c, astar_point *points, int *count) {
  vertex_cut_set_stop(c, c->query->goal, true);
  for (int paths = 0; vertex_cut_search(c); paths++) {
    if (paths == c->query->max || c->parent[c->query->goal] == c->query->start)
      return ASTAR_LIMIT;
    vertex_cut_augment(c);
  }
  *count = vertex_cut_list(c, points);
  return ASTAR_OK;
}

astar_status vertex_cut_find(const vertex_cut_query *query, astar_point *points,
                             int *count) {
  vertex_cut c;
  *count = 0;
  if (!vertex_cut_init(&c, query)) return ASTAR_NO_MEMORY;
  astar_status status = vertex_cut_run(&c, points, count);
  vertex_cut_fini(&c);
  return status;
}
