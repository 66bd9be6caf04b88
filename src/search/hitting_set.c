// Smallest cuts where a tile can stop steps that do not enter it.
//
// A path requires tiles: those that it enters, the free way around each corner that it
// passes, the `clear` tiles of its moves. Blocking one of them stops the path. So a set
// of tiles cuts the goal off exactly when it hits the required tiles of every path. Paths
// that share no required tile give a lower bound of its size, but no longer the size
// itself (search/vertex_cut): one blocked tile can stop two diagonal steps around it.
//
// Method: a bounded search tree. Find a path in spite of the tiles chosen so far; one of
// its required tiles must be chosen, so try each of them. Pruned by
//
//   - a packing: while more paths without a common required tile exist than tiles may
//     still be chosen, no choice suffices;
//   - exclusion: a tile whose branch has failed need not be tried below its
//     siblings. A path whose required tiles are all excluded ends the branch;
//   - narrowing: the last tile must be required by every path. Each path that a candidate
//     does not stop removes all candidates that it does not require.
//
// The corner rule may accept either of two ways around a corner. A path then requires one
// of the two tiles: with the other one blocked, the step is still legal.
//
// Invariant: when a branch fails, no set that contains the chosen tiles and none of the
// excluded ones has the size that was asked for.
#include "search/hitting_set.h"

#include "base/bits.h"
#include "map/links.h"

// The state of a tile, one bit each.
enum {
  HIT_SEEN = 1,     // this search for a path has reached the tile
  HIT_BLOCKED = 2,  // the tile is chosen, or blocked for a packing
  HIT_EXCLUDED = 4, // the tile is not chosen in this branch
  HIT_MARKED = 8    // the tile is in the list that is being made
};

enum { HIT_LINK = 255 }; // as move: a link

typedef struct hitting_set {
  const hitting_set_query *query;
  const costmap *map;
  memory *memory_of;
  uint32_t tiles; // of the grid
  int64_t work;   // expansions that are left
  astar_status status;
  uint8_t *state;
  uint32_t *parent; // of each seen tile
  uint8_t *move;    // from the parent
  uint32_t *queue;
  uint32_t *list; // the required tiles of the paths of the branch, path after path
  uint32_t list_count, list_capacity;
} hitting_set;

static void hitting_set_fini(hitting_set *h) {
  memory *m = h->memory_of;
  memory_free(m, h->state, h->tiles);
  memory_free(m, h->parent, h->tiles * sizeof *h->parent);
  memory_free(m, h->move, h->tiles);
  memory_free(m, h->queue, h->tiles * sizeof *h->queue);
  memory_free(m, h->list, h->list_capacity * sizeof *h->list);
}

static bool hitting_set_init(hitting_set *h, const hitting_set_query *query) {
  memory *m = &query->map->grid->memory;
  uint32_t tiles = grid_tiles(query->map->grid);
  *h = (hitting_set){.query = query, .map = query->map, .memory_of = m, .tiles = tiles};
  h->work = query->work;
  h->state = (uint8_t *)memory_new(m, tiles);
  h->parent = (uint32_t *)memory_resize(m, NULL, 0, tiles * sizeof *h->parent);
  h->move = (uint8_t *)memory_resize(m, NULL, 0, tiles);
  h->queue = (uint32_t *)memory_resize(m, NULL, 0, tiles * sizeof *h->queue);
  if (h->state != NULL && h->parent != NULL && h->move != NULL && h->queue != NULL) {
    return true;
  }
  hitting_set_fini(h);
  return false;
}

// ------------------------------------------------------------------------------- steps

static bool hitting_set_is_blocked(const hitting_set *h, int x, int y) {
  const astar_grid *grid = h->map->grid;
  return grid_contains(grid, x, y) &&
         (h->state[grid_cell(grid, x, y)] & HIT_BLOCKED) != 0;
}

// Whether the corner rule counts for a move.
static bool hitting_set_has_corner(const hitting_set *h, const tile_move *move) {
  return h->map->grid->layout == ASTAR_SQUARE && move->direction >= 4 &&
         h->map->rules->corner_obstacles < 2;
}

