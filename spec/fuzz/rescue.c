/// Checks rescues: the searches that move clumps of units of a crowd.
///
///     build/fuzz/rescue [WORLDS [SEED]]
///
/// Method: first it plays scenes that the right of way alone does not resolve: two groups
/// that meet in a corridor with one bay, and a unit that passes idle units in a corridor
/// with bays. All units must reach their goals, and idle units must return, in a bounded
/// time. Then it plays WORLDS small worlds of corridors, squares and hexes, where clumps
/// are common, and disturbs rescues in all of their states: it removes and places
/// members, gives orders, changes rules, builds walls. It includes internal headers, and
/// checks after each update that
///
/// - centers of units of size 1 keep 0.7 tiles (on hexes in the plane);
/// - a rescue has the members that are marked, and no other unit is marked.
///
/// Each world has a seed of its own: SEED, SEED + 1, ... A failure prints the seed and
/// ends the program; `rescue 1 SEED` repeats that world, after the scenes.
#include "astar_crowd.h"
#include "crowd/rescue/rescue.h"
#include "referee.h"
#include "../support/chance.h"
#include "../support/rounds.h"

#include <math.h>
#include <string.h>

enum { MAX_UNITS = 20, LAWS = 3, SEEDS = 20 };

typedef struct world {
  astar_layout layout;
  astar_grid *grid;
  astar_crowd *crowd;
  astar_rules *laws[LAWS];
} world;

static world w;

/// What was seen in all worlds.
static uint64_t began[RESCUE_MOVES + 1];

static void describe(void) {
  fprintf(stderr, "at %.3f s, state %d\n", w.crowd != NULL ? w.crowd->now : 0,
          w.crowd != NULL && w.crowd->rescue != NULL ? (int)w.crowd->rescue->state : -1);
}

static rescue_state state_now(void) {
  return w.crowd->rescue != NULL ? w.crowd->rescue->state : RESCUE_OVER;
}

// ------------------------------------------------------------------------------ checks

static void check_distances(void) {
  uint32_t units[MAX_UNITS];
  double x[MAX_UNITS], y[MAX_UNITS];
  const size_t count = astar_crowd_units(w.crowd, units, MAX_UNITS);
  REQUIRE(count <= MAX_UNITS);
  for (size_t i = 0; i < count; i++) {
    astar_unit_info info;
    double to_x, to_y;
    REQUIRE(astar_crowd_unit(w.crowd, units[i], &info));
    referee_locate(w.layout, info.at, &x[i], &y[i]);
    referee_locate(w.layout, info.to, &to_x, &to_y);
    x[i] += info.progress * (to_x - x[i]);
    y[i] += info.progress * (to_y - y[i]);
    for (size_t k = 0; k < i; k++) REQUIRE(hypot(x[i] - x[k], y[i] - y[k]) >= 0.7);
  }
}

static int most_members;

static void check_marks(void) {
  static const rescue none;
  const rescue *r = w.crowd->rescue != NULL ? w.crowd->rescue : &none;
  int marked = 0, members = 0;
  for (uint32_t slot = 1; slot < w.crowd->slot_count; slot++) {
    const crowd_unit *u = &w.crowd->units[slot];
    if (u->number != 0 && (u->flags & UNIT_RESCUED) != 0) marked++;
  }
  for (int i = 0; i < r->member_count && r->state != RESCUE_OVER; i++) {
    const crowd_unit *u = &w.crowd->units[r->members[i].slot];
    const bool exists = u->number == r->members[i].number;
    if (exists && (u->flags & UNIT_RESCUED) != 0) members++;
  }
  REQUIRE(marked == members);
  REQUIRE(r->state == RESCUE_OVER || members == r->member_count);
  if (members > most_members) most_members = members;
}

static void update(double dt) {
  static rescue_state before;
  REQUIRE(astar_crowd_update(w.crowd, dt) == ASTAR_OK);
  const rescue_state now = state_now();
  if (now != before) began[now]++;
  before = now;
  check_distances();
  check_marks();
}

// ------------------------------------------------------------------------------ scenes

static void begin(int width, int height, astar_layout layout, double patience) {
  astar_crowd_def def = astar_default_crowd();
  def.patience = patience;
  w.layout = layout;
  REQUIRE(astar_grid_new(NULL, width, height, layout, '#', &w.grid) == ASTAR_OK);
  REQUIRE(astar_crowd_new(w.grid, &def, &w.crowd) == ASTAR_OK);
}

static void end(void) {
  astar_crowd_free(w.crowd);
  astar_grid_free(w.grid);
  for (int i = 0; i < LAWS; i++) astar_rules_free(w.laws[i]);
  w = (world){0};
}

