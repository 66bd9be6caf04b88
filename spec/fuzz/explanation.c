/// Compares explanations, planned obstacles and choke points with brute force on random
/// terrain:
///
///     build/fuzz/explanation [MAPS [SEED]]
///
/// Method: the program makes a random map and up to two sets of random rules (terrain.h),
/// asks, edits the map, and asks again, so that derived data is built, kept and repaired.
/// The expected answers come from the definitions in astar_explain.h and the oracle
/// (oracle.h):
///
/// - `relax`, `terrains`, `widest`: a search on the map, or with the rules, that have the
///   change;
/// - tiles to open: the path must be legal, with its cost, on a map where these tiles are
///   open. Exact answers for movers of one tile must be the minimum over all sets of
///   tiles (requirement.h); on larger maps, for rules where diagonal steps need no tile
///   that a straight step does not need, their sum must be that of a search by tiles;
/// - `tightest`: a cheapest path must lead there by steps that the larger mover can make,
///   and on by one that it cannot make;
/// - the barrier: two searches, as it is defined;
/// - `can_block`: a search on a map with obstacles on these tiles;
/// - choke points: they must cut the pair, each of them must be needed, and on small maps
///   no smaller set and, for most rules, no nearer one may exist (requirement.h).
///
/// Each explanation is also compared with one of a fresh copy of the map, and with one
/// for which some parts only were wanted. Questions between the steps of a sliced search,
/// and inside a heuristic function, must not change the search. The grid must stay as it
/// was, byte by byte.
///
/// Each map has a seed of its own: SEED, SEED + 1, ... A failure prints the seed, and
/// ends the program; `explanation 1 SEED` repeats that map.
#include "astar_explain.h"
#include "optimum.h"
#include "requirement.h"
#include "terrain.h"
#include "../support/rounds.h"

#include <math.h>
#include <string.h>

enum {
  MAX_VIEWS = 2,
  MAX_ROUNDS = 5,
  MAX_PAIRS = 5,
  MAX_BLOCKED = 20,
  MAX_GOALS = 4,
  MAX_CUT = 4, ///< brute force finds the smallest cuts of at most this size
  MAX_POINTS = 20,
  LAYER = ASTAR_LAYERS, ///< no filter here ignores it, and no map uses it
  OPENED = TERRAINS,    ///< an opened tile of terrain `t` has terrain `t + OPENED`
  MANY_PAIRS = 4 * TERRAIN_PAIRS,
  SERIALIZED = 1 << 20
};

/// Rules, and the filter of the queries.
typedef struct view {
  law law;
  astar_filter filter;
  bool has_filter;
  astar_rules_def def; ///< with this filter, for the oracle
  astar_field *field;  ///< made at some time; may be stale
  bool is_range;
  astar_point goals[ORACLE_TILES]; ///< of the field
  int goal_count;
} view;

/// All that an explanation says.
typedef struct answer {
  astar_explanation_summary summary;
  uint8_t terrains[256];
  astar_open_tile tiles[ORACLE_TILES];
  astar_point points[ORACLE_TILES], barrier[ORACLE_TILES];
  double costs[ORACLE_TILES];
  size_t terrain_count, tile_count, point_count, cost_count, barrier_count;
} answer;

typedef struct world {
  terrain terrain;
  view views[MAX_VIEWS];
  int view_count;
  view *view;
  astar_grid *copy; ///< fresh
  const oracle_map *map;
  optimum optimum;
  astar_explain_query query;
  astar_pair pair; ///< start and goal of the question now
  astar_point blocked[MAX_BLOCKED];
  int blocked_count;
  uint64_t explained, unreachable, opened, exact, minimal, unknown, blockings, refused,
      cuts, smallest;
} world;

static world w;
static answer first, again;
static oracle_map changed;
static requirement required;
static bool seen[ORACLE_TILES];

// ---------------------------------------------------------------------------- failures

static void print_answer(const char *name, const answer *t) {
  const astar_explanation_summary *s = &t->summary;
  fprintf(stderr, "%s: %s, relax %u, widest %d", name, astar_reason(s->reason), s->relax,
          s->widest);
  if (s->has_tightest) fprintf(stderr, ", tightest %d,%d", s->tightest.x, s->tightest.y);
  fprintf(stderr, "\n  terrains:");
  for (size_t i = 0; i < t->terrain_count; i++) fprintf(stderr, " %d", t->terrains[i]);
  fprintf(stderr,
          "\n  can open %d, exact %d, open cost %.17g, path cost %.17g:", s->can_open,
          s->is_exact, s->open_cost, s->path_cost);
  for (size_t i = 0; i < t->tile_count; i++) {
    fprintf(stderr, " %d,%d(%d%s)", t->tiles[i].x, t->tiles[i].y, t->tiles[i].terrain,
            t->tiles[i].blocked ? " blocked" : "");
  }
  fprintf(stderr, "\n  path:");
  for (size_t i = 0; i < t->point_count; i++)
    fprintf(stderr, " %d,%d", t->points[i].x, t->points[i].y);
  fprintf(stderr, "\n  barrier:");
  for (size_t i = 0; i < t->barrier_count; i++)
    fprintf(stderr, " %d,%d", t->barrier[i].x, t->barrier[i].y);
  fputc('\n', stderr);
}

static void print_question(void) {
  fprintf(stderr, "from %d, %d to %d, %d; open blocked %g, open", w.pair.x1, w.pair.y1,
          w.pair.x2, w.pair.y2, w.query.open_blocked);
  for (int i = 0; i < TERRAINS; i++) fprintf(stderr, " %g", w.query.open_cost[i]);
  fprintf(stderr, "\nblocked:");
  for (int i = 0; i < w.blocked_count; i++)
    fprintf(stderr, " %d,%d", w.blocked[i].x, w.blocked[i].y);
  fputc('\n', stderr);
}

/// Prints a set of the variable tiles of `required`.
static void print_set(uint64_t set) {
  for (int i = 0; i < required.variable_count; i++) {
    const int tile = required.variables[i], width = w.map->width;
    if ((set >> i & 1) != 0) fprintf(stderr, " %d,%d", tile % width, tile / width);
  }
  fputc('\n', stderr);
}

static void describe(void) {
  print_question();
  print_answer("explanation", &first);
  print_answer("other explanation", &again);
  if (w.view != NULL) {
    terrain_print_law(&w.view->law);
    fprintf(stderr, "filter: ignored layers 0x%x, penalty scale %g\n",
            (unsigned)w.view->filter.ignored_layers, w.view->filter.penalty_scale);
  }
  terrain_print(&w.terrain);
}

static bool is_near(double a, double b) {
  return fabs(a - b) <= 1e-9 * (a < b ? b : a) || (!(a < b) && !(a > b));
}

// ------------------------------------------------------------------------ brute force

static int tile_at(int x, int y) { return oracle_index(w.map, x, y); }

static int tile_count(void) { return w.map->width * w.map->height; }

