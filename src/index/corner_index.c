// Corner index: bake, and answer queries for paths and costs.
//
// Method of a query from s to t:
//
// clang-format off
//      s . . . . . . #          1. Is the leg from s to t, or from t to s, free on the live
//        \         . #             map? No path is cheaper than a leg.
//          v - - - w #          2. The links of s lead to corners v, those of t to corners
//      # # # # # .   #             w. A cheapest path that is no leg goes from s to some v,
//                 \  #             along corners to some w, and to t (corner_boards.c).
//                    t          3. The labels give the distance between each v and w: the
//                                  least sum over the hubs of both.
// clang-format on
//
// 3 in detail. Each link has a bound: its length, and the way on from its corner on an
// empty map. The pair of links with the least bounds gives an upper bound for the cost.
// Then the labels of all v whose bound is less are written to a table: per hub the
// distance from s. The labels of all w whose bound is less than the best sum so far are
// compared with the table. The hub of the best sum divides the path; each half follows
// the next entries of the labels.
//
// Edits. Let d be the distance on the map of the bake.
//  - Blocked tiles: all paths of the live map that avoid opened tiles are paths of the
//    map of the bake, so none is cheaper than d. If all legs of the path are free on the
//    live map, it is a cheapest path. If the map of the bake has no path, then the live
//    map has none. Otherwise this index does not know.
//  - Opened tiles: a path over an opened tile may be cheaper than d. `live_boards` says
//    whether that is possible; then this index does not know.
//  - If the leg from s to t was free when the map was baked, and is not now, the labels
//    need not know the distance: the path may have had no corner. Their answer holds only
//    if it costs as little as the leg.
#include "index/corner_index.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------- costs
//
// Distances are in units of the rules: integers whose ratio matches the costs of a
// straight and a diagonal step to a relative 1e-8 only. A cost is exact: the sum of the
// costs of the steps.
//
// Where the ratio of the units is that of the costs, a unit has a cost. Elsewhere the
// steps are counted: let a diagonal step have p units and a straight one q, without a
// common divisor. A path of n diagonal and m straight steps has u = n p + m q units. So n
// is u / p modulo q, and when u < p q, then n < q, and n is this number. For a diagonal
// step of length sqrt(2), p = 8119 and q = 5741: this holds for paths of up to 8119
// tiles.

