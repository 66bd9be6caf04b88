// Turn search: paths with the least turns, and of these the one that uses the fewest
// points in its last turn.
//
// A label is a way to a tile, with its time: turn and points used. Times are ordered by
// turn, then by points. Where a turn may end, one label per tile is enough: who is there
// earlier can wait for the next turn, so that nothing that a later label can do is out of
// its reach. On the tile of a friend nobody can wait. There a later label with fewer
// points used in its turn is of use, too: such a tile keeps a Pareto set of labels, none
// of which is both earlier and less used than another. And from a tile where a turn may
// end a step to a friend has two successors: go on, or end the turn first, to have more
// points among the friends.
//
// The search is A* on labels (P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis
// for the heuristic determination of minimum cost paths", 1968), ordered by the sum of
// the points of all turns before, of the points used, and of a lower bound of the points
// still to take. Jump points, dominated moves and searches from the goal are not valid:
// what a step takes depends on the steps before.
//
// Invariant: an open label is on a best path, with its true time. A label may be expanded
// before its best time is found (buckets, links that cost nothing); then it gets the
// better time and is expanded again.
//
// Lower bound. With ASTAR_FIT_EXACT a step takes what it costs. With ASTAR_FIT_MIN_STEP
// it may take as little as the points of a turn: h is scaled by points / o where these
// are fewer than o, the most that one step can lower h. With ASTAR_FIT_ANY the last step
// of a turn takes what is left, however little: so a turn gets a mover forward by at most
// points + o (`turn_search_bound`). With links only ASTAR_FIT_EXACT has a bound.
#include "search/turn_search.h"

#include <math.h>

#include "map/links.h"
#include "search/step_tables.h"

// Width of a bucket of the open list [cheapest steps].
#define TURN_SEARCH_BUCKET 0.5

void turn_search_fini(turn_search *s, astar_grid *grid) {
  memory *m = &grid->memory;
  bucket_queue_fini(&s->open);
  memory_free(m, s->reached, grid_tiles(grid) * sizeof *s->reached);
  memory_free(m, s->first, grid_tiles(grid) * sizeof *s->first);
  memory_free(m, s->labels, s->label_capacity * sizeof *s->labels);
}

// ------------------------------------------------------------------------- lower bound

// The points that a label at time `t` takes at least to come `h` nearer to the goals.
static double turn_search_bound(const turn_search *s, turn_time t, double h) {
  if (s->overdraw <= 0) return h * s->scale;
  double points = s->rules->turns->points, left = points - t.used;
  if (h <= left) return h;
  double rest = h - (left > 0 ? left + s->overdraw : 0);
  if (rest <= 0) return left;
  double whole = points + s->overdraw, turns = floor(rest / whole);
  double last = rest - turns * whole;
  return left + turns * points + (last < points ? last : points);
}

// The sum of the points when the goals are reached by way of a label, or less.
static inline double turn_search_estimate(const turn_search *s, const turn_label *label) {
  double sum = turn_rules_sum(s->rules, label->time);
  if (!s->has_goals) return sum;
  double h = heuristic_at(&s->heuristic, label->x, label->y);
  return sum + turn_search_bound(s, label->time, h);
}

static void turn_search_init_bound(turn_search *s) {
  const move_table *table = s->map->moves;
  double points = s->rules->turns->points, most = 0;
  for (int i = 0; i < table->count; i++)
    if (table->min_move_cost[i] < INFINITY && table->min_move_cost[i] > most)
      most = table->min_move_cost[i];
  astar_fit fit = s->rules->turns->fit;
  bool has_links = s->grid->arc_count > 0;
  s->overdraw = fit == ASTAR_FIT_ANY && !has_links ? most : 0;
  s->scale = 1;
  if (fit == ASTAR_FIT_MIN_STEP && most > points) s->scale = points / most;
  if (fit != ASTAR_FIT_EXACT && has_links) s->scale = 0;
}