/// Marks all tiles that a mover can reach from a tile.
static void reach(const oracle_map *map, const astar_rules_def *def, int start,
                  bool *reached) {
  static int list[ORACLE_TILES];
  oracle_edge edges[ORACLE_STEPS];
  int count = 0;
  memset(reached, 0, (size_t)(map->width * map->height));
  reached[start] = true;
  list[count++] = start;
  for (int at = 0; at < count; at++) {
    const int x = list[at] % map->width, y = list[at] / map->width;
    for (int i = oracle_edges_from(map, def, x, y, edges) - 1; i >= 0; i--) {
      if (reached[edges[i].to]) continue;
      reached[edges[i].to] = true;
      list[count++] = edges[i].to;
    }
  }
}

/// What `astar_is_reachable` must return; marks what can be reached in `seen`.
static astar_status reason_of(const oracle_map *map, const astar_rules_def *def,
                              const astar_pair *p) {
  if (!oracle_contains(map, p->x1, p->y1)) return ASTAR_OUT_OF_BOUNDS;
  if (!oracle_contains(map, p->x2, p->y2)) return ASTAR_OUT_OF_BOUNDS;
  const int start = oracle_index(map, p->x1, p->y1);
  const int goal = oracle_index(map, p->x2, p->y2);
  reach(map, def, start, seen);
  if (start == goal) return ASTAR_OK;
  if (!oracle_fits(map, def, p->x2, p->y2)) return ASTAR_GOAL_BLOCKED;
  return seen[goal] ? ASTAR_OK : ASTAR_UNREACHABLE;
}

static bool connects(const oracle_map *map, const astar_rules_def *def) {
  return reason_of(map, def, &w.pair) == ASTAR_OK;
}

// --------------------------------------------------------------------------- relaxation

/// The rules with one terrain passable, or with all of them (-1).
static astar_rules_def with_terrain(int ground) {
  astar_rules_def def = w.view->def;
  for (int i = 0; i < 256; i++)
    if ((i == ground || ground < 0) && def.cost[i] <= 0) def.cost[i] = 1;
  return def;
}

static unsigned expected_relax(void) {
  unsigned relax = 0;
  astar_rules_def def = w.view->def;
  def.diagonal = ASTAR_DIAGONAL_ALWAYS;
  if (connects(w.map, &def)) relax |= ASTAR_RELAX_DIAGONAL;
  def = w.view->def;
  def.size = 1;
  if (connects(w.map, &def)) relax |= ASTAR_RELAX_SIZE;
  def = w.view->def;
  def.filter.ignored_layers = ASTAR_ALL_LAYERS;
  if (connects(w.map, &def)) relax |= ASTAR_RELAX_BLOCKED;
  changed = *w.map;
  memset(changed.closed, 0, sizeof changed.closed);
  if (connects(&changed, &w.view->def)) relax |= ASTAR_RELAX_EDGES;
  def = with_terrain(-1);
  if (connects(w.map, &def)) relax |= ASTAR_RELAX_TERRAIN;
  return relax;
}

static void check_relax(const answer *t) {
  size_t count = 0;
  if (t->summary.reason == ASTAR_OK) {
    REQUIRE(t->summary.relax == 0);
    REQUIRE(t->terrain_count == 0);
    return;
  }
  REQUIRE(t->summary.relax == expected_relax());
  for (int i = 0; i < TERRAINS; i++) {
    if (w.view->def.cost[i] > 0) continue;
    const astar_rules_def def = with_terrain(i);
    if (!connects(w.map, &def)) continue;
    REQUIRE(count < t->terrain_count && t->terrains[count] == i);
    count++;
  }
  REQUIRE(t->terrain_count == count);
}

// ----------------------------------------------------------------------------- opening

/// A tile that the mover cannot stand on, and what it costs to open it.
static bool is_impassable(int tile) {
  return w.view->def.cost[w.map->terrain[tile]] <= 0;
}

static bool is_blocked(int tile) {
  return (w.map->obstacles[tile] & ~w.view->def.filter.ignored_layers) != 0;
}

static double opening_cost(int tile) {
  const double ground = is_impassable(tile) ? w.query.open_cost[w.map->terrain[tile]] : 0;
  const double obstacle = is_blocked(tile) ? w.query.open_blocked : 0;
  return ground < 0 || obstacle < 0 ? INFINITY : ground + obstacle;
}

static bool is_shut(int tile) { return is_impassable(tile) || is_blocked(tile); }

static void open_tile(oracle_map *map, int tile) {
  if (is_impassable(tile)) map->terrain[tile] = (uint8_t)(w.map->terrain[tile] + OPENED);
  map->obstacles[tile] &= w.view->def.filter.ignored_layers;
}

/// The rules with a passable terrain `t + OPENED` for each impassable terrain `t`.
static astar_rules_def rules_of_open_tiles(void) {
  static astar_pair_cost pairs[MANY_PAIRS];
  astar_rules_def def = w.view->def;
  double least = INFINITY;
  for (int i = 0; i < 256; i++)
    if (def.cost[i] > 0 && def.cost[i] < least) least = def.cost[i];
  for (int i = 0; i < TERRAINS; i++)
    if (def.cost[i] <= 0) def.cost[i + OPENED] = least < INFINITY ? least : 1;
  for (size_t i = 0; i < 4 * def.pair_cost_count; i++) {
    pairs[i] = w.view->def.pair_costs[i / 4];
    if (i % 2 != 0) pairs[i].from += OPENED;
    if (i % 4 >= 2) pairs[i].to += OPENED;
  }
  def.pair_costs = pairs;
  def.pair_cost_count *= 4;
  return def;
}

/// Whether a diagonal step needs no tile that a straight step does not need: then the
/// sum of a set of tiles is that of the tiles which a path of straight steps enters.
static bool is_plain(const astar_rules_def *def) {
  return def->size == 1 && !def->has_pair_costs &&
         (def->neighbors != 0 || w.map->layout != ASTAR_SQUARE);
}

/// Whether a step of plain rules may be the only way. A diagonal step that follows a
/// corner rule needs one of its corners, and two straight steps lead over it.
static bool is_needed(const oracle_edge *e) {
  const int width = w.map->width;
  if (e->is_link || w.map->layout != ASTAR_SQUARE) return true;
  if (w.view->def.diagonal == ASTAR_DIAGONAL_ALWAYS) return true;
  return e->from % width == e->to % width || e->from / width == e->to / width;
}

/// The least sum for plain rules, by lowering sums along all steps until none changes.
static double least_sum(const oracle_map *open, const astar_rules_def *def) {
  static double sums[ORACLE_TILES];
  const int tiles = tile_count();
  optimum_read(&w.optimum, open, def);
  for (int i = 0; i < tiles; i++) sums[i] = INFINITY;
  sums[tile_at(w.pair.x1, w.pair.y1)] = 0;
  for (bool lowers = true; lowers;) {
    lowers = false;
    for (int i = 0; i < w.optimum.first[tiles]; i++) {
      const oracle_edge *e = &w.optimum.edges[i];
      const double sum = sums[e->from] + (is_shut(e->to) ? opening_cost(e->to) : 0);
      if (!(sum < sums[e->to]) || !is_needed(e)) continue;
      sums[e->to] = sum;
      lowers = true;
    }
  }
  return sums[tile_at(w.pair.x2, w.pair.y2)];
}

