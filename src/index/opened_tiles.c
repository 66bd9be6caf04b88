// Lower bounds of the cost of paths over tiles that became passable after the bake.
//
// M is the map of the bake. M+ is M and all tiles that were opened since. A *new step* is
// legal on M+, and not on M. A path of the live map without new steps is a path of M, so
// it costs at least what the index answers. This file bounds the cost of the others.
//
// Hubs. Each new step begins or ends at a hub. Hubs are the opened tiles that have a
// step. Where obstacles beside a diagonal step forbid it, an opened tile o also allows
// steps between its neighbors; a smallest set of these neighbors covers them. No further
// step becomes legal by o, because a step depends on its two ends and the two tiles
// beside it:
//
// clang-format off
//     . . .    o opens a wall: both    # a #    o was an obstacle in the open: the
//     # o #    sides were passable.    b o c    steps a-b, a-c, b-d and c-d are new, too.
//     . . .    No other new step.      # d #    a and d, or b and c, are hubs, like o.
// clang-format on
//
// Bounds. A path over new steps from s to t passes a first hub h and a last hub k. Before
// h it has steps of M only, except perhaps the one into h, and after k likewise. So with
//
//     first(s, h)    the cost from s to h by steps of M, and perhaps one new step into h
//     between(h, k)  the cost from h to k on M+
//
// it costs at least first(s, h) + between(h, k) + first(t, k), for some h and k. An
// answer that costs no more than all of these sums cannot be beaten.
//
// The *gates* of a hub are the tiles of M from which a new step leads to it, and the hub
// itself if it is a tile of M. Invariant: a new step between a hub and a tile that is not
// one, which is then a tile of M, has a gate. first(s, h) is the least cost over a gate
// g, of the way from s to g on M and the step. As in a query, this way is one leg, or
// begins with a link of s and ends with a link of g, reversed. The links of all gates are
// where Dijkstra's algorithm on the corner graph begins: it gives a column, the cost from
// the hub to all nodes. A query then takes the minimum over the links of s, of the length
// and the entry of the column. `between` has the steps from hub to hub and such ways; a
// hub is joined to the others as in the algorithm of Floyd and Warshall.
//
// Large movers: a tile of these maps is a place where the mover can stand, and steps
// depend on such places only. 4 neighbors: there are no diagonal steps; the rest is the
// same.
//
// When opened tiles close again, M+ is a larger map than need be, and the bounds are
// still lower bounds. A path of the live map passes no hub that is impassable now, so
// such hubs are neither first nor last. They stay, for a door that opens and closes,
// until there is no room for others.
//
// Where there is no room for the hubs of a tile z, a path over the new steps that it
// allows passes z, or goes from a neighbor of z to another one by one diagonal step. So
// from s to t it costs at least what it would cost on an empty map by way of z, less
// what two straight steps cost more than a diagonal one.
#include "index/opened_tiles.h"

#include <string.h>

#include "base/bits.h"
#include "base/directions.h"
#include "base/key_heap.h"

// Costs from this value on are not stored [units]. An entry and a link are less than
// OPENED_TILES_FAR.
#define OPENED_TILES_CUT (OPENED_TILES_FAR / 2)

// -------------------------------------------------------------------------------- steps

static int opened_tiles_find_hub(const opened_tiles *o, int x, int y) {
  for (int i = 0; i < o->count; i++) {
    if (o->hubs[i].x == x && o->hubs[i].y == y) return i;
  }
  return -1;
}

// Whether a tile is passable on M+. The hubs are tiles of M+ until they are dropped.
static bool opened_tiles_has(const opened_tiles *o, const live_boards *live, int x,
                             int y) {
  return corner_boards_is_passable(live->baked, x, y) ||
         live_boards_is_passable(live, x, y) || opened_tiles_find_hub(o, x, y) >= 0;
}

// Whether the step by (dx, dy) is legal on M+.
static bool opened_tiles_has_step(const opened_tiles *o, const live_boards *live, int x,
                                  int y, int dx, int dy) {
  if (!opened_tiles_has(o, live, x, y)) return false;
  if (!opened_tiles_has(o, live, x + dx, y + dy)) return false;
  if (dx == 0 || dy == 0) return true;
  int obstacles =
      !opened_tiles_has(o, live, x + dx, y) + !opened_tiles_has(o, live, x, y + dy);
  return live->baked->has_diagonals && obstacles <= live->baked->corner_obstacles;
}