// ------------------------------------------------------------------------------ labels

static inline uint32_t turn_search_cell(const turn_search *s, const turn_label *label) {
  return grid_cell(s->grid, label->x, label->y);
}

// Whether a label of a friend's tile makes another one useless.
static bool turn_search_dominates(const turn_search *s, const turn_label *a,
                                  const turn_label *b) {
  return a->time.turn <= b->time.turn && a->time.used <= b->time.used + s->slack;
}

// Whether another label of its tile is as good as `fresh`.
static bool turn_search_is_useless(const turn_search *s, uint32_t cell,
                                   const turn_label *fresh) {
  if (!fresh->is_friend)
    return turn_rules_sum(s->rules, fresh->time) >= s->reached[cell] - s->slack;
  for (uint32_t i = s->first[cell]; i != TURN_LABEL_NONE; i = s->labels[i].next)
    if (turn_search_dominates(s, &s->labels[i], fresh)) return true;
  return false;
}

// Makes room for a label where a turn may end: in place of the one that was there.
static uint32_t turn_search_replace(turn_search *s, uint32_t cell,
                                    const turn_label *fresh) {
  double sum = turn_rules_sum(s->rules, fresh->time);
  // A turn that has just begun is later than one that is over, at the same sum.
  bool is_new_turn = fresh->time.used <= 0 && fresh->time.turn > 0;
  s->reached[cell] = is_new_turn ? sum + 3 * s->slack : sum;
  if (s->first[cell] == TURN_LABEL_NONE) s->first[cell] = s->label_count++;
  return s->first[cell];
}

// Makes room for a label on the tile of a friend, and closes the useless ones.
static uint32_t turn_search_join(turn_search *s, uint32_t cell, turn_label *fresh) {
  for (uint32_t i = s->first[cell]; i != TURN_LABEL_NONE; i = s->labels[i].next)
    if (turn_search_dominates(s, fresh, &s->labels[i])) s->labels[i].is_closed = true;
  fresh->next = s->first[cell];
  return s->first[cell] = s->label_count++;
}

// Adds a label, unless another one of its tile is as good. There must be room.
static void turn_search_add(turn_search *s, uint32_t cell, turn_label *fresh) {
  if (turn_search_is_useless(s, cell, fresh)) return;
  if (fresh->time.turn >= s->rules->max_turns) {
    s->is_capped = true;
    return;
  }
  double estimate = turn_search_estimate(s, fresh);
  if (estimate >= s->bound) return;
  MEMORY_ASSERT(s->label_count < s->label_capacity);
  uint32_t at = fresh->is_friend ? turn_search_join(s, cell, fresh)
                                 : turn_search_replace(s, cell, fresh);
  s->labels[at] = *fresh;
  bucket_queue_push(&s->open, estimate, (int)(at & 0xffff), (int)(at >> 16));
}

// ------------------------------------------------------------------------------- steps

// A label that is expanded, and whether its tile is in a zone.
typedef struct turn_origin {
  const turn_label *label;
  uint32_t number;
  bool is_zone;
} turn_origin;

static inline turn_origin turn_search_origin(const turn_search *s, uint32_t number) {
  turn_origin from = {&s->labels[number], number, false};
  const turn_label *label = from.label;
  if (s->rules->zones != 0) {
    uint32_t cell = turn_search_cell(s, label);
    from.is_zone = turn_rules_tile(s->rules, cell, label->x, label->y).is_zone;
  }
  return from;
}