/// Checks that no set of tiles is better than the one of an explanation.
static void check_minimum(const answer *t, const oracle_map *open,
                          const astar_rules_def *def) {
  static oracle_map shut;
  static bool is_variable[ORACLE_TILES];
  double costs[REQUIREMENT_VARIABLES];
  shut = *open;
  for (int i = 0; i < tile_count(); i++) {
    // Tiles that cost nothing are always open: it can only help.
    is_variable[i] = is_shut(i) && opening_cost(i) < INFINITY && opening_cost(i) > 0;
    if (!is_variable[i]) continue;
    shut.terrain[i] = w.map->terrain[i];
    shut.obstacles[i] = w.map->obstacles[i];
  }
  if (!requirement_read(&required, open, &shut, def, is_variable)) return;
  for (int i = 0; i < required.variable_count; i++)
    costs[i] = opening_cost(required.variables[i]);
  double sum = t->summary.open_cost, cost = t->summary.path_cost * (1 - 1e-6);
  uint64_t set = 0;
  const requirement_answer outcome =
      requirement_open(&required, costs, tile_at(w.pair.x1, w.pair.y1),
                       tile_at(w.pair.x2, w.pair.y2), &sum, &cost, &set);
  if (outcome == REQUIREMENT_FOUND) {
    fprintf(stderr, "a better set: sum %.17g, path %.17g:", sum, cost);
    print_set(set);
  }
  REQUIRE(outcome != REQUIREMENT_FOUND);
  w.minimal += outcome == REQUIREMENT_NONE;
  w.unknown += outcome == REQUIREMENT_UNKNOWN;
}

/// Checks the tiles, each for itself, and opens them on a map.
static void check_tiles(const answer *t, oracle_map *open) {
  double sum = 0;
  *open = *w.map;
  for (size_t i = 0; i < t->tile_count; i++) {
    const astar_open_tile *tile = &t->tiles[i];
    REQUIRE(oracle_contains(w.map, tile->x, tile->y));
    const int at = tile_at(tile->x, tile->y);
    REQUIRE(tile->terrain == w.map->terrain[at]);
    REQUIRE(tile->blocked == is_blocked(at));
    REQUIRE(is_shut(at) && opening_cost(at) < INFINITY);
    for (size_t k = 0; k < i; k++) REQUIRE(tile_at(t->tiles[k].x, t->tiles[k].y) != at);
    sum += opening_cost(at);
    open_tile(open, at);
  }
  REQUIRE(is_near(t->summary.open_cost, sum));
}

/// Checks that the points are a legal walk on the map with open tiles, over no tile
/// twice, with the costs that the explanation has.
static void check_walk(const answer *t, const oracle_map *open,
                       const astar_rules_def *def) {
  static bool visited[ORACLE_TILES];
  double cost = 0;
  memset(visited, 0, sizeof visited);
  REQUIRE(t->point_count > 0 && t->cost_count == t->point_count);
  REQUIRE(t->points[0].x == w.pair.x1 && t->points[0].y == w.pair.y1);
  const astar_point last = t->points[t->point_count - 1];
  REQUIRE(last.x == w.pair.x2 && last.y == w.pair.y2);
  for (size_t i = 0; i < t->point_count; i++) {
    const astar_point p = t->points[i];
    REQUIRE(oracle_contains(w.map, p.x, p.y) && !visited[tile_at(p.x, p.y)]);
    visited[tile_at(p.x, p.y)] = true;
    if (i > 0) {
      const astar_point before = t->points[i - 1];
      cost += oracle_step_cost(open, def, before.x, before.y, p.x, p.y);
      REQUIRE(cost < INFINITY);
    }
    REQUIRE(is_near(t->costs[i], cost));
  }
  REQUIRE(is_near(t->summary.path_cost, cost));
}

/// The first step of the path that is illegal without one of the open tiles; the number
/// of steps when there is none.
static size_t first_step_with(const answer *t, const oracle_map *open,
                              const astar_rules_def *def, int tile) {
  changed = *open;
  changed.terrain[tile] = w.map->terrain[tile];
  changed.obstacles[tile] = w.map->obstacles[tile];
  size_t i = 1;
  for (; i < t->point_count; i++) {
    const astar_point a = t->points[i - 1], b = t->points[i];
    if (!(oracle_step_cost(&changed, def, a.x, a.y, b.x, b.y) < INFINITY)) break;
  }
  return i;
}

/// Whether a mover at (x, y) covers a tile.
static bool covers(const astar_rules_def *def, int x, int y, int tile) {
  const int dx = tile % w.map->width - x, dy = tile / w.map->width - y;
  return dx >= 0 && dy >= 0 && dx < def->size && dy < def->size;
}

/// Whether a step enters a tile, passes it at a corner, or names it as clear.
static bool involves(const astar_rules_def *def, astar_point a, astar_point b, int tile) {
  if (covers(def, b.x, b.y, tile)) return true;
  if (covers(def, b.x, a.y, tile) || covers(def, a.x, b.y, tile)) return true;
  for (int i = 0; i < def->move_count; i++) {
    const astar_move *move = &def->moves[i];
    if (move->dx != b.x - a.x || move->dy != b.y - a.y) continue;
    for (int k = 0; k < move->clear_count; k++)
      if (covers(def, a.x + move->clear[k].x, a.y + move->clear[k].y, tile)) return true;
  }
  return false;
}

/// Checks that the tiles are in the order of the path: each comes with a step that
/// involves it, at the latest with the first step that is illegal without it.
static void check_order(const answer *t, const oracle_map *open,
                        const astar_rules_def *def) {
  size_t step = 1;
  for (size_t i = 0; i < t->tile_count; i++) {
    const int tile = tile_at(t->tiles[i].x, t->tiles[i].y);
    while (step < t->point_count &&
           !involves(def, t->points[step - 1], t->points[step], tile))
      step++;
    REQUIRE(step < t->point_count && step <= first_step_with(t, open, def, tile));
  }
}

static void check_opening(const answer *t) {
  static oracle_map open, all;
  const astar_rules_def def = rules_of_open_tiles();
  all = *w.map;
  for (int i = 0; i < tile_count(); i++)
    if (is_shut(i) && opening_cost(i) < INFINITY) open_tile(&all, i);
  REQUIRE(t->summary.can_open == connects(&all, &def));
  if (!t->summary.can_open) {
    REQUIRE(t->tile_count == 0 && t->point_count == 0 && t->cost_count == 0);
    return;
  }
  check_tiles(t, &open);
  check_walk(t, &open, &def);
  check_order(t, &open, &def);
  REQUIRE(!t->summary.is_exact || def.size == 1 || t->tile_count == 0);
  if (t->summary.reason == ASTAR_OK) REQUIRE(t->tile_count == 0 && t->summary.is_exact);
  optimum_read(&w.optimum, &open, &def);
  optimum_from(&w.optimum, tile_at(w.pair.x1, w.pair.y1));
  const double least = w.optimum.costs[tile_at(w.pair.x2, w.pair.y2)];
  REQUIRE(t->summary.path_cost >= least * (1 - 1e-9));
  if (t->summary.is_exact) REQUIRE(t->summary.path_cost <= least * (1 + 1e-6));
  if (t->summary.reason == ASTAR_OK || def.size > 1) return;
  w.opened++;
  if (!t->summary.is_exact) return;
  w.exact++;
  if (is_plain(&def)) REQUIRE(t->summary.open_cost <= least_sum(&all, &def) * (1 + 1e-9));
  check_minimum(t, &all, &def);
}