static void make_law(int i, int neighbors, astar_diagonal diagonal) {
  astar_rules_def def = astar_default_rules();
  astar_rules_def_set(&def, '.', 1);
  astar_rules_def_set(&def, ',', i == 1 ? 4 : 1.5);
  if (w.layout == ASTAR_SQUARE) {
    def.neighbors = neighbors;
    def.diagonal = diagonal;
  }
  REQUIRE(astar_rules_new(NULL, &def, &w.laws[i]) == ASTAR_OK);
}

static uint32_t add(int x, int y, double speed, const astar_rules *rules) {
  astar_unit_def def = astar_default_unit(rules, x, y);
  uint32_t number;
  def.speed = speed;
  return astar_crowd_add(w.crowd, &def, &number) == ASTAR_OK ? number : 0;
}

/// 4 tiles per second, or 2 to 6.
static double speed_of(bool varies) { return varies ? 2 + chance(4001) / 1000.0 : 4; }

static bool is_at(uint32_t number, int x, int y) {
  astar_unit_info info;
  REQUIRE(astar_crowd_unit(w.crowd, number, &info));
  return info.state == ASTAR_UNIT_IDLE && info.at.x == x && info.at.y == y;
}

/// Updates until all units are at their goals. Returns the time [s].
static double settle(const uint32_t *units, const astar_point *places, int count,
                     double limit) {
  for (;;) {
    int there = 0;
    update(1.0 / 60);
    for (int i = 0; i < count; i++) there += is_at(units[i], places[i].x, places[i].y);
    const bool is_late = w.crowd->now >= limit; // small limits do not find all plans
    if (there == count || (MEMORY_LIMIT(false, true) && is_late)) return w.crowd->now;
    REQUIRE(!is_late);
  }
}

/// Two groups of `count` in a corridor of 41 tiles with one bay, rooms at the ends.
static double play_bay(int count, bool varies) {
  uint32_t units[2 * LACAM_MAX_AGENTS];
  astar_point places[2 * LACAM_MAX_AGENTS];
  begin(65, 9, ASTAR_SQUARE, 60);
  make_law(0, 8, ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES);
  astar_grid_fill(w.grid, 0, 0, 12, 9, '.');
  astar_grid_fill(w.grid, 53, 0, 12, 9, '.');
  astar_grid_fill(w.grid, 0, 4, 65, 1, '.');
  astar_grid_set(w.grid, 32, 3, '.');
  for (int i = 0; i < 2 * count; i++) {
    const int y = i % count;
    places[i] = (astar_point){(i < count ? 62 : 2), y};
    units[i] = add(i < count ? 11 : 53, y, speed_of(varies), w.laws[0]);
    REQUIRE(astar_crowd_go_to(w.crowd, units[i], places[i].x, y, NULL) == ASTAR_OK);
  }
  const double time = settle(units, places, 2 * count, 180);
  end();
  return time;
}

/// A unit passes five idle units, which return, in a corridor with two bays.
static double play_idle(bool varies) {
  uint32_t units[6];
  astar_point places[6];
  begin(13, 4, ASTAR_SQUARE, 60);
  make_law(0, 8, ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES);
  astar_grid_fill(w.grid, 0, 2, 13, 1, '.');
  astar_grid_set(w.grid, 5, 1, '.');
  astar_grid_set(w.grid, 8, 1, '.');
  for (int i = 0; i < 5; i++) {
    places[i] = (astar_point){(4 + i), 2};
    units[i] = add(4 + i, 2, speed_of(varies), w.laws[0]);
  }
  places[5] = (astar_point){12, 2};
  units[5] = add(0, 2, 4, w.laws[0]);
  REQUIRE(astar_crowd_go_to(w.crowd, units[5], 12, 2, NULL) == ASTAR_OK);
  const double time = settle(units, places, 6, 120);
  end();
  return time;
}

static void play_scenes(void) {
  for (int varies = 0; varies < 2; varies++) {
    double times[4] = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
      round_seed = chance_state = seed;
      for (int i = 0; i < 3; i++) times[i] += play_bay(2 + i, varies == 1);
      times[3] += play_idle(varies == 1);
    }
    printf("%s speeds: 2, 3, 4 against 2, 3, 4 at a bay %.1f, %.1f, %.1f s; five idle "
           "units %.1f s\n",
           varies == 1 ? "different" : "equal", times[0] / SEEDS, times[1] / SEEDS,
           times[2] / SEEDS, times[3] / SEEDS);
  }
}

// ------------------------------------------------------------------------------ worlds

static void make_map(int width, int height) {
  const bool is_corridor = height >= 3 && chance(2) == 0;
  const int density = chance(3) == 0 ? 80 : 45 + chance(50);
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      bool is_open =
          is_corridor ? y == 1 || (y == 0 && chance(4) == 0) : chance(100) < density;
      if (is_open) astar_grid_set(w.grid, x, y, '.');
    }
  }
}