// Whether a step that is legal on M+ is new.
static bool opened_tiles_is_new(const corner_boards *b, int x, int y, int dx, int dy) {
  if (!corner_boards_is_passable(b, x, y)) return true;
  if (!corner_boards_is_passable(b, x + dx, y + dy)) return true;
  if (dx == 0 || dy == 0) return false;
  int obstacles =
      !corner_boards_is_passable(b, x + dx, y) + !corner_boards_is_passable(b, x, y + dy);
  return obstacles > b->corner_obstacles;
}

static uint32_t opened_tiles_step_cost(const corner_boards *b, int dx, int dy) {
  return dx != 0 && dy != 0 ? b->diagonal : b->straight;
}

// ----------------------------------------------------------------------------- new hubs

typedef struct opened_tile {
  int x, y;
} opened_tile;

// The greatest number of hubs that one opened tile adds: 3 x 3 tiles, and 2 neighbors.
enum { OPENED_TILES_NEW_HUBS = 11 };

// Whether a tile must be a hub: it was opened, and there is a step from it.
static bool opened_tiles_needs_hub(const opened_tiles *o, const live_boards *live, int x,
                                   int y) {
  if (corner_boards_is_passable(live->baked, x, y)) return false;
  for (int d = 0; d < DIRECTIONS; d++) {
    if (opened_tiles_has_step(o, live, x, y, direction_dx[d], direction_dy[d])) {
      return true;
    }
  }
  return false;
}

// The new diagonal steps beside an opened tile that have no hub, one bit each: bit i is
// the step between the neighbors in the straight directions i and i + 1.
static unsigned opened_tiles_uncovered(const opened_tiles *o, const live_boards *live,
                                       int x, int y) {
  unsigned steps = 0;
  for (int i = 0; i < 4; i++) {
    int j = (i + 1) % 4, from_x = x + direction_dx[i], from_y = y + direction_dy[i];
    int to_x = x + direction_dx[j], to_y = y + direction_dy[j];
    int dx = to_x - from_x, dy = to_y - from_y;
    if (!corner_boards_is_passable(live->baked, from_x, from_y)) continue;
    if (!corner_boards_is_passable(live->baked, to_x, to_y)) continue;
    if (!opened_tiles_has_step(o, live, from_x, from_y, dx, dy)) continue;
    if (!opened_tiles_is_new(live->baked, from_x, from_y, dx, dy)) continue;
    if (opened_tiles_find_hub(o, from_x, from_y) >= 0) continue;
    if (opened_tiles_find_hub(o, to_x, to_y) >= 0) continue;
    steps |= 1U << i;
  }
  return steps;
}

// A smallest set of neighbors, by straight direction, that covers diagonal steps.
static unsigned opened_tiles_cover(unsigned steps) {
  unsigned best = 0xf;
  for (unsigned set = 0; set < 16; set++) {
    unsigned covered = set | set >> 1 | (set & 1) << 3; // direction i ends steps i, i - 1
    if ((steps & ~covered) == 0 && bits_count(set) < bits_count(best)) best = set;
  }
  return best;
}

// Writes the tiles around an opened tile that must become hubs. Returns their number.
static int opened_tiles_list_hubs(const opened_tiles *o, const live_boards *live, int x,
                                  int y, opened_tile *tiles) {
  int count = 0;
  for (int dy = -1; dy <= 1; dy++) {
    for (int dx = -1; dx <= 1; dx++) {
      if (opened_tiles_find_hub(o, x + dx, y + dy) >= 0) continue;
      if (!opened_tiles_has(o, live, x + dx, y + dy)) continue;
      if (!opened_tiles_needs_hub(o, live, x + dx, y + dy)) continue;
      tiles[count++] = (opened_tile){x + dx, y + dy};
    }
  }
  unsigned cover = opened_tiles_cover(opened_tiles_uncovered(o, live, x, y));
  for (int i = 0; i < 4; i++) {
    if ((cover >> i & 1) == 0) continue;
    tiles[count++] = (opened_tile){x + direction_dx[i], y + direction_dy[i]};
  }
  return count;
}