// ------------------------------------------------------------------------------- width

/// The largest mover that gets through.
static int expected_widest(void) {
  astar_rules_def def = w.view->def;
  const int most = w.map->layout == ASTAR_SQUARE ? ASTAR_MAX_SIZE : 1;
  int widest = 0;
  for (def.size = 1; def.size <= most && connects(w.map, &def); def.size++)
    widest = def.size;
  return widest;
}

/// Marks the tiles to which a cheapest path of the widest mover leads by steps that the
/// larger mover can make, too. `tight` marks the tiles where such a path goes on by a
/// step that it cannot make. Costs that are nearly equal count as equal.
static void mark_tight(int widest, bool *tight) {
  static double from_start[ORACLE_TILES];
  static bool wide[ORACLE_TILES];
  astar_rules_def def = w.view->def, wider = def;
  const int start = tile_at(w.pair.x1, w.pair.y1), goal = tile_at(w.pair.x2, w.pair.y2);
  const astar_source end = {w.pair.x2, w.pair.y2, 0};
  def.size = widest;
  wider.size = widest + 1;
  optimum_read(&w.optimum, w.map, &def);
  optimum_from(&w.optimum, start);
  memcpy(from_start, w.optimum.costs, sizeof from_start);
  optimum_to(&w.optimum, w.map, &def, &end, 1);
  const double most = from_start[goal] * (1 + 1e-9);
  memset(wide, 0, sizeof wide);
  memset(tight, 0, ORACLE_TILES * sizeof *tight);
  wide[start] = true;
  for (bool grows = true; grows;) {
    grows = false;
    for (int i = 0; i < w.optimum.first[w.optimum.tiles]; i++) {
      const oracle_edge *e = &w.optimum.edges[i];
      if (!wide[e->from]) continue;
      if (!(from_start[e->from] + e->cost + w.optimum.costs[e->to] <= most)) continue;
      const int width = w.map->width;
      const bool can_enter =
          oracle_step_cost(w.map, &wider, e->from % width, e->from / width, e->to % width,
                           e->to / width) < INFINITY;
      grows |= can_enter && !wide[e->to];
      (can_enter ? wide : tight)[e->to] = true;
    }
  }
}

static void check_width(const answer *t) {
  static bool tight[ORACLE_TILES];
  const astar_explanation_summary *s = &t->summary;
  REQUIRE(s->widest == expected_widest());
  const bool is_narrow = s->widest > 0 && s->widest < ASTAR_MAX_SIZE;
  REQUIRE(s->has_tightest == (is_narrow && w.map->layout == ASTAR_SQUARE));
  if (!s->has_tightest) return;
  mark_tight(s->widest, tight);
  REQUIRE(oracle_contains(w.map, s->tightest.x, s->tightest.y));
  REQUIRE(tight[tile_at(s->tightest.x, s->tightest.y)]);
}

// ----------------------------------------------------------------------------- barrier

/// Whether two tiles touch: by their edges only, or also by their corners.
static bool touches(int dx, int dy, int x, int y, bool by_corners) {
  if (w.map->layout != ASTAR_SQUARE) return oracle_is_neighbor(w.map, x, y, dx, dy);
  return by_corners ? dx != 0 || dy != 0 : (dx == 0) != (dy == 0);
}

static bool touches_any(int tile, const bool *marks, bool by_corners) {
  const int x = tile % w.map->width, y = tile / w.map->width;
  for (int dy = -1; dy <= 1; dy++) {
    for (int dx = -1; dx <= 1; dx++) {
      if (!oracle_contains(w.map, x + dx, y + dy)) continue;
      if (!touches(dx, dy, x, y, by_corners)) continue;
      if (marks[tile_at(x + dx, y + dy)]) return true;
    }
  }
  return false;
}

static void check_barrier(const answer *t) {
  static bool reached[ORACLE_TILES], beyond[ORACLE_TILES];
  const bool is_always = w.view->def.diagonal == ASTAR_DIAGONAL_ALWAYS;
  size_t count = 0;
  if (t->summary.reason == ASTAR_OK) {
    REQUIRE(t->barrier_count == 0);
    return;
  }
  reach(w.map, &w.view->def, tile_at(w.pair.x1, w.pair.y1), reached);
  memset(beyond, 0, sizeof beyond);
  beyond[tile_at(w.pair.x2, w.pair.y2)] = true;
  for (bool grows = true; grows;) {
    grows = false;
    for (int i = 0; i < tile_count(); i++) {
      if (reached[i] || beyond[i] || !touches_any(i, beyond, !is_always)) continue;
      beyond[i] = grows = true;
    }
  }
  for (int i = 0; i < tile_count(); i++) {
    if (!beyond[i] || !touches_any(i, reached, is_always)) continue;
    REQUIRE(count < t->barrier_count);
    REQUIRE(tile_at(t->barrier[count].x, t->barrier[count].y) == i);
    count++;
  }
  REQUIRE(count == t->barrier_count);
}

// ------------------------------------------------------------------------ explanations

static void explain(astar_grid *grid, const astar_explain_query *query, answer *t) {
  astar_explanation *e = NULL;
  REQUIRE(astar_explain(grid, query, &e) == ASTAR_OK && e != NULL);
  t->summary = astar_explanation_summarize(e);
  t->terrain_count = astar_explanation_terrains(e, t->terrains, 256);
  t->tile_count = astar_explanation_open_tiles(e, t->tiles, ORACLE_TILES);
  t->point_count = astar_explanation_points(e, t->points, ORACLE_TILES);
  t->cost_count = astar_explanation_costs(e, t->costs, ORACLE_TILES);
  t->barrier_count = astar_explanation_barrier(e, t->barrier, ORACLE_TILES);
  REQUIRE(astar_explanation_points(e, NULL, 0) == t->point_count);
  astar_explanation_free(e);
  REQUIRE(t->terrain_count <= 256 && t->tile_count <= ORACLE_TILES);
  REQUIRE(t->point_count <= ORACLE_TILES && t->cost_count <= ORACLE_TILES);
  REQUIRE(t->barrier_count <= ORACLE_TILES);
}

static bool is_same(double a, double b) { return !(a < b) && !(a > b); }