// The ways around the corner of a diagonal move that are free, one bit each: bit 0 for
// the tile beside (x, y), bit 1 for the tile above or below it.
static unsigned hitting_set_ways(const hitting_set *h, int x, int y,
                                 const tile_move *move) {
  int across = direction_of(move->dx, 0), down = direction_of(0, move->dy);
  unsigned ways = 0;
  if (!costmap_is_obstacle(h->map, x, y, across, down) &&
      !hitting_set_is_blocked(h, x + move->dx, y)) {
    ways |= 1;
  }
  if (!costmap_is_obstacle(h->map, x, y, down, across) &&
      !hitting_set_is_blocked(h, x, y + move->dy)) {
    ways |= 2;
  }
  return ways;
}

// Whether a legal move is still legal with the blocked tiles.
static bool hitting_set_allows(const hitting_set *h, int x, int y,
                               const tile_move *move) {
  if (hitting_set_is_blocked(h, x + move->dx, y + move->dy)) return false;
  if (h->map->grid->layout != ASTAR_SQUARE) return true;
  const rules_move *rule = &h->map->rules->moves[move->rule];
  for (int i = 0; i < rule->clear_count; i++) {
    if (hitting_set_is_blocked(h, x + rule->clear[i].dx, y + rule->clear[i].dy)) {
      return false;
    }
  }
  if (!hitting_set_has_corner(h, move)) return true;
  unsigned ways = hitting_set_ways(h, x, y, move);
  return h->map->rules->corner_obstacles == 0 ? ways == 3 : ways != 0;
}

// ------------------------------------------------------------------------------- paths

static uint32_t hitting_set_reach(hitting_set *h, uint32_t from, uint32_t to, int move,
                                  uint32_t end) {
  if ((h->state[to] & (HIT_SEEN | HIT_BLOCKED)) != 0) return end;
  h->state[to] |= HIT_SEEN;
  h->parent[to] = from;
  h->move[to] = (uint8_t)move;
  h->queue[end] = to;
  return end + 1;
}

// Adds the tiles that steps and links from a cell lead to; returns the end of the queue.
static uint32_t hitting_set_expand(hitting_set *h, uint32_t cell, uint32_t end) {
  const costmap *map = h->map;
  int x = grid_x(map->grid, cell), y = grid_y(map->grid, cell);
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    int move = bits_lowest(moves);
    uint32_t to = cell + (uint32_t)list[move].offset;
    if ((h->state[to] & (HIT_SEEN | HIT_BLOCKED)) != 0) continue;
    if (!hitting_set_allows(h, x, y, &list[move])) continue;
    end = hitting_set_reach(h, cell, to, move, end);
  }
  uint32_t count = 0;
  const grid_arc *arcs =
      map->grid->arc_count > 0 ? links_arcs_from(map->grid, cell, &count) : NULL;
  for (uint32_t i = 0; i < count; i++) {
    if (!costmap_is_cell_passable(map, arcs[i].to)) continue;
    end = hitting_set_reach(h, cell, arcs[i].to, HIT_LINK, end);
  }
  return end;
}

// Searches for a path with the fewest steps that no blocked tile stops. False: there is
// none, or the search gives up (`status`).
static bool hitting_set_find_path(hitting_set *h) {
  uint32_t goal = h->query->goal, at = 0, end = 1;
  uint8_t *state = h->state; // copies: a store of a byte could alias the members
  for (uint32_t i = 0, tiles = h->tiles; i < tiles; i++) state[i] &= (uint8_t)~HIT_SEEN;
  h->queue[0] = h->query->start;
  h->state[h->query->start] |= HIT_SEEN;
  while (at < end && (h->state[goal] & HIT_SEEN) == 0) {
    end = hitting_set_expand(h, h->queue[at++], end);
  }
  h->work -= at;
  if (h->work < 0 && h->status == ASTAR_OK) h->status = ASTAR_LIMIT;
  return (h->state[goal] & HIT_SEEN) != 0 && h->status == ASTAR_OK;
}