// Finds the gates of a hub on M+. Returns their number.
static int opened_tiles_list_gates(const opened_tiles *o, const live_boards *live, int x,
                                   int y, opened_gate *gates) {
  const corner_boards *b = live->baked;
  int count = 0;
  if (corner_boards_is_passable(b, x, y)) {
    gates[count++] = (opened_gate){(uint16_t)x, (uint16_t)y, 0};
  }
  for (int d = 0; d < DIRECTIONS; d++) {
    int dx = direction_dx[d], dy = direction_dy[d];
    if (!opened_tiles_has_step(o, live, x, y, dx, dy)) continue;
    if (!opened_tiles_is_new(b, x, y, dx, dy)) continue;
    if (!corner_boards_is_passable(b, x + dx, y + dy)) continue;
    gates[count++] = (opened_gate){(uint16_t)(x + dx), (uint16_t)(y + dy),
                                   opened_tiles_step_cost(b, dx, dy)};
  }
  return count;
}

// ------------------------------------------------------------------------ first(s, h)

// Whether the bits between two positions of a column, both included, are passable on M. A
// tile that stops scans of both types is impassable, or a corner of both types.
static bool opened_tiles_is_free_column(const corner_boards *b, int x, int from, int to) {
  int low = from < to ? from : to, high = from < to ? to : from;
  const uint64_t *column = b->columns + (size_t)x * b->column_words * 2;
  for (int i = low >> 6; i <= high >> 6; i++) {
    uint64_t stops = column[2 * i] & column[2 * i + 1];
    if (i == low >> 6) stops &= ~(uint64_t)0 << (low & 63);
    if (i == high >> 6) stops &= ~(uint64_t)0 >> (63 - (high & 63));
    for (; stops != 0; stops &= stops - 1) {
      if (!corner_boards_is_passable(b, x, i * 64 + bits_lowest(stops))) return false;
    }
  }
  return true;
}

static bool opened_tiles_is_free_row(const corner_boards *b, int y, int from, int to) {
  int low = from < to ? from : to, high = from < to ? to : from;
  const uint64_t *row = b->rows + (size_t)y * b->row_words * 4;
  for (int i = low >> 6; i <= high >> 6; i++) {
    uint64_t walls = ~row[4 * i + 2];
    if (i == low >> 6) walls &= ~(uint64_t)0 << (low & 63);
    if (i == high >> 6) walls &= ~(uint64_t)0 >> (63 - (high & 63));
    if (walls != 0) return false;
  }
  return true;
}

// Whether `steps` > 0 diagonal steps on M are legal, from row `top` of a line down.
static bool opened_tiles_is_free_line(const corner_boards *b, int type, int line, int top,
                                      int steps) {
  const uint64_t *words =
      b->majors[type] + (size_t)line * b->column_words * CORNER_BOARDS_WORDS;
  int last = top + steps - 1;
  for (int i = top >> 6; i <= last >> 6; i++) {
    uint64_t closed = words[(size_t)i * CORNER_BOARDS_WORDS + CORNER_BOARDS_CLOSED];
    if (i == top >> 6) closed &= ~(uint64_t)0 << (top & 63);
    if (i == last >> 6) closed &= ~(uint64_t)0 >> (63 - (last & 63));
    if (closed != 0) return false;
  }
  return true;
}

// `live_boards_is_leg` for M.
static bool opened_tiles_is_leg(const corner_boards *b, int from_x, int from_y, int to_x,
                                int to_y) {
  if (!b->has_diagonals) {
    return opened_tiles_is_free_column(b, from_x, from_y, to_y) &&
           opened_tiles_is_free_row(b, to_y, from_x, to_x);
  }
  int dx = to_x - from_x, dy = to_y - from_y;
  int columns = dx < 0 ? -dx : dx, rows = dy < 0 ? -dy : dy;
  int steps = columns < rows ? columns : rows;
  int x = from_x + (dx < 0 ? -steps : steps), y = from_y + (dy < 0 ? -steps : steps);
  if (steps > 0) {
    int type = (dx < 0) == (dy < 0), line = corner_boards_line(b, type, from_x, from_y);
    int top = from_y < y ? from_y : y;
    if (!opened_tiles_is_free_line(b, type, line, top, steps)) return false;
  }
  return x == to_x ? opened_tiles_is_free_column(b, x, y, to_y)
                   : opened_tiles_is_free_row(b, y, x, to_x);
}