/// Compares an explanation with one that has all parts.
static void compare(const answer *all, const answer *some, unsigned want) {
  const astar_explanation_summary *a = &all->summary, *s = &some->summary;
  const bool opens = (want & ASTAR_EXPLAIN_OPEN) != 0;
  const bool has_width = (want & ASTAR_EXPLAIN_WIDEST) != 0;
  REQUIRE(s->reason == a->reason);
  REQUIRE(s->relax == ((want & ASTAR_EXPLAIN_RELAX) != 0 ? a->relax : 0));
  REQUIRE(some->terrain_count ==
          ((want & ASTAR_EXPLAIN_TERRAINS) != 0 ? all->terrain_count : 0));
  REQUIRE(memcmp(some->terrains, all->terrains, some->terrain_count) == 0);
  REQUIRE(s->can_open == (opens && a->can_open));
  REQUIRE(s->is_exact == (opens && a->is_exact));
  REQUIRE(is_same(s->open_cost, opens ? a->open_cost : 0));
  REQUIRE(is_same(s->path_cost, opens ? a->path_cost : 0));
  REQUIRE(some->tile_count == (opens ? all->tile_count : 0));
  REQUIRE(some->point_count == (opens ? all->point_count : 0));
  REQUIRE(some->cost_count == some->point_count);
  for (size_t i = 0; i < some->tile_count; i++)
    REQUIRE(some->tiles[i].x == all->tiles[i].x && some->tiles[i].y == all->tiles[i].y);
  for (size_t i = 0; i < some->point_count; i++) {
    REQUIRE(some->points[i].x == all->points[i].x);
    REQUIRE(some->points[i].y == all->points[i].y);
    REQUIRE(is_same(some->costs[i], all->costs[i]));
  }
  REQUIRE(s->widest == (has_width ? a->widest : 0));
  REQUIRE(s->has_tightest == (has_width && a->has_tightest));
  if (s->has_tightest)
    REQUIRE(s->tightest.x == a->tightest.x && s->tightest.y == a->tightest.y);
  REQUIRE(some->barrier_count ==
          ((want & ASTAR_EXPLAIN_BARRIER) != 0 ? all->barrier_count : 0));
  for (size_t i = 0; i < some->barrier_count; i++) {
    REQUIRE(some->barrier[i].x == all->barrier[i].x);
    REQUIRE(some->barrier[i].y == all->barrier[i].y);
  }
}

static double any_opening(void) {
  static const double costs[] = {1, 1, 1, 2, 3, 0.5, 5, 0, ASTAR_NEVER_OPEN, 7};
  return costs[chance((int)(sizeof costs / sizeof *costs))];
}

static const astar_filter *filter_of(const view *v) {
  return v->has_filter ? &v->filter : NULL;
}

static void begin_query(void) {
  w.query = astar_default_explain_query(w.view->law.rules, w.pair.x1, w.pair.y1,
                                        w.pair.x2, w.pair.y2);
  w.query.filter = filter_of(w.view);
  if (chance(3) == 0) return;
  for (int i = 0; i < TERRAINS; i++) w.query.open_cost[i] = any_opening();
  w.query.open_blocked = any_opening();
}

static void explain_some(void) {
  astar_explain_query query = w.query;
  query.want = (unsigned)chance(ASTAR_EXPLAIN_ALL + 1);
  explain(w.terrain.grid, &query, &again);
  explain(w.terrain.grid, &w.query, &first);
  compare(&first, &again, query.want);
}

static void check_explanation(void) {
  begin_query();
  if (chance(3) == 0) explain_some();
  explain(w.terrain.grid, &w.query, &first);
  if (chance(3) == 0) explain_some();
  const astar_explanation_summary *s = &first.summary;
  w.explained++;
  REQUIRE(s->reason == reason_of(w.map, &w.view->def, &w.pair));
  if (s->reason == ASTAR_OUT_OF_BOUNDS) {
    const answer none = {.summary = {.reason = ASTAR_OUT_OF_BOUNDS}};
    compare(&none, &first, ASTAR_EXPLAIN_ALL);
    return;
  }
  w.unreachable += s->reason != ASTAR_OK;
  check_relax(&first);
  check_opening(&first);
  check_width(&first);
  check_barrier(&first);
  explain(w.copy, &w.query, &again);
  compare(&again, &first, ASTAR_EXPLAIN_ALL);
}

// ----------------------------------------------------------------------- choke points

/// The map with obstacles on tiles.
static void block_changed(const astar_point *tiles, int count) {
  changed = *w.map;
  for (int i = 0; i < count; i++) {
    if (!oracle_contains(w.map, tiles[i].x, tiles[i].y)) continue;
    changed.obstacles[tile_at(tiles[i].x, tiles[i].y)] |= ASTAR_LAYER(LAYER);
  }
}

static bool is_move(const astar_rules_def *def, int dx, int dy) {
  const int steps = abs(dx) + abs(dy);
  for (int i = 0; i < def->move_count; i++)
    if (def->moves[i].dx == dx && def->moves[i].dy == dy) return true;
  return (def->neighbors == 8 && abs(dx) < 2 && abs(dy) < 2 && steps > 0) ||
         (def->neighbors == 4 && steps == 1);
}

/// Whether a pair cost forbids a move. Of equal pairs the last one counts.
static bool forbids(const astar_rules_def *def) {
  for (size_t i = 0; i < def->pair_cost_count; i++) {
    const astar_pair_cost *pair = &def->pair_costs[i];
    bool counts = pair->cost < 0 && is_move(def, pair->dx, pair->dy);
    for (size_t k = i + 1; k < def->pair_cost_count; k++) {
      const astar_pair_cost *other = &def->pair_costs[k];
      counts &= pair->from != other->from || pair->to != other->to ||
                pair->dx != other->dx || pair->dy != other->dy;
    }
    if (counts) return true;
  }
  return false;
}

/// Whether rules suit choke points: no step depends on a tile that it does not enter,
/// unless straight steps replace it.
static bool has_cuts(const astar_rules_def *def) {
  int straight = def->neighbors != 0 ? 4 : 0;
  bool turns = def->neighbors == 8; // around corners
  if (w.map->layout != ASTAR_SQUARE) return true;
  for (int i = 0; i < def->move_count; i++) {
    const astar_move *move = &def->moves[i];
    const bool is_diagonal = abs(move->dx) == 1 && abs(move->dy) == 1;
    if (is_diagonal && def->diagonal == ASTAR_DIAGONAL_NEVER) continue;
    if (move->clear_count > 0) return false;
    straight += abs(move->dx) + abs(move->dy) == 1;
    turns |= is_diagonal;
  }
  if (def->diagonal == ASTAR_DIAGONAL_ALWAYS || def->diagonal == ASTAR_DIAGONAL_NEVER)
    return true;
  return !turns || (straight == 4 && !forbids(def));
}

/// Compares choke points with all sets of tiles: `count` of them were found, or more than
/// `max` are needed (0).
static void check_smallest(const astar_point *tiles, int count, int max) {
  static bool is_variable[ORACLE_TILES];
  static oracle_map shut;
  const int start = tile_at(w.pair.x1, w.pair.y1), goal = tile_at(w.pair.x2, w.pair.y2);
  uint64_t found = 0;
  shut = *w.map;
  for (int i = 0; i < tile_count(); i++) {
    is_variable[i] = i != start && i != goal && !is_shut(i);
    if (is_variable[i]) shut.obstacles[i] |= ASTAR_LAYER(LAYER);
  }
  if (!requirement_read(&required, w.map, &shut, &w.view->def, is_variable)) return;
  const int most = max < MAX_CUT ? max : MAX_CUT;
  const requirement_cuts cuts = requirement_cut(&required, start, goal, most);
  if (!cuts.is_done) return;
  w.smallest++;
  if (count == 0 || count > most) {
    if (cuts.size >= 0) print_set(cuts.set);
    REQUIRE(cuts.size < 0);
    return;
  }
  if (cuts.size >= 0 && cuts.size != count) {
    fprintf(stderr, "a smallest cut:");
    print_set(cuts.set);
  }
  REQUIRE(cuts.size == count);
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < required.variable_count; k++)
      if (required.variables[k] == tile_at(tiles[i].x, tiles[i].y))
        found |= UINT64_C(1) << k;
  }
  const int reached = requirement_reach(&required, start, found);
  if (reached != cuts.nearest) {
    fprintf(stderr, "reached before this cut: %d, %d before:", reached, cuts.nearest);
    print_set(cuts.set);
  }
  REQUIRE(reached == cuts.nearest);
}