// Whether a tile can be chosen in this branch.
static bool hitting_set_is_candidate(const hitting_set *h, uint32_t cell) {
  return cell != h->query->start && cell != h->query->goal &&
         (h->state[cell] & HIT_EXCLUDED) == 0;
}

// Appends a tile that the path requires, unless it is in the list or is no candidate.
static void hitting_set_require(hitting_set *h, uint32_t cell) {
  if (!hitting_set_is_candidate(h, cell) || (h->state[cell] & HIT_MARKED) != 0) return;
  if (!memory_reserve(h->memory_of, (void **)&h->list, &h->list_capacity,
                      h->list_count + 1, sizeof *h->list)) {
    h->status = ASTAR_NO_MEMORY;
    return;
  }
  h->state[cell] |= HIT_MARKED;
  h->list[h->list_count++] = cell;
}

// Appends the tiles that keep the way around a corner free. Of two free ways where one is
// enough, the one whose tile the list need not grow for.
static void hitting_set_require_corner(hitting_set *h, int x, int y,
                                       const tile_move *move) {
  uint32_t beside = grid_cell(h->map->grid, x + move->dx, y);
  uint32_t across = grid_cell(h->map->grid, x, y + move->dy);
  unsigned ways = hitting_set_ways(h, x, y, move);
  if (h->map->rules->corner_obstacles == 1 && ways == 3) {
    bool is_free =
        !hitting_set_is_candidate(h, across) || (h->state[across] & HIT_MARKED) != 0;
    ways = is_free ? 2 : 1;
  }
  if ((ways & 1) != 0) hitting_set_require(h, beside);
  if ((ways & 2) != 0) hitting_set_require(h, across);
}

static void hitting_set_require_step(hitting_set *h, uint32_t from, uint32_t to) {
  hitting_set_require(h, to);
  if (h->move[to] == HIT_LINK || h->map->grid->layout != ASTAR_SQUARE) return;
  const astar_grid *grid = h->map->grid;
  int x = grid_x(grid, from), y = grid_y(grid, from);
  const tile_move *move = &h->map->moves->list[0][h->move[to]];
  const rules_move *rule = &h->map->rules->moves[move->rule];
  for (int i = 0; i < rule->clear_count; i++) {
    hitting_set_require(h, grid_cell(grid, x + rule->clear[i].dx, y + rule->clear[i].dy));
  }
  if (hitting_set_has_corner(h, move)) hitting_set_require_corner(h, x, y, move);
}

// Appends the tiles that the path which was just found requires. False: `status`.
static bool hitting_set_list_path(hitting_set *h) {
  uint32_t begin = h->list_count;
  for (uint32_t to = h->query->goal; to != h->query->start; to = h->parent[to]) {
    hitting_set_require_step(h, h->parent[to], to);
  }
  for (uint32_t i = begin; i < h->list_count; i++) {
    h->state[h->list[i]] &= (uint8_t)~HIT_MARKED;
  }
  return h->status == ASTAR_OK;
}

// -------------------------------------------------------------------------------- tree

// Sets or clears a bit of the tiles of the list from `begin` on.
static void hitting_set_set(hitting_set *h, uint32_t begin, int bit, bool set) {
  for (uint32_t i = begin; i < h->list_count; i++) {
    uint8_t *state = &h->state[h->list[i]];
    *state = (uint8_t)(set ? *state | bit : *state & ~bit);
  }
}

// Whether at most `size` paths share no candidate, with the path whose tiles are in the
// list from `begin` on.
static bool hitting_set_fits(hitting_set *h, uint32_t begin, int size) {
  uint32_t end = h->list_count;
  bool fits = true;
  for (int paths = 1; fits; paths++) {
    hitting_set_set(h, begin, HIT_BLOCKED, true);
    if (!hitting_set_find_path(h)) break;
    uint32_t last = h->list_count;
    fits = hitting_set_list_path(h) && paths < size && h->list_count > last;
  }
  hitting_set_set(h, begin, HIT_BLOCKED, false);
  h->list_count = end;
  return fits && h->status == ASTAR_OK;
}