static uint32_t opened_tiles_min(uint32_t a, uint32_t b) { return a < b ? a : b; }

// first(s, h) over the links of an end, for the hubs [0..count - 1].
static void opened_tiles_reach_by_links(const opened_tiles *o, const opened_end *end,
                                        int count, uint32_t *costs) {
  for (int h = 0; h < count; h++) costs[h] = OPENED_TILES_FAR;
  for (size_t i = 0; i < end->count; i++) {
    const corner_link *link = &end->links[i];
    const uint32_t *row =
        o->columns + (size_t)corner_opposite(link->node) * (size_t)o->stride;
    for (int h = 0; h < count; h++) {
      costs[h] = opened_tiles_min(costs[h], link->length + row[h]);
    }
  }
}

// first(s, h) by one leg to a gate of a hub, if that is less than `cost`.
static uint32_t opened_tiles_reach_directly(const corner_boards *b, const opened_end *end,
                                            const opened_hub *hub, uint32_t cost) {
  if (corner_boards_distance(b, end->x, end->y, hub->x, hub->y) >= cost) return cost;
  for (int i = 0; i < hub->gate_count; i++) {
    const opened_gate *gate = &hub->gates[i];
    uint32_t direct =
        corner_boards_distance(b, end->x, end->y, gate->x, gate->y) + gate->step;
    if (direct < cost && opened_tiles_is_leg(b, end->x, end->y, gate->x, gate->y)) {
      cost = direct;
    }
  }
  return cost;
}

// ------------------------------------------------------------------------------ columns

// Scratch memory of an update.
typedef struct opened_scratch {
  struct memory *memory;
  const corner_graph *graph;
  const live_boards *live;
  int room; ///< the greatest number of hubs
  size_t max_links, max_keys;
  corner_link *links;
  uint64_t *keys;
  uint32_t *column; ///< of one hub
} opened_scratch;

static void opened_tiles_fini_scratch(opened_scratch *s) {
  memory_free(s->memory, s->links, s->max_links * sizeof *s->links);
  memory_free(s->memory, s->keys, s->max_keys * sizeof *s->keys);
  memory_free(s->memory, s->column,
              ((size_t)s->graph->node_count + 1) * sizeof(uint32_t));
}

// Allocates the scratch memory, if there is none yet. False: out of memory.
static bool opened_tiles_ensure_scratch(opened_scratch *s) {
  if (s->column != NULL) return true;
  memory *m = s->memory;
  s->max_links = corner_boards_max_links(s->live->baked);
  // Each link of a gate and each edge is the cause of one key at most.
  s->max_keys = OPENED_TILES_GATES * s->max_links + s->graph->edge_count;
  if (s->links == NULL) {
    s->links = (corner_link *)memory_resize(m, NULL, 0, s->max_links * sizeof *s->links);
  }
  if (s->keys == NULL) {
    s->keys = (uint64_t *)memory_resize(m, NULL, 0, s->max_keys * sizeof *s->keys);
  }
  if (s->links == NULL || s->keys == NULL) return false;
  size_t size = ((size_t)s->graph->node_count + 1) * sizeof(uint32_t);
  s->column = (uint32_t *)memory_resize(m, NULL, 0, size);
  return s->column != NULL;
}

// The size of the columns of so many hubs [bytes].
static size_t opened_tiles_columns_size(const corner_graph *g, int stride) {
  return (size_t)stride * ((size_t)g->node_count + 1) * sizeof(uint32_t);
}

// The least stride for so many hubs: 16 of them are a cache line.
static int opened_tiles_find_stride(int count) {
  int stride = 4;
  while (stride < count) stride *= 2;
  return stride;
}

// The greatest number of hubs whose columns fit.
static int opened_tiles_find_room(const corner_graph *g, size_t max_bytes) {
  int room = OPENED_TILES_HUBS;
  while (room > 0 &&
         opened_tiles_columns_size(g, opened_tiles_find_stride(room)) > max_bytes) {
    room = room > 4 ? opened_tiles_find_stride(room) / 2 : 0;
  }
  return room;
}