static void check_cut(astar_point *tiles, int count) {
  REQUIRE(count > 0);
  for (int i = 0; i < count; i++) {
    const astar_point p = tiles[i];
    REQUIRE(oracle_contains(w.map, p.x, p.y));
    REQUIRE(p.x != w.pair.x1 || p.y != w.pair.y1);
    REQUIRE(p.x != w.pair.x2 || p.y != w.pair.y2);
    REQUIRE(!is_shut(tile_at(p.x, p.y)));
    if (i > 0) REQUIRE(tile_at(tiles[i - 1].x, tiles[i - 1].y) < tile_at(p.x, p.y));
  }
  block_changed(tiles, count);
  REQUIRE(!connects(&changed, &w.view->def));
  for (int i = 0; i < count; i++) { // each of them is needed
    const astar_point last = tiles[count - 1], left_out = tiles[i];
    tiles[i] = last;
    block_changed(tiles, count - 1);
    tiles[i] = left_out;
    REQUIRE(connects(&changed, &w.view->def));
  }
}

/// Finds choke points. Their tiles become the tiles to block, so that `check_block` asks
/// about them.
static void check_chokepoints(void) {
  astar_point points[MAX_POINTS];
  int count = -1;
  const int max = chance(3) == 0 ? 1 + chance(MAX_POINTS - 8) : 1 + chance(4);
  const astar_status status =
      astar_chokepoints(w.terrain.grid, w.view->law.rules, filter_of(w.view), w.pair.x1,
                        w.pair.y1, w.pair.x2, w.pair.y2, max, points, &count);
  w.blocked_count = 0;
  if (w.view->def.size > 1) {
    REQUIRE(status == ASTAR_INVALID);
    return;
  }
  const astar_status reason = reason_of(w.map, &w.view->def, &w.pair);
  if (reason == ASTAR_OUT_OF_BOUNDS) {
    REQUIRE(status == reason);
    return;
  }
  if (!has_cuts(&w.view->def)) {
    REQUIRE(status == ASTAR_UNSUITED);
    return;
  }
  if (reason != ASTAR_OK) {
    REQUIRE(status == reason);
    return;
  }
  w.cuts++;
  REQUIRE(status == ASTAR_OK || status == ASTAR_LIMIT);
  if (w.pair.x1 == w.pair.x2 && w.pair.y1 == w.pair.y2) {
    REQUIRE(status == ASTAR_LIMIT);
    return;
  }
  if (status == ASTAR_OK) {
    REQUIRE(count >= 1 && count <= max);
    for (int i = 0; i < count; i++)
      w.blocked[w.blocked_count++] = (astar_point){points[i].x, points[i].y};
    check_cut(w.blocked, count);
  }
  check_smallest(w.blocked, w.blocked_count, max);
}

// ------------------------------------------------------------------- planned obstacles

/// A tile, sometimes off the grid.
static astar_point any_tile(void) {
  const astar_point p = terrain_tile(&w.terrain);
  if (chance(40) != 0) return (astar_point){p.x, p.y};
  return (astar_point){p.x - (chance(2) == 0 ? w.terrain.width : 0),
                       p.y + (chance(2) == 0 ? w.terrain.height : 0)};
}

static void any_pair(astar_pair *pair) {
  const astar_point a = any_tile(), b = any_tile();
  *pair = (astar_pair){a.x, a.y, b.x, b.y};
}

static void add_blocked(astar_point tile) {
  if (w.blocked_count < MAX_BLOCKED) w.blocked[w.blocked_count++] = tile;
}

/// One tile, a rectangle, or scattered tiles.
static void any_blocked(void) {
  const astar_point corner = any_tile();
  const int kind = chance(4), width = 1 + chance(5), height = 1 + chance(4);
  w.blocked_count = 0;
  for (int i = 0; kind == 0 && i < width * height; i++)
    add_blocked((astar_point){corner.x + i % width, corner.y + i / width});
  for (int i = chance(12); kind == 1 && i > 0; i--) add_blocked(any_tile());
  if (kind > 1) add_blocked(corner);
}

/// The filter for the library: sometimes one that ignores all layers. The oracle has one
/// that ignores all but the layer of the blocked tiles.
static astar_filter blocking_filter(astar_rules_def *def) {
  astar_filter filter = w.view->filter;
  if (chance(6) == 0) filter.ignored_layers = ASTAR_ALL_LAYERS;
  def->filter = filter;
  def->filter.ignored_layers &= (uint8_t)~ASTAR_LAYER(LAYER);
  return filter;
}

static void check_pairs(void) {
  astar_pair pairs[MAX_PAIRS];
  astar_rules_def def = w.view->def;
  const astar_filter filter = blocking_filter(&def);
  const int count = chance(8) == 0 ? 0 : 1 + chance(MAX_PAIRS);
  int expected = 0, broken = -1;
  for (int i = 0; i < count; i++) {
    any_pair(&pairs[i]);
    if (chance(2) == 0) pairs[i] = w.pair;
    // More often than not connected now.
    for (int n = 0; n < 2 && reason_of(w.map, &def, &pairs[i]) != ASTAR_OK; n++)
      any_pair(&pairs[i]);
  }
  block_changed(w.blocked, w.blocked_count);
  while (expected < count && reason_of(&changed, &def, &pairs[expected]) == ASTAR_OK)
    expected++;
  const bool has_own = w.view->has_filter || filter.ignored_layers == ASTAR_ALL_LAYERS;
  const astar_status status =
      astar_can_block(w.terrain.grid, w.view->law.rules, has_own ? &filter : NULL,
                      w.blocked, w.blocked_count, pairs, count, &broken);
  if (expected < count) w.pair = pairs[expected];
  REQUIRE(status == (expected < count ? ASTAR_UNREACHABLE : ASTAR_OK));
  if (expected < count) REQUIRE(broken == expected);
  w.blockings++;
  w.refused += status != ASTAR_OK;
}

static void begin_field(view *v) {
  astar_source sources[MAX_GOALS];
  astar_field *danger = NULL;
  astar_status status;
  v->goal_count = chance(3) == 0 ? 1 + chance(MAX_GOALS) : 1;
  v->is_range = chance(8) == 0;
  for (int i = 0; i < v->goal_count; i++) {
    const astar_point p = terrain_tile(&w.terrain);
    v->goals[i] = (astar_point){p.x, p.y};
    sources[i] = (astar_source){p.x, p.y, chance(2)};
  }
  if (v->is_range) {
    status = astar_movement_range(w.terrain.grid, v->law.rules, filter_of(v),
                                  v->goals[0].x, v->goals[0].y, 5, &v->field);
    REQUIRE(status == ASTAR_OK);
    return;
  }
  status = astar_distance_field(w.terrain.grid, v->law.rules, filter_of(v), sources,
                                v->goal_count, chance(3) == 0 ? 5 : INFINITY, &v->field);
  REQUIRE(status == ASTAR_OK || status == ASTAR_GOAL_BLOCKED);
  if (status != ASTAR_OK || chance(4) != 0) return;
  danger = v->field;
  REQUIRE(astar_flee_field(danger, 1.25, &v->field) == ASTAR_OK);
  v->goal_count = 0;
  for (int x = -1, y = 0; astar_field_each(danger, &x, &y);)
    v->goals[v->goal_count++] = (astar_point){x, y};
  astar_field_free(danger);
}