static uint32_t corner_cost_divisor(uint32_t a, uint32_t b) {
  while (b != 0) {
    uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static void corner_cost_init(corner_cost *c, const corner_boards *b) {
  c->divisor = corner_cost_divisor(b->diagonal, b->straight);
  c->straight = b->straight / c->divisor;
  c->diagonal = b->diagonal / c->divisor;
  c->limit = c->straight * c->diagonal; // at most RULES_MAX_UNITS^2
  c->inverse = 0;
  while ((uint64_t)c->inverse * c->diagonal % c->straight != 1 % c->straight)
    c->inverse++;
}

static void corner_cost_update(corner_cost *c, const costmap *map) {
  const double *cost = map->moves->min_move_cost;
  bool has_steps = cost[0] < INFINITY; // not on a map where all tiles are impassable
  bool has_diagonals = has_steps && map->moves->count == DIRECTIONS;
  c->step[0] = has_steps ? cost[0] : 1;
  c->step[1] = has_diagonals ? cost[DIRECTIONS - 1] : 2 * c->step[0];
  double straight = c->step[0] * c->diagonal, diagonal = c->step[1] * c->straight;
  bool is_exact = fabs(diagonal - straight) <= straight * 1e-15;
  c->unit = is_exact ? c->step[0] / c->straight : 0;
}

// The cost of a path of so many units; NaN: only its steps determine it. O(1).
static double corner_cost_of(const corner_cost *c, uint32_t units) {
  if (c->divisor > 1) units /= c->divisor;
  if (c->unit > 0) return units * c->unit;
  if (units >= c->limit) return NAN;
  uint32_t diagonals = (uint32_t)((uint64_t)units * c->inverse % c->straight);
  uint32_t straights = (units - diagonals * c->diagonal) / c->straight;
  return straights * c->step[0] + diagonals * c->step[1];
}

// -------------------------------------------------------------------------------- bake

/// An index is declined above so many entries of labels per tile: on noise. Maps of less
/// than 512 x 512 tiles may have as many as one of this size [7.9 MB, about 0.5 s]. So
/// caves by cellular automata have an index up to 256 x 256: 5 to 7 entries per tile.
enum { CORNER_INDEX_ENTRIES = 3, CORNER_INDEX_FEW = CORNER_INDEX_ENTRIES * 512 * 512 };

/// The turns of a way are at most all nodes, and these: both ends, the hub a second time,
/// and one to spare.
enum { CORNER_INDEX_ENDS = 4 };

// Whether no link is too long for sums with distances of labels.
static bool corner_index_has_short_links(const corner_boards *b) {
  return corner_boards_distance(b, 0, 0, b->width, 0) / 2 +
             corner_boards_distance(b, 0, 0, 0, b->height) / 2 <
         HUB_LABELS_FAR / 8;
}

static size_t corner_index_scratch_bytes(const corner_index *c) {
  return 2 * corner_boards_max_links(&c->boards) * sizeof *c->start_links +
         (c->graph.node_count + 1) * sizeof *c->table;
}

size_t corner_index_bytes(const corner_index *c) {
  size_t scratch = c->start_links != NULL ? corner_index_scratch_bytes(c) : 0;
  return corner_boards_bytes(&c->boards) + corner_graph_bytes(&c->graph) +
         hub_labels_bytes(&c->labels) + live_boards_bytes(&c->live) +
         corner_way_bytes(&c->way) + straightening_bytes(&c->straightening) + scratch;
}

// The greatest number of entries of labels that fit.
static size_t corner_index_max_entries(const corner_index *c, size_t max_bytes,
                                       bool *is_short) {
  const corner_boards *b = &c->boards;
  size_t tiles = (size_t)(b->width - 2) * (size_t)(b->height - 2);
  size_t other = corner_boards_bytes(b) + corner_graph_bytes(&c->graph) +
                 corner_index_scratch_bytes(c);
  size_t room = other < max_bytes ? max_bytes - other : 0;
  size_t fitting = room / (sizeof(hub_entry) + sizeof(uint16_t));
  size_t wanted = CORNER_INDEX_ENTRIES * tiles;
  if (wanted < CORNER_INDEX_FEW) wanted = CORNER_INDEX_FEW;
  *is_short = fitting < wanted;
  return *is_short ? fitting : wanted;
}

static astar_status corner_index_bake_labels(corner_index *c, size_t max_bytes,
                                             budget *work, const char **message) {
  bool is_short;
  size_t max_entries = corner_index_max_entries(c, max_bytes, &is_short);
  c->labels.memory = c->memory;
  astar_status status = hub_labels_build(&c->labels, &c->graph, max_entries, work);
  if (status != ASTAR_TOO_LARGE) return status;
  *message = is_short ? "the index would be larger than max_bytes"
                      : "the map has too many corners and ways between them";
  return status;
}

astar_status corner_index_bake(corner_index *c, const costmap *map, size_t max_bytes,
                               budget *work, const char **message) {
  astar_status status = ASTAR_OK;
  c->memory = &map->grid->memory;
  if (!c->boards.is_complete) {
    status = corner_builder_run(&c->boards, map, work);
    if (status == ASTAR_TOO_LARGE) *message = "the map has more than 32767 corners";
    if (status != ASTAR_OK) return status;
    if (!corner_index_has_short_links(&c->boards)) {
      *message = "the map is too large";
      return ASTAR_TOO_LARGE;
    }
  }
  if (!c->graph.is_complete) status = corner_graph_build(&c->graph, &c->boards, work);
  if (status == ASTAR_OK && !c->labels.is_complete)
    status = corner_index_bake_labels(c, max_bytes, work, message);
  if (status == ASTAR_OK) status = corner_index_finish(c, map);
  if (status == ASTAR_OK && corner_index_bytes(c) > max_bytes) {
    *message = "the index would be larger than max_bytes";
    return ASTAR_TOO_LARGE;
  }
  return status;
}

astar_status corner_index_finish(corner_index *c, const costmap *map) {
  memory *m = c->memory = c->straightening.memory = &map->grid->memory;
  uint32_t hubs = c->graph.node_count;
  c->start_links = (corner_link *)memory_new(m, corner_index_scratch_bytes(c));
  if (c->start_links == NULL ||
      corner_way_init(&c->way, m, hubs + CORNER_INDEX_ENDS) != ASTAR_OK)
    return ASTAR_NO_MEMORY;
  c->goal_links = c->start_links + corner_boards_max_links(&c->boards);
  c->table = (uint32_t *)(c->goal_links + corner_boards_max_links(&c->boards));
  for (uint32_t i = 0; i < hubs; i++) c->table[i] = HUB_LABELS_FAR;
  corner_cost_init(&c->cost, &c->boards);
  return live_boards_init(&c->live, &c->boards, map);
}

void corner_index_fini(corner_index *c) {
  memory *m = c->memory;
  if (m == NULL) return; // never used
  memory_free(m, c->start_links, corner_index_scratch_bytes(c));
  corner_way_fini(&c->way, m);
  straightening_fini(&c->straightening);
  live_boards_fini(&c->live);
  hub_labels_fini(&c->labels);
  corner_graph_fini(&c->graph);
  corner_boards_fini(&c->boards);
}

// -------------------------------------------------------------------------------- edits

void corner_index_update(corner_index *c, const costmap *map) {
  live_boards_update(&c->live, map);
  corner_cost_update(&c->cost, map);
}

// -------------------------------------------------------------------------------- ends

// A tile of a query, and its links.
typedef struct corner_end {
  int x, y; ///< as in corner boards
  corner_link *links;
  uint32_t count;
} corner_end;

// Finds the links of an end, on the way to another tile. The link with the least bound
// comes first.
static void corner_index_connect(const corner_index *c, corner_end *end, int target_x,
                                 int target_y) {
  end->count = (uint32_t)corner_boards_connect(&c->boards, end->x, end->y, target_x,
                                               target_y, end->links);
  uint32_t best = 0;
  for (uint32_t i = 0; i < end->count; i++) {
    HUB_LABELS_PREFETCH_FIRST(&c->labels, end->links[i].node);
    if (end->links[i].bound < end->links[best].bound) best = i;
  }
  corner_link first = end->links[0];
  end->links[0] = end->links[best];
  end->links[best] = first;
}

// Whether the leg from one tile to another was free on the map of the bake. O(steps).
static bool corner_index_was_leg(const corner_index *c, const corner_end *from,
                                 const corner_end *to) {
  const corner_boards *b = &c->boards;
  int x = from->x, y = from->y, dx, dy;
  for (; x != to->x || y != to->y; x += dx, y += dy) {
    dx = (to->x > x) - (to->x < x);
    dy = (to->y > y) - (to->y < y);
    if (!b->has_diagonals && dy != 0) dx = 0;
    if (!corner_boards_can_step(b, x, y, dx, dy)) return false;
  }
  return true;
}

// ------------------------------------------------------------------------------ meeting

// Where the two halves of a path meet.
typedef struct corner_meeting {
  uint32_t distance;       ///< of the whole path [units]; HUB_LABELS_FAR or more: no path
  uint32_t start_distance; ///< from the start to the hub [units]
  uint32_t start_count;    ///< the first links of the start are in the table
  uint32_t goal_link;      ///< the link of the goal on the path, and the entry of its
  uint32_t goal_entry;     ///< label for the hub
} corner_meeting;

// Writes the labels of all links of the start to the table whose bound is less than a
// limit, and moves these links to the front. The first link is in the table already.
static uint32_t corner_index_scatter(const corner_index *c, corner_end *start,
                                     uint32_t limit) {
  uint32_t written = 1;
  for (uint32_t i = 1; i < start->count; i++) {
    corner_link link = start->links[i];
    if (link.bound >= limit) continue;
    start->links[i] = start->links[written];
    start->links[written++] = link;
    hub_labels_add(&c->labels, link.node, link.length, c->table);
  }
  return written;
}

// Finds the best sum of the links of a goal and the table.
static void corner_index_gather(const corner_index *c, const corner_end *goal,
                                uint32_t limit, corner_meeting *m) {
  m->distance = HUB_LABELS_FAR;
  for (uint32_t i = 0; i < goal->count; i++) {
    const corner_link *link = &goal->links[i];
    if (i > 0 && (link->bound >= limit || link->bound >= m->distance)) continue;
    uint32_t entry = 0;
    uint32_t distance = hub_labels_nearest(&c->labels, link->node, c->table, &entry);
    if (distance + link->length >= m->distance) continue;
    m->distance = distance + link->length;
    m->goal_link = i;
    m->goal_entry = entry;
  }
  if (m->distance >= HUB_LABELS_FAR) return;
  m->start_distance = c->table[c->labels.entries[m->goal_entry].hub ^ 1];
}

static void corner_index_clear(const corner_index *c, const corner_end *start,
                               uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    hub_labels_clear(&c->labels, start->links[i].node, c->table);
}

// Finds the best path over corners between two ends with links.
static void corner_index_meet(const corner_index *c, corner_end *start,
                              const corner_end *goal, corner_meeting *m) {
  const hub_labels *l = &c->labels;
  m->distance = HUB_LABELS_FAR;
  if (start->count == 0 || goal->count == 0) return;
  const corner_link *first = &start->links[0], *last = &goal->links[0];
  hub_labels_set(l, first->node, first->length, c->table);
  uint32_t limit = hub_labels_distance(l, last->node, c->table) + last->length;
  m->start_count = corner_index_scatter(c, start, limit);
  corner_index_gather(c, goal, limit, m);
  corner_index_clear(c, start, m->start_count);
}

// A node on the way to the hub, and the entry of its label for the hub.
typedef struct corner_place {
  uint32_t node, entry;
} corner_place;

static inline corner_turn corner_index_turn(const corner_index *c, corner_place place) {
  const corner_boards *b = &c->boards;
  return (corner_turn){b->x[place.node >> 1], b->y[place.node >> 1], false};
}

// Follows both halves of a path to the hub, a step of each at a time, since each step
// waits for memory. The half of the goal is written from the end of the array. False: the
// labels are wrong, which those of a byte string may be.
static bool corner_index_follow(corner_index *c, const corner_end *start,
                                const corner_end *goal, corner_place from,
                                corner_place to) {
  corner_way *w = &c->way;
  uint32_t front = 0, back = w->capacity;
  bool has_from = true, has_to = true;
  w->turns[front++] = (corner_turn){(uint16_t)start->x, (uint16_t)start->y, false};
  w->turns[--back] = (corner_turn){(uint16_t)goal->x, (uint16_t)goal->y, false};
  while (has_from || has_to) {
    if (back - front < 2) return false;
    if (has_from) {
      w->turns[front++] = corner_index_turn(c, from);
      has_from = hub_labels_step(&c->labels, &from.node, &from.entry);
    }
    if (has_to) {
      w->turns[--back] = corner_index_turn(c, to);
      has_to = hub_labels_step(&c->labels, &to.node, &to.entry);
    }
  }
  back++; // the hub, which is in both halves
  w->count = front + w->capacity - back;
  memmove(w->turns + front, w->turns + back, (w->capacity - back) * sizeof *w->turns);
  return true;
}

// Finds the link of the start on the path of a meeting, and the entry of its label for
// the hub. False: the labels are wrong.
static bool corner_index_find_start(const corner_index *c, const corner_end *start,
                                    const corner_meeting *m, corner_place *place) {
  const hub_labels *l = &c->labels;
  uint16_t hub = l->entries[m->goal_entry].hub ^ 1;
  for (uint32_t i = 0; i < m->start_count; i++) {
    const corner_link *link = &start->links[i];
    if (link->length > m->start_distance) continue;
    uint32_t entry = hub_labels_find(l, link->node, hub);
    if (entry == UINT32_MAX) continue;
    *place = (corner_place){link->node, entry};
    if (link->length + l->entries[entry].distance == m->start_distance) return true;
  }
  return false;
}

// Makes the way over a meeting. False: the labels are wrong.
static bool corner_index_make_way(corner_index *c, const corner_end *start,
                                  const corner_end *goal, const corner_meeting *m) {
  corner_place from, to = {goal->links[m->goal_link].node, m->goal_entry};
  return corner_index_find_start(c, start, m, &from) &&
         corner_index_follow(c, start, goal, from, to);
}

// ------------------------------------------------------------------------------ queries

// Whether the map of the bake has a leg between two tiles that is not free now, and that
// costs less than a path over corners.
static bool corner_index_lost_leg(const corner_index *c, const corner_end *start,
                                  const corner_end *goal, uint32_t distance) {
  return c->live.blocked > 0 &&
         corner_boards_distance(&c->boards, start->x, start->y, goal->x, goal->y) <
             distance &&
         (corner_index_was_leg(c, start, goal) || corner_index_was_leg(c, goal, start));
}

// Whether an end was passable when the map was baked.
static bool corner_index_was_passable(const corner_index *c, const corner_end *end) {
  return c->live.opened == 0 || corner_boards_is_passable(&c->boards, end->x, end->y);
}

// Makes the way of one leg, if it is free on the live map.
static bool corner_index_find_leg(corner_index *c, const corner_end *start,
                                  const corner_end *goal) {
  bool is_forward = live_boards_is_leg(&c->live, start->x, start->y, goal->x, goal->y);
  if (!is_forward && !live_boards_is_leg(&c->live, goal->x, goal->y, start->x, start->y))
    return false;
  c->way.turns[0] = (corner_turn){(uint16_t)start->x, (uint16_t)start->y, false};
  c->way.turns[1] = (corner_turn){(uint16_t)goal->x, (uint16_t)goal->y, !is_forward};
  c->way.count = 2;
  return true;
}

// Finds out whether a meeting is a cheapest path on the live map. `*has_way`: the way is
// made, and all its legs are free. `wants_way`: it is needed.
static astar_status corner_index_judge(corner_index *c, const corner_end *start,
                                       const corner_end *goal, const corner_meeting *m,
                                       bool wants_way, bool *has_way) {
  bool must_verify = c->live.blocked > 0;
  uint32_t distance = m->distance < HUB_LABELS_FAR ? m->distance : UINT32_MAX;
  *has_way = false;
  if (corner_index_lost_leg(c, start, goal, m->distance) ||
      live_boards_may_shorten(&c->live, start->x, start->y, goal->x, goal->y, distance))
    return ASTAR_RUNNING;
  if (m->distance >= HUB_LABELS_FAR)
    return c->labels.is_cut ? ASTAR_RUNNING : ASTAR_UNREACHABLE;
  if (!must_verify && !wants_way) return ASTAR_OK;
  if (!corner_index_make_way(c, start, goal, m)) return ASTAR_RUNNING;
  if (must_verify && !corner_way_verify(&c->way, &c->live)) return ASTAR_RUNNING;
  if (!must_verify) corner_way_orient(&c->way, &c->live);
  *has_way = true;
  return ASTAR_OK;
}

// The cost of a meeting on the live map, from its units or from the steps of the way.
// NaN: the labels are wrong.
static double corner_index_sum(corner_index *c, const corner_end *start,
                               const corner_end *goal, const corner_meeting *m,
                               bool has_way) {
  double cost = has_way ? NAN : corner_cost_of(&c->cost, m->distance);
  if (cost >= 0) return cost;
  if (!has_way && !corner_index_make_way(c, start, goal, m)) return NAN;
  return corner_way_cost(&c->way, &c->boards, c->cost.step);
}

// Finds a way over corners, or only its distance. ASTAR_RUNNING: this index does not
// know.
static astar_status corner_index_find_corners(corner_index *c, corner_end *start,
                                              corner_end *goal, bool wants_way,
                                              double *cost) {
  corner_meeting m;
  bool has_way;
  if (!corner_index_was_passable(c, start) || !corner_index_was_passable(c, goal))
    return ASTAR_RUNNING;
  corner_index_connect(c, start, goal->x, goal->y);
  corner_index_connect(c, goal, start->x, start->y);
  corner_index_meet(c, start, goal, &m);
  astar_status status = corner_index_judge(c, start, goal, &m, wants_way, &has_way);
  if (status != ASTAR_OK || wants_way) return status;
  *cost = corner_index_sum(c, start, goal, &m, has_way);
  return *cost < INFINITY ? ASTAR_OK : ASTAR_RUNNING;
}

astar_status corner_index_find(corner_index *c, int start_x, int start_y, int goal_x,
                               int goal_y, bool is_straight, path_builder *path,
                               double *cost) {
  corner_end start = {start_x + 1, start_y + 1, c->start_links, 0};
  corner_end goal = {goal_x + 1, goal_y + 1, c->goal_links, 0};
  if (start_x == goal_x && start_y == goal_y) {
    c->way.turns[0] = (corner_turn){(uint16_t)start.x, (uint16_t)start.y, false};
    c->way.count = 1;
  } else if (!live_boards_is_passable(&c->live, goal.x, goal.y)) {
    return ASTAR_GOAL_BLOCKED;
  } else if (!live_boards_is_passable(&c->live, start.x, start.y)) {
    return ASTAR_RUNNING;
  } else if (!corner_index_find_leg(c, &start, &goal)) {
    bool wants_way = path != NULL;
    astar_status status = corner_index_find_corners(c, &start, &goal, wants_way, cost);
    if (status != ASTAR_OK || !wants_way) return status;
  }
  if (path == NULL) {
    *cost = corner_way_cost(&c->way, &c->boards, c->cost.step);
    return ASTAR_OK;
  }
  if (!corner_way_write(&c->way, &c->live, c->cost.step,
                        is_straight ? &c->straightening : NULL, path))
    return ASTAR_NO_MEMORY;
  *cost = path->cost;
  return ASTAR_OK;
}

// The cost of the path from the start, whose labels are in the table, to a tile.
// Infinity: there is no path. NaN: this index does not know.
static double corner_index_cost_to(corner_index *c, const corner_end *start,
                                   uint32_t start_count, int goal_x, int goal_y) {
  corner_end goal = {goal_x + 1, goal_y + 1, c->goal_links, 0};
  if (goal.x == start->x && goal.y == start->y) return 0;
  if (!live_boards_is_passable(&c->live, goal.x, goal.y)) return INFINITY;
  if (corner_index_find_leg(c, start, &goal))
    return corner_way_cost(&c->way, &c->boards, c->cost.step);
  corner_meeting m = {.start_count = start_count};
  bool has_way;
  if (!corner_index_was_passable(c, start) || !corner_index_was_passable(c, &goal))
    return NAN;
  corner_index_connect(c, &goal, start->x, start->y);
  corner_index_gather(c, &goal, UINT32_MAX, &m);
  astar_status status = corner_index_judge(c, start, &goal, &m, false, &has_way);
  if (status == ASTAR_UNREACHABLE) return INFINITY;
  return status == ASTAR_OK ? corner_index_sum(c, start, &goal, &m, has_way) : NAN;
}

void corner_index_costs(corner_index *c, const astar_grid *grid, int start_x, int start_y,
                        const astar_point *list, int count, double *costs) {
  corner_end start = {start_x + 1, start_y + 1, c->start_links, 0};
  uint32_t written = 0;
  bool is_passable = live_boards_is_passable(&c->live, start.x, start.y);
  if (is_passable && corner_index_was_passable(c, &start))
    corner_index_connect(c, &start, start.x, start.y);
  if (start.count > 0) {
    hub_labels_set(&c->labels, start.links[0].node, start.links[0].length, c->table);
    written = corner_index_scatter(c, &start, UINT32_MAX);
  }
  for (int i = 0; i < count; i++) {
    if (!grid_contains(grid, list[i].x, list[i].y)) {
      costs[i] = INFINITY;
    } else {
      costs[i] = is_passable
                     ? corner_index_cost_to(c, &start, written, list[i].x, list[i].y)
                     : NAN;
    }
  }
  corner_index_clear(c, &start, written);
}