// Relaxes a step to (x, y), cell `cell`. There must be room for two labels.
static void turn_search_relax(turn_search *s, const turn_origin *from, uint32_t cell,
                              int x, int y, double cost, uint8_t move) {
  const turn_rules *rules = s->rules;
  turn_time time = from->label->time;
  turn_tile tile = turn_rules_tile(rules, cell, x, y);
  bool ends = tile.is_zone && (rules->turns->zone == ASTAR_ZONE_STOP || from->is_zone);
  turn_label to = {.time = time,
                   .cost = cost,
                   .parent = from->number,
                   .x = (uint16_t)x,
                   .y = (uint16_t)y,
                   .move = move,
                   .is_friend = tile.is_friend};
  bool goes_on = turn_rules_take(rules, &to.time, cost, ends, tile.is_friend);
  if (goes_on) turn_search_add(s, cell, &to);
  bool can_wait = !from->label->is_friend && time.used > 0;
  if ((goes_on && !tile.is_friend) || !can_wait) return;
  to.time = (turn_time){0, time.turn + 1};
  if (turn_rules_take(rules, &to.time, cost, ends, tile.is_friend))
    turn_search_add(s, cell, &to);
}

static bool turn_search_reserve(turn_search *s, uint32_t steps) {
  if (s->label_count + 2 * steps <= s->label_capacity ||
      MEMORY_RESERVE(&s->map->grid->memory, s->labels, s->label_capacity,
                     s->label_count + 2 * steps))
    return true;
  s->status = RUN_NO_MEMORY;
  return false;
}

static void turn_search_follow_links(turn_search *s, uint32_t number) {
  uint32_t count, cell = turn_search_cell(s, &s->labels[number]);
  const grid_arc *arcs = links_arcs_from(s->grid, cell, &count);
  if (count == 0 || !turn_search_reserve(s, count)) return;
  turn_origin from = turn_search_origin(s, number);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t to = arcs[i].to;
    if (!costmap_is_cell_passable(s->map, to)) continue;
    turn_search_relax(s, &from, to, grid_x(s->grid, to), grid_y(s->grid, to),
                      arcs[i].cost, MOVE_LINK);
  }
}

// Whether a step in direction d may reach a neighbor before its label does, even when no
// zone ends the turn, as bit d. The step arrives at `end` at the latest; `waits`: what it
// takes more when it fits, and when it does not.
static inline uint64_t turn_search_try(const step_tables *t, const double *reached,
                                       uint32_t cell, int d, double sum, double left,
                                       double end, const double *waits) {
  uint32_t to = cell + (uint32_t)t->offset[d];
  double cost = step_tables_cost(t, to, d), arrives = sum + cost;
  if (arrives > end) arrives = end;
  return (uint64_t)(arrives + waits[cost > left] < reached[to]) << d;
}

// The moves from a tile that may reach a neighbor earlier. All are tried, legal or not,
// because a branch per move would be unpredictable.
static inline uint64_t turn_search_find_earlier(const turn_search *s,
                                                const step_tables *t, uint32_t cell,
                                                turn_time time) {
  double left = s->rules->turns->points - time.used;
  double sum = turn_rules_sum(s->rules, time) + s->slack;
  bool is_exact = s->rules->turns->fit == ASTAR_FIT_EXACT;
  bool is_last = !s->has_goals && time.turn + 1 >= s->rules->max_turns;
  double end = is_exact ? INFINITY : sum + left;
  // In the last turn of a range, steps that do not fit lead nowhere.
  double waits[2] = {0, !is_exact ? 0 : is_last ? INFINITY : left};
  left += s->rules->rounding;
  uint64_t earlier = 0;
  for (int d = 0; d < t->count; d += 4) {
    earlier |= turn_search_try(t, s->reached, cell, d, sum, left, end, waits) |
               turn_search_try(t, s->reached, cell, d + 1, sum, left, end, waits) |
               turn_search_try(t, s->reached, cell, d + 2, sum, left, end, waits) |
               turn_search_try(t, s->reached, cell, d + 3, sum, left, end, waits);
  }
  return earlier;
}