/// Whether a path leads from a start to a goal of the field.
static bool leads_to_goal(const oracle_map *map, const astar_rules_def *def,
                          const view *owner, const astar_point *start) {
  if (!oracle_contains(map, start->x, start->y)) return false;
  reach(map, def, oracle_index(map, start->x, start->y), seen);
  for (int i = 0; i < owner->goal_count; i++)
    if (seen[oracle_index(map, owner->goals[i].x, owner->goals[i].y)]) return true;
  return false;
}

/// Asks with the field of the same rules, or with that of others.
static void check_field(void) {
  astar_point starts[MAX_PAIRS];
  astar_rules_def def = w.view->def;
  const astar_filter filter = blocking_filter(&def);
  view *owner = &w.views[chance(w.view_count)];
  int expected = 0, broken = -1;
  const int count = chance(MAX_PAIRS + 1);
  if (owner->field == NULL) begin_field(owner);
  if (owner->field == NULL) return;
  if (chance(3) == 0) REQUIRE(astar_field_update(owner->field) == ASTAR_OK);
  for (int i = 0; i < count; i++) {
    starts[i] = any_tile();
    if (!leads_to_goal(w.map, &def, owner, &starts[i])) starts[i] = any_tile();
  }
  const astar_status status =
      astar_can_block_field(w.terrain.grid, w.view->law.rules, &filter, w.blocked,
                            w.blocked_count, owner->field, starts, count, &broken);
  REQUIRE(astar_can_block_field(w.copy, w.view->law.rules, &filter, w.blocked,
                                w.blocked_count, owner->field, starts, count,
                                NULL) == ASTAR_INVALID);
  if (owner->is_range) {
    REQUIRE(status == ASTAR_INVALID);
  } else {
    block_changed(w.blocked, w.blocked_count);
    while (expected < count && leads_to_goal(&changed, &def, owner, &starts[expected]))
      expected++;
    if (expected < count) {
      w.pair = (astar_pair){starts[expected].x, starts[expected].y, owner->goals[0].x,
                            owner->goals[0].y};
    }
    REQUIRE(status == (expected < count ? ASTAR_UNREACHABLE : ASTAR_OK));
    if (expected < count) REQUIRE(broken == expected);
    w.blockings++;
    w.refused += status != ASTAR_OK;
  }
  if (chance(6) != 0) return;
  astar_field_free(owner->field);
  owner->field = NULL;
}

// ------------------------------------------------------------------- inside searches

/// A path and its number of expansions.
typedef struct route {
  astar_status status;
  astar_result result;
  size_t count;
  astar_point points[ORACLE_TILES];
} route;

static void require_same_route(const route *a, const route *b) {
  REQUIRE(a->status == b->status && a->count == b->count);
  REQUIRE(is_same(a->result.cost, b->result.cost));
  REQUIRE(memcmp(a->points, b->points, a->count * sizeof *a->points) == 0);
}

/// The answers to questions about this pair and these tiles to block.
typedef struct asked {
  astar_status blocking, cut, status;
  int broken, count;
} asked;

/// Asks from inside a search, or between its steps. `explained` receives the explanation
/// if it is not NULL.
static asked ask_all(answer *explained) {
  asked a = {.broken = -1};
  astar_point points[MAX_POINTS];
  astar_explanation *e = NULL;
  const astar_filter *filter = filter_of(w.view);
  a.blocking = astar_can_block(w.terrain.grid, w.view->law.rules, filter, w.blocked,
                               w.blocked_count, &w.pair, 1, &a.broken);
  a.cut = astar_chokepoints(w.terrain.grid, w.view->law.rules, filter, w.pair.x1,
                            w.pair.y1, w.pair.x2, w.pair.y2, MAX_CUT, points, &a.count);
  if (a.cut != ASTAR_OK) a.count = 0;
  a.status = astar_explain(w.terrain.grid, &w.query, &e);
  REQUIRE((e != NULL) == (a.status == ASTAR_OK));
  astar_explanation_free(e);
  if (a.status == ASTAR_OK && explained != NULL)
    explain(w.terrain.grid, &w.query, explained);
  return a;
}

/// In a heuristic function a call may be refused.
static void require_same_asked(const asked *a, const asked *inside) {
  REQUIRE(inside->blocking == ASTAR_BUSY || inside->blocking == a->blocking);
  REQUIRE(inside->cut == ASTAR_BUSY || inside->cut == a->cut);
  REQUIRE(inside->cut == ASTAR_BUSY || inside->count == a->count);
  REQUIRE(inside->status == ASTAR_BUSY || inside->status == a->status);
}

static asked asked_outside;

/// A heuristic function that asks in each eighth call. `user` counts the calls; negative:
/// it never asks.
static double ask_inside(void *user, int dx, int dy) {
  int *calls = user;
  (void)dx, (void)dy;
  if (*calls >= 0 && (*calls)++ % 8 == 0) {
    const asked inside = ask_all(NULL);
    require_same_asked(&asked_outside, &inside);
  }
  return 0;
}

static void find_route(const astar_query *query, route *r) {
  static astar_path *path;
  if (path == NULL) REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  r->status = astar_find_path(w.terrain.grid, query, path, &r->result);
  r->count = astar_path_points(path, r->points, ORACLE_TILES);
}

/// Compares a search whose heuristic function asks with one whose function does not.
static void check_inside(astar_query query) {
  static route plain, busy;
  int calls = -1;
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = ask_inside;
  query.heuristic_user = &calls;
  find_route(&query, &plain);
  calls = 0;
  find_route(&query, &busy);
  require_same_route(&plain, &busy);
  REQUIRE(plain.result.expanded == busy.result.expanded);
}

/// Compares a sliced search between whose steps questions are asked with a search.
static void check_sliced(const astar_query *query) {
  static route whole, sliced;
  astar_search *search;
  find_route(query, &whole);
  REQUIRE(astar_search_new(w.terrain.grid, query, &search) == ASTAR_OK);
  do {
    sliced.status = astar_search_step(search, 1 + chance(20));
    const asked between = ask_all(chance(8) == 0 ? &again : NULL);
    require_same_asked(&asked_outside, &between);
  } while (sliced.status == ASTAR_RUNNING);
  REQUIRE(astar_search_result(search, &sliced.result) == sliced.status);
  sliced.count = astar_search_copy_path(search, sliced.points, ORACLE_TILES);
  require_same_route(&whole, &sliced);
  REQUIRE(whole.result.expanded <= sliced.result.expanded); // it may leave out dead ends
  astar_search_free(search);
}