// Makes room for the columns of `count` hubs. False: out of memory.
static bool opened_tiles_reserve(opened_tiles *o, const corner_graph *g, int count) {
  if (o->stride >= count) return true;
  int stride = opened_tiles_find_stride(count);
  size_t bytes = opened_tiles_columns_size(g, stride);
  uint32_t *columns = (uint32_t *)memory_new(g->memory, bytes);
  if (columns == NULL) return false;
  for (size_t node = 0; node < g->node_count; node++) {
    for (int h = 0; h < o->count; h++) {
      columns[node * (size_t)stride + (size_t)h] =
          o->columns[node * (size_t)o->stride + (size_t)h];
    }
  }
  memory_free(g->memory, o->columns, o->bytes);
  o->memory = g->memory;
  o->node_count = g->node_count;
  o->columns = columns;
  o->stride = stride;
  o->bytes = bytes;
  return true;
}

// Offers a cost for a node of the column that is computed.
static void opened_tiles_offer(opened_tiles *o, opened_scratch *s, key_heap *heap,
                               uint32_t node, uint32_t cost) {
  if (cost >= s->column[node]) return;
  if (cost >= OPENED_TILES_CUT) {
    o->is_cut = true;
    return;
  }
  s->column[node] = cost;
  key_heap_push(heap, (uint64_t)cost << 32 | node);
}

// Offers the links of a gate to the column of its hub. Bounds `costs` by the ways from
// the gate to all hubs.
static void opened_tiles_see_gate(opened_tiles *o, opened_scratch *s, key_heap *heap,
                                  const opened_gate *gate, uint32_t *costs) {
  const corner_boards *b = s->live->baked;
  size_t count = corner_boards_connect(b, gate->x, gate->y, gate->x, gate->y, s->links);
  opened_end end = {gate->x, gate->y, s->links, count};
  uint32_t reach[OPENED_TILES_HUBS];
  opened_tiles_reach_by_links(o, &end, o->count, reach);
  for (int i = 0; i < o->count; i++) {
    uint32_t cost = opened_tiles_reach_directly(b, &end, &o->hubs[i], reach[i]);
    costs[i] = opened_tiles_min(costs[i], gate->step + cost);
  }
  for (size_t i = 0; i < count; i++) {
    opened_tiles_offer(o, s, heap, s->links[i].node, gate->step + s->links[i].length);
  }
}

// Computes the column of a hub again, from the links of its gates. Entries can only
// become less. Bounds `costs` by the ways from the gates to the other hubs.
static void opened_tiles_compute(opened_tiles *o, opened_scratch *s, int hub,
                                 uint32_t *costs) {
  const opened_hub *h = &o->hubs[hub];
  const corner_graph *g = s->graph;
  uint32_t *column = o->columns + hub;
  size_t stride = (size_t)o->stride;
  key_heap heap = {s->keys, 0};
  for (size_t node = 0; node < g->node_count; node++) {
    s->column[node] = column[node * stride];
  }
  for (int i = 0; i < h->gate_count; i++) {
    opened_tiles_see_gate(o, s, &heap, &h->gates[i], costs);
  }
  while (heap.count > 0) {
    uint64_t key = key_heap_pop(&heap);
    uint32_t node = (uint32_t)key, cost = (uint32_t)(key >> 32);
    if (cost != s->column[node]) continue;
    for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++) {
      opened_tiles_offer(o, s, &heap, g->target[e], cost + g->length[e]);
    }
  }
  for (size_t node = 0; node < g->node_count; node++) {
    column[node * stride] = s->column[node];
  }
}

// Lowers the bound between two hubs to the sum of two costs; OPENED_TILES_FAR: no way.
static void opened_tiles_connect(opened_tiles *o, int from, int to, uint32_t first,
                                 uint32_t second) {
  if (first >= OPENED_TILES_FAR || second >= OPENED_TILES_FAR) return;
  if (first + second >= o->between[from][to]) return;
  if (first + second >= OPENED_TILES_CUT) {
    o->is_cut = true;
    return;
  }
  o->between[from][to] = o->between[to][from] = first + second;
}