/// One random call, for one unit or the map.
static void disturb(uint32_t number, int x, int y) {
  size_t placed;
  uint32_t units[MAX_UNITS];
  const size_t count = astar_crowd_units(w.crowd, units, MAX_UNITS);
  switch (chance(24)) {
  case 0: astar_crowd_remove(w.crowd, number); break;
  case 1: astar_crowd_place(w.crowd, number, x, y, 0); break;
  case 2: astar_crowd_stop(w.crowd, number); break;
  case 3: astar_crowd_set_rules(w.crowd, number, w.laws[chance(LAWS)]); break;
  case 4: astar_crowd_set_priority(w.crowd, number, chance(3)); break;
  case 5: astar_crowd_set_hold(w.crowd, number, chance(3) == 0); break;
  case 6: astar_grid_set(w.grid, x, y, (uint8_t) "#.,"[chance(3)]); break;
  case 7: astar_grid_set(w.grid, x, y, '.'); break;
  case 8: astar_crowd_send(w.crowd, units, count, x, y, NULL, &placed); break;
  case 9: astar_crowd_chase(w.crowd, number, units[chance((int)count)], NULL); break;
  case 10:
    if (count < MAX_UNITS) add(x, y, 4, w.laws[chance(LAWS)]);
    break;
  default: astar_crowd_go_to(w.crowd, number, x, y, NULL); break;
  }
}

/// A unit to disturb: often a member of a rescue.
static uint32_t pick_unit(void) {
  uint32_t units[MAX_UNITS];
  const size_t count = astar_crowd_units(w.crowd, units, MAX_UNITS);
  const rescue *r = w.crowd->rescue;
  if (count == 0) return 0;
  const uint32_t number = units[chance((int)count)];
  const int member = chance(LACAM_MAX_AGENTS);
  if (r == NULL || r->state == RESCUE_OVER || member >= r->member_count) return number;
  return r->members[member].number;
}

/// An edit beside a member, in the updates between the map of the window and its costs.
static void close_steps(void) {
  const rescue *r = w.crowd->rescue;
  const crowd_unit *u = &w.crowd->units[r->members[chance(r->member_count)].slot];
  astar_grid_set(w.grid, u->at.x + chance(5) - 2, u->at.y + chance(3) - 1,
                 (uint8_t) "#."[chance(2)]);
}

static void give_orders(int width, int height) {
  astar_unit_event event;
  while (astar_crowd_next_event(w.crowd, &event))
    if (chance(2) == 0)
      astar_crowd_go_to(w.crowd, event.unit, chance(width), chance(height), NULL);
}

/// Plays a world, and returns the hash of all positions.
static void play_world(void) {
  static const astar_layout layouts[] = {ASTAR_SQUARE, ASTAR_SQUARE, ASTAR_SQUARE,
                                         ASTAR_ODD_R,  ASTAR_EVEN_R, ASTAR_ODD_Q,
                                         ASTAR_EVEN_Q};
  const int width = 4 + chance(13), height = 1 + chance(6), count = 3 + chance(10);
  const int pause = 10 + chance(80), turns = 600 + chance(900);
  const double dt = chance(3) > 0 ? 1.0 / 60 : chance(2) == 0 ? 0.1 : 0.5;
  begin(width, height, layouts[chance(7)], 3 + chance(40));
  make_map(width, height);
  for (int i = 0; i < LAWS; i++)
    make_law(i, chance(3) == 0 ? 4 : 8, (astar_diagonal)chance(4));
  for (int i = 0; i < count; i++) {
    const double speed = chance(2) == 0 ? 4 : 1 + chance(50) / 5.0;
    const uint32_t number =
        add(chance(width), chance(height), speed, w.laws[chance(9) % LAWS]);
    astar_crowd_go_to(w.crowd, number, chance(width), chance(height), NULL);
  }
  for (int i = 0; i < turns; i++) {
    if (chance(pause) == 0) {
      const uint32_t number = pick_unit();
      if (number != 0) disturb(number, chance(width), chance(height));
    }
    if (state_now() == RESCUE_MEASURES && chance(2) == 0) close_steps();
    update(dt);
    give_orders(width, height);
  }
  end();
}

int main(int count, char **words) {
  round_describe = describe;
  play_scenes();
  const uint64_t worlds = play_rounds(count, words, 100, play_world);
  printf("%" PRIu64 " worlds, %" PRIu64 " rescues of up to %d units, %" PRIu64
         " plans: no error\n",
         worlds, began[RESCUE_GATHERS], most_members, began[RESCUE_MOVES]);
  return 0;
}