static void check_searches(void) {
  const astar_point start = any_tile(), goal = any_tile();
  astar_query query = astar_default_query(w.view->law.rules, start.x, start.y, &goal, 1);
  query.filter = filter_of(w.view);
  begin_query();
  asked_outside = ask_all(NULL);
  if (chance(2) == 0) check_inside(query);
  if (chance(2) == 0) check_sliced(&query);
}

// -------------------------------------------------------------------------------- maps

/// A start and a goal without a path more often than not.
static void choose_pair(void) {
  for (int tries = 1 + chance(6); tries > 0; tries--) {
    any_pair(&w.pair);
    const astar_status reason = reason_of(w.map, &w.view->def, &w.pair);
    if (reason == ASTAR_UNREACHABLE || reason == ASTAR_GOAL_BLOCKED) return;
  }
}

/// A start and a goal with a path more often than not.
static void choose_connected_pair(void) {
  for (int tries = 5; tries > 0; tries--) {
    any_pair(&w.pair);
    if (connects(w.map, &w.view->def)) return;
  }
}

/// Asks everything in some order.
static void check_view(view *v) {
  static uint8_t before[SERIALIZED], after[SERIALIZED];
  const uint64_t revision = astar_grid_revision(w.terrain.grid);
  const size_t size = astar_grid_serialize(w.terrain.grid, before, SERIALIZED);
  w.view = v;
  w.map = terrain_map(&w.terrain);
  w.blocked_count = 0;
  REQUIRE(astar_grid_clone(w.terrain.grid, NULL, &w.copy) == ASTAR_OK);
  for (int i = 0; i < 8; i++) {
    const int kind = chance(8);
    if (kind < 2) {
      choose_pair();
      check_explanation();
    } else if (kind < 4) {
      choose_connected_pair();
      check_chokepoints();
    } else {
      if (w.blocked_count == 0 || chance(2) == 0) any_blocked();
      if (kind == 7 && chance(2) == 0) check_searches();
      if (kind == 7) check_field();
      if (kind != 7) check_pairs();
    }
  }
  REQUIRE(astar_grid_revision(w.terrain.grid) == revision);
  REQUIRE(astar_grid_serialize(w.terrain.grid, after, SERIALIZED) == size);
  REQUIRE(size <= SERIALIZED && memcmp(before, after, size) == 0);
  astar_grid_free(w.copy);
  w.view = NULL;
}

/// Replaces the rules by rules with fewer passable terrains, a list of moves, or pair
/// costs.
static void vary_law(law *l) {
  static const astar_point beside[] = {{1, 0}}, middle[] = {{0, 1}, {1, 1}};
  static const astar_move moves[] = {
      {1, 0, 1, NULL, 0},       {-1, 0, 1, NULL, 0},    {0, 1, 1, NULL, 0},
      {0, -1, 1, NULL, 0},      {1, 1, 1.5, NULL, 0},   {-1, -1, 1.5, NULL, 0},
      {2, 0, 1.25, beside, 1},  {1, 2, 2.5, middle, 2}, {-2, -1, 2, NULL, 0},
      {-1, 1, 1.25, beside, 1}, {0, -2, 1.5, NULL, 0},  {1, -1, 1, NULL, 0}};
  const int move_count = (int)(sizeof moves / sizeof *moves);
  astar_rules_def *def = &l->def;
  for (int i = chance(3); i > 0; i--) def->cost[chance(TERRAINS)] = ASTAR_IMPASSABLE;
  if (w.terrain.layout == ASTAR_SQUARE && chance(8) == 0) {
    const int from = chance(move_count);
    def->neighbors = 0;
    def->moves = moves + from;
    def->move_count = 1 + chance(move_count - from);
  }
  const bool is_square = w.terrain.layout == ASTAR_SQUARE;
  const bool can_have_pairs =
      is_square || (def->neighbors == 8 && def->diagonal != ASTAR_DIAGONAL_NEVER);
  if (can_have_pairs && chance(8) == 0) {
    def->has_pair_costs = true;
    def->pair_costs = l->pairs;
    def->pair_cost_count = (size_t)(1 + chance(TERRAIN_PAIRS));
    for (size_t i = 0; i < def->pair_cost_count; i++) {
      l->pairs[i] = (astar_pair_cost){
          (uint8_t)chance(TERRAINS), (uint8_t)chance(TERRAINS), (int8_t)(chance(3) - 1),
          (int8_t)(chance(3) - 1), chance(2) == 0 ? ASTAR_FORBIDDEN : chance(3)};
    }
  }
  astar_rules_free(l->rules);
  REQUIRE(astar_rules_new(NULL, def, &l->rules) == ASTAR_OK);
}

static void begin_view(view *v, bool is_first) {
  memset(v, 0, sizeof *v);
  v->has_filter = chance(3) == 0;
  terrain_begin_law(&w.terrain, &v->law, is_first);
  if (chance(2) == 0) vary_law(&v->law);
  v->filter =
      v->has_filter ? terrain_filter(&w.terrain) : astar_rules_filter(v->law.rules);
  v->def = v->law.def;
  v->def.filter = v->filter;
}

/// Small maps are frequent: brute force needs them.
static void begin_terrain(void) {
  const int most = chance(4) == 0 ? ORACLE_TILES : chance(2) == 0 ? 40 : 90;
  terrain_begin(&w.terrain, false);
  while (w.terrain.width * w.terrain.height > most) {
    terrain_end(&w.terrain);
    terrain_begin(&w.terrain, false);
  }
}

static void check_map(void) {
  begin_terrain();
  w.view_count = 1 + chance(MAX_VIEWS);
  for (int i = 0; i < w.view_count; i++) begin_view(&w.views[i], i == 0);
  const int rounds = 1 + chance(MAX_ROUNDS);
  for (round_step = 0; round_step < rounds; round_step++) {
    for (int i = 0; i < w.view_count; i++) check_view(&w.views[i]);
    for (int i = chance(10) == 0 ? chance(20) : chance(4); i >= 0; i--)
      terrain_edit(&w.terrain);
    if (chance(20) == 0) REQUIRE(astar_grid_trim(w.terrain.grid) == ASTAR_OK);
  }
  for (int i = 0; i < w.view_count; i++) {
    astar_field_free(w.views[i].field);
    astar_rules_free(w.views[i].law.rules);
  }
  terrain_end(&w.terrain);
}

/// A crash, an edit that the grid rejects, or the end of the caller's time.
int main(int count, char **words) {
  round_describe = describe;
  const uint64_t maps = play_rounds(count, words, 2000, check_map);
  printf("%" PRIu64 " maps, %" PRIu64 " explanations (%" PRIu64
         " without a path, %" PRIu64 " opened for movers of one tile: %" PRIu64
         " exact, %" PRIu64 " compared with all sets, %" PRIu64 " too large), %" PRIu64
         " placements (%" PRIu64 " refused), %" PRIu64 " cuts (%" PRIu64
         " compared with all sets): no difference\n",
         maps, w.explained, w.unreachable, w.opened, w.exact, w.minimal, w.unknown,
         w.blockings, w.refused, w.cuts, w.smallest);
  return EXIT_SUCCESS;
}