// Joins a hub to all hubs, by lower bounds of the costs of ways without other hubs.
static void opened_tiles_join(opened_tiles *o, int hub, const uint32_t *costs) {
  for (int i = 0; i < o->count; i++) {
    for (int j = 0; j < o->count; j++) {
      opened_tiles_connect(o, hub, i, costs[j], o->between[j][i]);
    }
  }
  for (int i = 0; i < o->count; i++) {
    for (int j = 0; j < o->count; j++) {
      opened_tiles_connect(o, i, j, o->between[i][hub], o->between[hub][j]);
    }
  }
}

// Finds the gates of a hub again. Where there are other ones than before, or where it is
// new, computes its column. Joins it to the other hubs.
static void opened_tiles_refresh(opened_tiles *o, opened_scratch *s, int hub,
                                 bool is_new) {
  opened_hub *h = &o->hubs[hub];
  opened_gate gates[OPENED_TILES_GATES];
  uint32_t costs[OPENED_TILES_HUBS];
  for (int i = 0; i < o->count; i++) costs[i] = OPENED_TILES_FAR;
  int count = opened_tiles_list_gates(o, s->live, h->x, h->y, gates);
  if (is_new || count != h->gate_count ||
      memcmp(gates, h->gates, (size_t)count * sizeof *gates) != 0) {
    memcpy(h->gates, gates, (size_t)count * sizeof *gates);
    h->gate_count = count;
    opened_tiles_compute(o, s, hub, costs);
  }
  for (int d = 0; d < DIRECTIONS; d++) {
    int dx = direction_dx[d], dy = direction_dy[d];
    int other = opened_tiles_find_hub(o, h->x + dx, h->y + dy);
    if (other < 0 || !opened_tiles_has_step(o, s->live, h->x, h->y, dx, dy)) continue;
    uint32_t step = opened_tiles_step_cost(s->live->baked, dx, dy);
    costs[other] = opened_tiles_min(costs[other], step);
  }
  opened_tiles_join(o, hub, costs);
}

// -------------------------------------------------------------------------------- edits

void opened_tiles_fini(opened_tiles *o) {
  if (o->memory != NULL) memory_free(o->memory, o->columns, o->bytes);
  memset(o, 0, sizeof *o);
}

size_t opened_tiles_bytes(const opened_tiles *o) { return o->bytes; }

// Removes a hub. The last hub gets its number.
static void opened_tiles_drop(opened_tiles *o, int hub) {
  int last = --o->count;
  o->hubs[hub] = o->hubs[last];
  for (int i = 0; i < last; i++) o->between[hub][i] = o->between[last][i];
  o->between[hub][hub] = 0;
  for (int i = 0; i < last; i++) o->between[i][hub] = o->between[hub][i];
  for (size_t node = 0; node < o->node_count; node++) {
    uint32_t *row = o->columns + node * (size_t)o->stride;
    row[hub] = row[last];
  }
}

// Whether a hub that is a tile of M is the only hub of some new step.
static bool opened_tiles_is_cover(const opened_tiles *o, const live_boards *live,
                                  const opened_hub *hub) {
  for (int i = 0; i < hub->gate_count; i++) {
    const opened_gate *gate = &hub->gates[i];
    if (gate->step > 0 && opened_tiles_find_hub(o, gate->x, gate->y) < 0 &&
        opened_tiles_has_step(o, live, hub->x, hub->y, gate->x - hub->x,
                              gate->y - hub->y)) {
      return true;
    }
  }
  return false;
}

// Drops the hubs of tiles that have closed again, then those that cover no new step.
static void opened_tiles_drop_unused(opened_tiles *o, const live_boards *live) {
  for (int i = o->count - 1; i >= 0; i--) {
    const opened_hub *hub = &o->hubs[i];
    if (!live_boards_is_passable(live, hub->x, hub->y) &&
        !corner_boards_is_passable(live->baked, hub->x, hub->y)) {
      opened_tiles_drop(o, i);
    }
  }
  for (int i = o->count - 1; i >= 0; i--) {
    const opened_hub *hub = &o->hubs[i];
    if (corner_boards_is_passable(live->baked, hub->x, hub->y) &&
        !opened_tiles_is_cover(o, live, hub)) {
      opened_tiles_drop(o, i);
    }
  }
}