static void turn_search_expand(turn_search *s, const step_tables *tables,
                               uint32_t number) {
  if (!turn_search_reserve(s, ASTAR_MAX_MOVES)) return;
  s->labels[number].is_closed = true;
  s->expanded++;
  turn_origin from = turn_search_origin(s, number);
  int x = from.label->x, y = from.label->y;
  uint32_t cell = turn_search_cell(s, from.label);
  uint64_t moves = costmap_moves(s->map, x, y);
  if (tables != NULL && step_tables_are_inside(tables, cell))
    moves &= turn_search_find_earlier(s, tables, cell, from.label->time);
  const tile_move *list = s->map->moves->list[costmap_parity(s->map, x, y)];
  for (; moves != 0; moves &= moves - 1) {
    int move = bits_lowest(moves);
    uint32_t to = cell + (uint32_t)list[move].offset;
    turn_search_relax(s, &from, to, x + list[move].dx, y + list[move].dy,
                      costmap_cost_into(s->map, x, y, move, to), (uint8_t)move);
  }
  if (s->grid->arc_count > 0) turn_search_follow_links(s, number);
}

// -------------------------------------------------------------------------------- loop

static void turn_search_reset(turn_search *s) {
  for (uint32_t i = 1; i < s->label_count; i++) {
    uint32_t cell = turn_search_cell(s, &s->labels[i]);
    s->first[cell] = TURN_LABEL_NONE;
    s->reached[cell] = INFINITY;
  }
  s->label_count = 1;
  s->expanded = 0;
}

static void turn_search_put_start(turn_search *s, const astar_query *query) {
  uint32_t cell = grid_cell(s->grid, query->start_x, query->start_y);
  turn_label start = {.time = {query->turns->points - query->turns->left, 0},
                      .x = (uint16_t)query->start_x,
                      .y = (uint16_t)query->start_y,
                      .move = MOVE_START};
  if (turn_search_reserve(s, 1)) turn_search_add(s, cell, &start);
}

static bool turn_search_ensure_cells(turn_search *s) {
  memory *m = &s->map->grid->memory;
  uint32_t tiles = grid_tiles(s->grid);
  if (s->first == NULL) s->first = (uint32_t *)memory_new(m, tiles * sizeof *s->first);
  if (s->first != NULL && s->reached == NULL) {
    s->reached = (double *)memory_resize(m, NULL, 0, tiles * sizeof *s->reached);
    for (uint32_t i = 0; s->reached != NULL && i < tiles; i++) s->reached[i] = INFINITY;
  }
  return s->reached != NULL;
}

run_status turn_search_begin(turn_search *s, run *r, budget *b) {
  const astar_query *query = r->query;
  (void)b;
  s->grid = r->grid;
  s->map = &r->map;
  s->goals = &r->goals;
  if (!turn_search_ensure_cells(s)) return s->status = RUN_NO_MEMORY;
  turn_search_reset(s);
  s->rules = &r->goals.turns;
  s->slack = s->rules->rounding * 1e-3;
  s->status = RUN_RUNNING;
  s->max_expansions = query->max_expansions;
  s->is_partial = query->partial;
  s->has_goals = query->goal_count > 0;
  s->is_capped = false;
  s->found = s->nearest = TURN_LABEL_NONE;
  s->nearest_distance = INT32_MAX;
  s->bound = INFINITY;
  turn_search_init_bound(s);
  if (s->has_goals) heuristic_init(&s->heuristic, s->map, s->goals, query, false);
  double step = s->map->moves->min_step, points = query->turns->points;
  if (points < step) step = points;
  if (!bucket_queue_begin(&s->open, &r->grid->memory, 0, step * TURN_SEARCH_BUCKET, step))
    return s->status = RUN_NO_MEMORY;
  turn_search_put_start(s, query);
  return s->status;
}