// Blocks the one tile that stops every path, out of the candidates in the list from
// `begin` on.
static bool hitting_set_narrow(hitting_set *h, uint32_t begin) {
  uint32_t count = h->list_count - begin;
  while (count > 0) {
    uint32_t cell = h->list[begin + count - 1];
    h->list_count = begin + count;
    h->state[cell] |= HIT_BLOCKED;
    if (!hitting_set_find_path(h)) return h->status == ASTAR_OK;
    if (!hitting_set_list_path(h)) return false;
    h->state[cell] &= (uint8_t)~HIT_BLOCKED;
    hitting_set_set(h, begin + count, HIT_MARKED, true);
    uint32_t kept = 0;
    for (uint32_t i = begin; i < begin + count; i++) {
      uint32_t candidate = h->list[i];
      if ((h->state[candidate] & HIT_MARKED) != 0) h->list[begin + kept++] = candidate;
    }
    // The list of the path begins behind the candidates, so it is still complete.
    hitting_set_set(h, begin + count, HIT_MARKED, false);
    count = kept;
  }
  return false;
}

// Blocks up to `size` more tiles so that no path is left. False: that is impossible, or
// the search gives up; then nothing more is blocked than before.
static bool hitting_set_choose(hitting_set *h, int size) {
  uint32_t begin = h->list_count;
  if (!hitting_set_find_path(h)) return h->status == ASTAR_OK;
  if (size == 0 || !hitting_set_list_path(h)) return false;
  bool found = false;
  if (h->list_count > begin && hitting_set_fits(h, begin, size)) {
    uint32_t end = h->list_count;
    if (size == 1) found = hitting_set_narrow(h, begin);
    // From the start on: the list leads back from the goal.
    uint32_t i = end;
    for (; size > 1 && !found && i > begin && h->status == ASTAR_OK; i--) {
      uint8_t *state = &h->state[h->list[i - 1]];
      *state |= HIT_BLOCKED;
      found = hitting_set_choose(h, size - 1);
      if (!found) *state = (uint8_t)((*state & ~HIT_BLOCKED) | HIT_EXCLUDED);
    }
    h->list_count = end;
    if (size > 1) hitting_set_set(h, begin, HIT_EXCLUDED, false);
  }
  h->list_count = begin;
  return found;
}

// --------------------------------------------------------------------------- interface

static int hitting_set_list_blocked(const hitting_set *h, astar_point *points) {
  const astar_grid *grid = h->map->grid;
  int count = 0;
  for (uint32_t cell = 0; cell < h->tiles; cell++) {
    if ((h->state[cell] & HIT_BLOCKED) == 0) continue;
    points[count++] =
        (astar_point){(uint16_t)grid_x(grid, cell), (uint16_t)grid_y(grid, cell)};
  }
  return count;
}

astar_status hitting_set_check(const hitting_set_query *query, const astar_point *points,
                               int count) {
  hitting_set h;
  if (!hitting_set_init(&h, query)) return ASTAR_NO_MEMORY;
  for (int i = 0; i < count; i++) {
    h.state[grid_cell(query->map->grid, points[i].x, points[i].y)] |= HIT_BLOCKED;
  }
  bool has_path = hitting_set_find_path(&h);
  astar_status status = has_path ? ASTAR_LIMIT : h.status;
  hitting_set_fini(&h);
  return status;
}

astar_status hitting_set_find(const hitting_set_query *query, int size,
                              astar_point *points, int *count) {
  hitting_set h;
  *count = 0;
  if (!hitting_set_init(&h, query)) return ASTAR_NO_MEMORY;
  bool found = hitting_set_choose(&h, size);
  if (found) *count = hitting_set_list_blocked(&h, points);
  astar_status status = h.status != ASTAR_OK ? h.status : ASTAR_UNREACHABLE;
  hitting_set_fini(&h);
  return found ? ASTAR_OK : status;
}