// Lists an opened tile for which there is no room. Tiles that have closed again go.
static void opened_tiles_add_rest(opened_tiles *o, const live_boards *live, int x,
                                  int y) {
  o->is_full = true;
  if (o->rest_count > OPENED_TILES_REST) return;
  int kept = 0;
  for (int i = 0; i < o->rest_count; i++) {
    int other_x = o->rest[i][0], other_y = o->rest[i][1];
    if (other_x == x && other_y == y) continue;
    if (!live_boards_is_passable(live, other_x, other_y)) continue;
    o->rest[kept][0] = o->rest[i][0];
    o->rest[kept++][1] = o->rest[i][1];
  }
  if (kept < OPENED_TILES_REST) {
    o->rest[kept][0] = (uint16_t)x;
    o->rest[kept][1] = (uint16_t)y;
  }
  o->rest_count = kept + 1;
}

// Adds a hub without a column.
static void opened_tiles_add_hub(opened_tiles *o, opened_tile tile) {
  int hub = o->count++;
  memset(&o->hubs[hub], 0, sizeof o->hubs[hub]);
  o->hubs[hub].x = (uint16_t)tile.x;
  o->hubs[hub].y = (uint16_t)tile.y;
  for (int i = 0; i < o->count; i++) {
    o->between[hub][i] = o->between[i][hub] = i == hub ? 0 : OPENED_TILES_FAR;
  }
  for (size_t node = 0; node < o->node_count; node++) {
    o->columns[node * (size_t)o->stride + (size_t)hub] = OPENED_TILES_FAR;
  }
}

// Whether a hub is one of the 3 x 3 tiles around a tile.
static bool opened_tiles_is_near(const opened_hub *hub, int x, int y) {
  return hub->x >= x - 1 && hub->x <= x + 1 && hub->y >= y - 1 && hub->y <= y + 1;
}

// Makes hubs of the tiles that must become hubs when (x, y) became passable, and
// refreshes the hubs around it. False: out of memory.
static bool opened_tiles_add_hubs(opened_tiles *o, opened_scratch *s, int x, int y,
                                  const opened_tile *tiles, int count) {
  int first_new = o->count, end = o->count + count;
  if (!opened_tiles_ensure_scratch(s)) return false;
  if (!opened_tiles_reserve(o, s->graph, end)) return false;
  for (int i = 0; i < count; i++) opened_tiles_add_hub(o, tiles[i]);
  for (int i = 0; i < end; i++) {
    bool is_new = i >= first_new;
    if (is_new || opened_tiles_is_near(&o->hubs[i], x, y)) {
      opened_tiles_refresh(o, s, i, is_new);
    }
  }
  return true;
}

// Adds a tile that became passable. False: out of memory.
static bool opened_tiles_add(opened_tiles *o, opened_scratch *s, int x, int y) {
  opened_tile tiles[OPENED_TILES_NEW_HUBS];
  int count = o->is_full ? 0 : opened_tiles_list_hubs(o, s->live, x, y, tiles);
  if (o->count + count > s->room) {
    opened_tiles_drop_unused(o, s->live);
    count = opened_tiles_list_hubs(o, s->live, x, y, tiles);
  }
  if (o->is_full || o->count + count > s->room) {
    opened_tiles_add_rest(o, s->live, x, y);
    return true;
  }
  bool has_near = count > 0;
  for (int i = 0; i < o->count && !has_near; i++) {
    has_near = opened_tiles_is_near(&o->hubs[i], x, y);
  }
  return !has_near || opened_tiles_add_hubs(o, s, x, y, tiles, count);
}

// Adds all opened tiles of the map. False: out of memory.
static bool opened_tiles_add_all(opened_tiles *o, opened_scratch *s) {
  const live_boards *live = s->live;
  const corner_boards *b = live->baked;
  for (int y = 1; y < b->height - 1; y++) {
    for (size_t i = 0; i < b->row_words; i++) {
      size_t word = (size_t)y * b->row_words + i;
      for (uint64_t left = live->rows[word] & ~b->rows[4 * word + 2]; left != 0;
           left &= left - 1) {
        if (!opened_tiles_add(o, s, (int)i * 64 + bits_lowest(left), y)) return false;
      }
    }
  }
  return true;
}

// The greatest number of hubs that one opened tile needs: itself, and two neighbors that
// cover the diagonal steps beside it.
enum { OPENED_TILES_MOST = 3 };