// A goal was popped. The search continues only for labels that arrive earlier by more
// than rounding, or at the end of the turn before this one begins.
static void turn_search_reach_goal(turn_search *s, uint32_t number) {
  turn_time time = s->labels[number].time;
  if (s->found != TURN_LABEL_NONE && !turn_time_is_before(time, s->labels[s->found].time))
    return;
  double rounding = s->rules->rounding;
  s->found = number;
  s->bound = turn_rules_sum(s->rules, time) + (time.used > 0 ? -rounding : rounding);
}

static void turn_search_update_nearest(turn_search *s, uint32_t number) {
  const turn_label *label = &s->labels[number];
  int goal, distance = goals_distance(s->goals, label->x, label->y, &goal);
  if (distance > s->nearest_distance || label->is_friend) return;
  if (distance == s->nearest_distance &&
      !turn_time_is_before(label->time, s->labels[s->nearest].time))
    return;
  s->nearest = number;
  s->nearest_distance = distance;
}

static bool turn_search_is_goal(const turn_search *s, const turn_label *label) {
  return s->has_goals && !label->is_friend && goals_at(s->goals, label->x, label->y) >= 0;
}

static void turn_search_expand_next(turn_search *s, const step_tables *tables) {
  bucket_queue_entry number;
  bool is_over =
      s->found != TURN_LABEL_NONE && bucket_queue_is_beyond(&s->open, s->bound);
  if (is_over || !bucket_queue_pop(&s->open, &number)) {
    s->status = s->found != TURN_LABEL_NONE ? RUN_FOUND
                : s->is_capped              ? RUN_CAPPED
                                            : RUN_EXHAUSTED;
    return;
  }
  const turn_label *label = &s->labels[number];
  if (label->is_closed) return;
  if (s->found != TURN_LABEL_NONE && turn_search_estimate(s, label) >= s->bound) return;
  if (turn_search_is_goal(s, label)) {
    turn_search_reach_goal(s, number);
  } else if (s->expanded >= s->max_expansions) {
    s->status = RUN_CAPPED;
  } else {
    if (s->is_partial) turn_search_update_nearest(s, number);
    turn_search_expand(s, tables, number);
  }
}

run_status turn_search_step(turn_search *s, run *r, int64_t count) {
  int64_t end = count < INT64_MAX - s->expanded ? s->expanded + count : INT64_MAX;
  step_tables tables = step_tables_of(s->map);
  bool has_tables = step_tables_suit(s->map);
  while (s->status == RUN_RUNNING && s->expanded < end && !s->open.has_failed)
    turn_search_expand_next(s, has_tables ? &tables : NULL);
  r->expanded = s->expanded;
  if (s->open.has_failed) return s->status = RUN_NO_MEMORY;
  uint32_t last = TURN_LABEL_NONE;
  if (s->status == RUN_FOUND) last = s->found;
  if (s->is_partial && (s->status == RUN_EXHAUSTED || s->status == RUN_CAPPED))
    last = s->found != TURN_LABEL_NONE ? s->found : s->nearest;
  if (last != TURN_LABEL_NONE) {
    r->has_path =
        turn_search_build_path(s->labels, last, s->rules->turns->points, r->path);
    if (!r->has_path) s->status = RUN_NO_MEMORY;
  }
  return s->status;
}

// -------------------------------------------------------------------------------- path

bool turn_search_build_path(const turn_label *labels, uint32_t label, double points,
                            path_builder *path) {
  uint32_t count = 0;
  path_builder_clear(path);
  for (uint32_t i = label; i != TURN_LABEL_NONE; i = labels[i].parent, count++) {
    const turn_label *at = &labels[i];
    if (at->parent == TURN_LABEL_NONE
            ? !path_builder_add_start(path, at->x, at->y)
            : !path_builder_add(path, at->x, at->y, at->move, 1))
      return false;
  }
  if (!path_builder_begin_turns(path, count, points - labels[label].time.used))
    return false;
  for (uint32_t i = label; i != TURN_LABEL_NONE; i = labels[i].parent)
    path->turns[--count] = labels[i].time.turn + 1;
  return true;
}