astar_status opened_tiles_update(opened_tiles *o, const corner_graph *g,
                                 live_boards *live, size_t max_bytes) {
  int room = opened_tiles_find_room(g, max_bytes);
  if (o->is_full && live->opened <= (uint32_t)room / OPENED_TILES_MOST) {
    opened_tiles_fini(o);
    live->fresh_count = LIVE_BOARDS_FRESH + 1; // add all tiles again
  }
  if (live->fresh_count == 0) return ASTAR_OK;
  opened_scratch s = {.memory = g->memory, .graph = g, .live = live, .room = room};
  bool is_done = true;
  if (live->fresh_count > LIVE_BOARDS_FRESH) {
    is_done = opened_tiles_add_all(o, &s);
  } else {
    for (int i = 0; i < live->fresh_count && is_done; i++) {
      int x = live->fresh[i][0], y = live->fresh[i][1];
      // A tile that became passable and impassable again is no tile of M+.
      if (live_boards_is_passable(live, x, y)) is_done = opened_tiles_add(o, &s, x, y);
    }
  }
  opened_tiles_fini_scratch(&s);
  if (!is_done) return ASTAR_NO_MEMORY;
  live->fresh_count = 0;
  return ASTAR_OK;
}

// -------------------------------------------------------------------------------- query

// Whether a path over the new steps of the tiles without hubs could cost less.
static bool opened_tiles_may_shorten_by_rest(const opened_tiles *o,
                                             const live_boards *live,
                                             const opened_end *start,
                                             const opened_end *goal, uint32_t distance) {
  const corner_boards *b = live->baked;
  uint32_t aside = 2 * b->straight - b->diagonal;
  if (o->rest_count > OPENED_TILES_REST) return true;
  for (int i = 0; i < o->rest_count; i++) {
    int x = o->rest[i][0], y = o->rest[i][1];
    uint32_t by_way = corner_boards_distance(b, start->x, start->y, x, y) +
                      corner_boards_distance(b, goal->x, goal->y, x, y);
    if (by_way < aside || by_way - aside < distance) {
      if (live_boards_is_passable(live, x, y)) return true;
    }
  }
  return false;
}

// Lower bounds of first(s, h) for all hubs; OPENED_TILES_FAR for hubs that are not near:
// no path over them costs less than the answer.
static void opened_tiles_reach(const opened_tiles *o, const corner_boards *b,
                               const opened_end *end, unsigned near, uint32_t *costs) {
  opened_tiles_reach_by_links(o, end, o->count, costs);
  for (int h = 0; h < o->count; h++) {
    costs[h] = (near >> h & 1) != 0
                   ? opened_tiles_reach_directly(b, end, &o->hubs[h], costs[h])
                   : OPENED_TILES_FAR;
  }
}

bool opened_tiles_may_shorten(const opened_tiles *o, const live_boards *live,
                              const opened_end *start, const opened_end *goal,
                              uint32_t distance) {
  const corner_boards *b = live->baked;
  if (live->opened == 0) return false;
  if (opened_tiles_may_shorten_by_rest(o, live, start, goal, distance)) return true;
  unsigned near = 0; // a bit for each hub by way of which a path could be cheaper
  for (int h = 0; h < o->count; h++) {
    int x = o->hubs[h].x, y = o->hubs[h].y;
    uint32_t bound = corner_boards_distance(b, start->x, start->y, x, y) +
                     corner_boards_distance(b, goal->x, goal->y, x, y);
    if (bound < distance && live_boards_is_passable(live, x, y)) near |= 1U << h;
  }
  if (near == 0) return false;
  if (o->is_cut && distance > OPENED_TILES_CUT) return true;
  uint32_t from[OPENED_TILES_HUBS], to[OPENED_TILES_HUBS];
  opened_tiles_reach(o, b, start, near, from);
  opened_tiles_reach(o, b, goal, near, to);
  for (int h = 0; h < o->count; h++) {
    if (from[h] >= OPENED_TILES_FAR) continue;
    for (int k = 0; k < o->count; k++) {
      uint32_t between = o->between[h][k];
      if (between >= OPENED_TILES_FAR || to[k] >= OPENED_TILES_FAR) continue;
      if (from[h] + between + to[k] < distance) return true;
    }
  }
  return false;
}
