/// Checks that a restored crowd moves as the first one:
///
///     build/spec/crowd_saved [ROUNDS]
///
/// Method: each scene leads a crowd to states of one kind: a unit in the middle of a
/// step, in a ring, without a path, in a group, ... The program saves the crowd after
/// 0, 1, 2, ... updates, restores it on a copy of the grid, makes the same calls on both,
/// and compares all that the public interface shows after each of 600 updates, and the
/// bytes of both at the end. It counts in how many saved crowds the wanted state was;
/// that must not be 0. With less than 100 rounds it saves a third of them,
/// among them the first in that state.
///
/// Then it replaces the numbers of a unit in a saved crowd by the least and the greatest
/// valid ones, and by those beyond them: the crowd must be restored, or be refused.
#include "astar.h"
#include "astar_crowd.h"

#include "serialized.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_UNITS = 64, UPDATES = 600, MAX_RULES = 4 };

/// A crowd, and what it depends on. Rules and fields are shared by the copies.
typedef struct side {
  astar_grid *grid;
  astar_crowd *crowd;
} side;

/// Whether units are on curves, and have a turn rate: so in every other saved crowd.
static bool is_smooth;

static astar_rules *laws[MAX_RULES];
static astar_field *field;
static uint32_t units[MAX_UNITS];
static int unit_count;
static bool begins_at_once, answers;

// -------------------------------------------------------------------------------- sides

static void begin(side *s, astar_layout layout, const char *const *rows) {
  const int width = (int)strlen(rows[0]);
  int height = 0;
  while (rows[height] != NULL) height++;
  REQUIRE(astar_grid_new(NULL, width, height, layout, 0, &s->grid) == ASTAR_OK);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      astar_grid_set(s->grid, x, y, rows[y][x] == '#' ? 1 : 0);
  for (int i = 0; i < MAX_RULES; i++) {
    astar_rules_def def = astar_default_rules();
    astar_move knight[4] = {{.dx = 1, .dy = 0, .length = 1},
                            {.dx = -1, .dy = 0, .length = 1},
                            {.dx = 1, .dy = 2, .length = 2},
                            {.dx = -1, .dy = -2, .length = 2}};
    def.cost[0] = 1;
    if (i == 1) def.size = 2;
    if (i == 2 && layout == ASTAR_SQUARE) {
      def.moves = knight;
      def.move_count = 4;
      def.neighbors = 0;
    }
    REQUIRE(astar_rules_new(NULL, &def, &laws[i]) == ASTAR_OK);
  }
  astar_crowd_def crowd = astar_default_crowd();
  crowd.patience = 8;
  crowd.budget = 300;
  crowd.smooth = is_smooth;
  unit_count = 0;
  begins_at_once = answers = false;
  field = NULL;
  REQUIRE(astar_crowd_new(s->grid, &crowd, &s->crowd) == ASTAR_OK);
}

static void end(side *s) {
  astar_crowd_free(s->crowd);
  astar_grid_free(s->grid);
  *s = (side){NULL, NULL};
}

static void end_laws(void) {
  for (int i = 0; i < MAX_RULES; i++) astar_rules_free(laws[i]);
}

static uint32_t add(side *s, int law, int x, int y, double speed) {
  astar_unit_def def = astar_default_unit(laws[law], x, y);
  def.speed = speed;
  if (is_smooth) def.turn_rate = speed;
  REQUIRE(astar_crowd_add(s->crowd, &def, &units[unit_count]) == ASTAR_OK);
  return units[unit_count++];
}

static uint8_t *bytes_of(const astar_crowd *crowd, size_t *size) {
  *size = astar_crowd_serialize(crowd, NULL, 0);
  uint8_t *bytes = malloc(*size);
  if (bytes == NULL) exit(1);
  REQUIRE(astar_crowd_serialize(crowd, bytes, *size) == *size);
  return bytes;
}

/// A copy of the grid, with another revision and another journal.
static astar_grid *copy_of(const astar_grid *grid) {
  astar_grid *copy = serialized_copy(grid, NULL);
  const uint8_t was = (uint8_t)astar_grid_get(copy, 0, 0);
  for (int i = 0; i < 3; i++) {
    astar_grid_set(copy, 0, 0, 7);
    astar_grid_set(copy, 0, 0, was);
  }
  return copy;
}

static void restore(const side *from, side *to) {
  const astar_rules *rules[MAX_RULES];
  size_t size, again;
  const size_t count = astar_crowd_rules(from->crowd, rules, MAX_RULES);
  uint8_t *bytes = bytes_of(from->crowd, &size);
  to->grid = copy_of(from->grid);
  REQUIRE(astar_crowd_deserialize(to->grid, bytes, size, rules, count, &to->crowd) ==
          ASTAR_OK);
  uint8_t *bytes_again = bytes_of(to->crowd, &again);
  REQUIRE(size == again && memcmp(bytes, bytes_again, size) == 0);
  free(bytes);
  free(bytes_again);
}

static void compare_bytes(const side *a, const side *b) {
  size_t size, other;
  uint8_t *bytes = bytes_of(a->crowd, &size), *others = bytes_of(b->crowd, &other);
  REQUIRE(size == other && memcmp(bytes, others, size) == 0);
  free(bytes);
  free(others);
}

static void compare_ways(const side *a, const side *b, uint32_t unit) {
  astar_point tiles[2][64];
  const size_t count = astar_crowd_remaining(a->crowd, unit, tiles[0], 64);
  REQUIRE(count <= 64);
  REQUIRE(count == astar_crowd_remaining(b->crowd, unit, tiles[1], 64));
  REQUIRE(memcmp(tiles[0], tiles[1], count * sizeof(astar_point)) == 0);
}

static void compare(const side *a, const side *b) {
  static double places[2][2 * MAX_UNITS];
  const size_t count = astar_crowd_positions(a->crowd, places[0], 2 * MAX_UNITS);
  REQUIRE(count == astar_crowd_positions(b->crowd, places[1], 2 * MAX_UNITS));
  for (uint32_t unit = 1; unit <= count / 2; unit++) {
    astar_unit_info x = {0}, y = {0};
    const bool exists = astar_crowd_unit(a->crowd, unit, &x);
    REQUIRE(exists == astar_crowd_unit(b->crowd, unit, &y));
    if (!exists) continue;
    REQUIRE(memcmp(&places[0][2 * unit - 2], &places[1][2 * unit - 2], 16) == 0);
    REQUIRE(memcmp(&x, &y, sizeof x) == 0);
    compare_ways(a, b, unit);
  }
  for (int y = 0; y < astar_grid_height(a->grid); y++)
    for (int x = 0; x < astar_grid_width(a->grid); x++)
      REQUIRE(astar_crowd_at(a->crowd, x, y) == astar_crowd_at(b->crowd, x, y));
}

/// Permits, delays or ignores.
static void answer(side *s, const astar_unit_event *event, int update) {
  if (!answers || event->kind != ASTAR_UNIT_ASKS) return;
  if (!astar_crowd_unit(s->crowd, event->unit, NULL)) return;
  const uint32_t kind = (event->unit * 7 + (uint32_t)update) % 8;
  if (kind == 7) return;
  if (kind > 1)
    REQUIRE(astar_crowd_permit(s->crowd, event->unit, event->x, event->y) == ASTAR_OK);
  else
    REQUIRE(astar_crowd_delay(s->crowd, event->unit, kind * 0.4) == ASTAR_OK);
}

static void compare_events(side *a, side *b, int update) {
  astar_unit_event x, y;
  while (astar_crowd_next_event(a->crowd, &x)) {
    REQUIRE(astar_crowd_next_event(b->crowd, &y));
    REQUIRE(x.unit == y.unit && x.kind == y.kind && x.x == y.x && x.y == y.y);
    answer(a, &x, update);
    answer(b, &y, update);
  }
  REQUIRE(!astar_crowd_next_event(b->crowd, &y));
}

// --------------------------------------------------------------------------- comparison

/// Later calls, the same for all sides.
static void call(side *s, int update) {
  const uint32_t first = units[0], last = units[unit_count - 1];
  uint32_t fresh;
  size_t placed;
  switch (update) {
  case 40: astar_crowd_go_to(s->crowd, first, 1, 1, NULL); break;
  case 43: astar_crowd_go_to(s->crowd, first, 2, 1, NULL); break;
  case 80: astar_grid_block(s->grid, 3, 3, true, 1); break;
  case 120: astar_crowd_remove(s->crowd, last); break;
  case 121: {
    astar_unit_def def = astar_default_unit(laws[3], 2, 2);
    astar_crowd_add(s->crowd, &def, &fresh);
    break;
  }
  case 160: astar_grid_block(s->grid, 3, 3, false, 1); break;
  case 200:
    astar_crowd_send(s->crowd, units, unit_count > 3 ? 3 : 1, 2, 3, NULL, &placed);
    break;
  case 260: astar_crowd_chase(s->crowd, first, last, NULL); break;
  case 300: astar_crowd_set_rules(s->crowd, first, laws[3]); break;
  case 340: astar_crowd_stop(s->crowd, first); break;
  case 380: // those that a scene stopped
    for (int i = 0; i < unit_count; i++) {
      astar_crowd_set_speed(s->crowd, units[i], 3);
      astar_crowd_set_step_time(s->crowd, units[i], 0.5, NULL);
    }
    break;
  default: break;
  }
}

/// An order that begins in the same moment, with the time that is left.
static void go_on(side *s) {
  astar_unit_info info;
  REQUIRE(astar_crowd_go_to(s->crowd, units[0], 5, 1, NULL) == ASTAR_OK);
  REQUIRE(astar_crowd_update(s->crowd, 0) == ASTAR_OK);
  REQUIRE(astar_crowd_unit(s->crowd, units[0], &info) && info.progress > 0);
}

static void play(side *a, side *b) {
  compare(a, b);
  if (begins_at_once) {
    go_on(a);
    go_on(b);
    compare(a, b);
  }
  for (int i = 0; i < UPDATES; i++) {
    const double dt = i % 50 == 49 ? 0.3 : 1.0 / 60;
    call(a, i);
    call(b, i);
    REQUIRE(astar_crowd_update(a->crowd, dt) == ASTAR_OK);
    REQUIRE(astar_crowd_update(b->crowd, dt) == ASTAR_OK);
    compare(a, b);
    if (i % 3 == 0) compare_events(a, b, i);
  }
  compare_bytes(a, b);
}

// ------------------------------------------------------------------------------ scenes

static const char *const open_room[] = {"............", "............", "............",
                                        "............", "............", "............",
                                        "............", "............", NULL};
static const char *const two_rooms[] = {".....#.....", ".....#.....", "...........",
                                        ".....#.....", ".....#.....", NULL};
static const char *const corridor[] = {"###############", "#.............#",
                                       "#######.#######", "###############", NULL};
static const char *const small_room[] = {"####", "#..#", "#..#", "####", NULL};

static bool has_state(const side *s, astar_unit_state state) {
  astar_unit_info info;
  for (int i = 0; i < unit_count; i++)
    if (astar_crowd_unit(s->crowd, units[i], &info) && info.state == state) return true;
  return false;
}

static bool is_moving(const side *s) { return has_state(s, ASTAR_UNIT_MOVING); }
static bool is_waiting(const side *s) { return has_state(s, ASTAR_UNIT_WAITING); }
static bool is_idle(const side *s) { return has_state(s, ASTAR_UNIT_IDLE); }

/// Whether a unit enters a tile that another one leaves.
static bool is_following(const side *s) {
  astar_unit_info a, b;
  for (int i = 0; i < unit_count; i++) {
    for (int k = 0; k < unit_count; k++) {
      if (i == k || !astar_crowd_unit(s->crowd, units[i], &a)) continue;
      if (!astar_crowd_unit(s->crowd, units[k], &b)) continue;
      if (a.state == ASTAR_UNIT_MOVING && a.to.x == b.at.x && a.to.y == b.at.y)
        return true;
    }
  }
  return false;
}

/// Whether all units move at once.
static bool is_ring(const side *s) {
  astar_unit_info info;
  for (int i = 0; i < unit_count; i++) {
    if (!astar_crowd_unit(s->crowd, units[i], &info)) return false;
    if (info.state != ASTAR_UNIT_MOVING) return false;
  }
  return true;
}

static bool is_any(const side *s) { return s != NULL; }

static void go(side *s, uint32_t unit, int x, int y) {
  REQUIRE(astar_crowd_go_to(s->crowd, unit, x, y, NULL) == ASTAR_OK);
}

static void begin_step(side *s) {
  begin(s, ASTAR_SQUARE, open_room);
  go(s, add(s, 0, 1, 1, 3.7), 10, 6);
}

static void begin_file(side *s) {
  begin(s, ASTAR_SQUARE, corridor);
  for (int i = 0; i < 4; i++) go(s, add(s, 0, 1 + i, 1, 6 - i), 10 + i, 1);
}

static void begin_ring(side *s) {
  begin(s, ASTAR_SQUARE, small_room);
  const int x[] = {1, 2, 2, 1}, y[] = {1, 1, 2, 2};
  for (int i = 0; i < 4; i++) add(s, 0, x[i], y[i], 2 + i);
  for (int i = 0; i < 4; i++) go(s, units[i], x[(i + 1) % 4], y[(i + 1) % 4]);
}

static void begin_queue(side *s) {
  begin(s, ASTAR_SQUARE, two_rooms);
  for (int i = 0; i < 20; i++) add(s, 0, i % 5, i / 5, 4);
  for (int i = 0; i < 20; i++) {
    astar_order order = {.range = i % 3, .partial = i % 2 == 0};
    REQUIRE(astar_crowd_go_to(s->crowd, units[i], 6 + i % 5, i / 5, &order) == ASTAR_OK);
  }
}

static void begin_group(side *s) {
  size_t placed;
  begin(s, ASTAR_SQUARE, two_rooms);
  for (int i = 0; i < 15; i++) add(s, 0, i % 5, i / 5, 3 + i % 4);
  REQUIRE(astar_crowd_send(s->crowd, units, 15, 8, 2, NULL, &placed) == ASTAR_OK);
  REQUIRE(placed == 15);
}

static void begin_formation(side *s, astar_formation formation) {
  size_t placed;
  astar_send_options options = astar_default_send();
  options.formation = formation;
  options.facing = formation == ASTAR_FORMATION_WEDGE ? 1 : NAN;
  options.slowest = formation == ASTAR_FORMATION_LINE;
  begin(s, ASTAR_SQUARE, two_rooms);
  for (int i = 0; i < 12; i++) add(s, 0, i % 5, i / 5, 3 + i % 4);
  REQUIRE(astar_crowd_send(s->crowd, units, 12, 8, 2, &options, &placed) == ASTAR_OK);
  REQUIRE(placed == 12);
}

static void begin_block(side *s) { begin_formation(s, ASTAR_FORMATION_BLOCK); }
static void begin_line(side *s) { begin_formation(s, ASTAR_FORMATION_LINE); }
static void begin_wedge(side *s) { begin_formation(s, ASTAR_FORMATION_WEDGE); }
static void begin_keep(side *s) { begin_formation(s, ASTAR_FORMATION_KEEP); }

static void begin_field(side *s) {
  const astar_source goals[] = {{9, 1, 0}, {8, 3, 2.5}};
  begin(s, ASTAR_SQUARE, two_rooms);
  for (int i = 0; i < 12; i++) add(s, 0, i % 5, i / 5, 4);
  REQUIRE(astar_distance_field(s->grid, laws[0], NULL, goals, 2, 14, &field) == ASTAR_OK);
  REQUIRE(astar_crowd_follow(s->crowd, units, 12, field) == ASTAR_OK);
  astar_field_free(field); // the crowd keeps it
}

static void walk(side *s, uint32_t unit, int law, int x, int y, int to_x, int to_y) {
  static astar_point points[256];
  const astar_point goal = {to_x, to_y};
  const astar_query query = astar_default_query(laws[law], x, y, &goal, 1);
  astar_path *path;
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  REQUIRE(astar_find_path(s->grid, &query, path, NULL) == ASTAR_OK);
  const size_t count = astar_path_points(path, points, 128);
  for (size_t i = 0; i < count; i++) points[count + i] = points[count - 1 - i];
  astar_path_free(path);
  const size_t length = law == 3 ? 2 * count : count; // there and back
  REQUIRE(astar_crowd_walk(s->crowd, unit, points, length) == ASTAR_OK);
}

/// Units whose goals move along, so that their paths are adapted; one goal cannot be
/// reached.
static void begin_moving_goals(side *s) {
  const astar_order near = {.partial = true};
  begin(s, ASTAR_SQUARE, two_rooms);
  for (int i = 0; i < 6; i++) add(s, i % 2 == 0 ? 0 : 3, i % 3, 1 + i / 3, 3 + i % 3);
  REQUIRE(astar_grid_block(s->grid, 9, 3, true, 3) == ASTAR_OK);
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < 5; i++) go(s, units[i], 6 + (i + k) % 4, i % 2 == 0 ? k % 3 : 4);
    REQUIRE(astar_crowd_go_to(s->crowd, units[5], 9, 3, &near) == ASTAR_OK);
    for (int i = 0; i < 9; i++) REQUIRE(astar_crowd_update(s->crowd, 0.02) == ASTAR_OK);
  }
  go(s, units[0], 9, 2);
}

/// Units with the same rules and filters of their own: some pass the obstacles, some take
/// no notice of penalties, some weigh influence. One filter belongs to a unit that is
/// removed.
static void begin_filters(side *s) {
  static const astar_filter filters[] = {{0, 1, {{0, 0}}},
                                         {ASTAR_LAYER(3), 1, {{77, 2}}},
                                         {0, 0, {{0, 0}}},
                                         {0, 2, {{77, 0.5}, {78, 3}}}};
  begin(s, ASTAR_SQUARE, two_rooms);
  for (int y = 0; y < 5; y += 2) {
    REQUIRE(astar_grid_block(s->grid, 3, y, true, 3) == ASTAR_OK);
    REQUIRE(astar_grid_set_penalty(s->grid, 7, y, 3) == ASTAR_OK);
    REQUIRE(astar_influence_fill(s->grid, 77, 8, y, 1, 1, 4) == ASTAR_OK);
  }
  for (int i = 0; i < 12; i++) {
    const uint32_t unit = add(s, i % 2 == 0 ? 0 : 3, i % 3, i / 3, 4);
    const astar_filter *filter = i % 5 == 4 ? NULL : &filters[i % 5];
    REQUIRE(astar_crowd_set_filter(s->crowd, unit, NULL, filter, 1 + i % 7) == ASTAR_OK);
  }
  for (int i = 0; i < 12; i++) go(s, units[i], 10 - i % 3, i / 3);
  REQUIRE(astar_crowd_remove(s->crowd, units[0]) == ASTAR_OK);
  units[0] = units[1];
}

/// Units that walk: on their path, on their way to it, in each other's way, over links,
/// and one to a step that is illegal from the beginning.
static void begin_walk(side *s) {
  uint32_t id;
  begin(s, ASTAR_SQUARE, open_room);
  REQUIRE(astar_grid_link(s->grid, 2, 6, 9, 1, 1, false, &id) == ASTAR_OK);
  for (int i = 0; i < 4; i++) add(s, i % 2 == 0 ? 0 : 1, 1 + 2 * i, 2 + i % 2, 3 + i);
  add(s, 3, 0, 7, 5);
  walk(s, units[0], 0, 1, 2, 10, 5);
  walk(s, units[1], 1, 3, 3, 0, 0);
  walk(s, units[2], 3, 7, 0, 0, 0);
  walk(s, units[3], 1, 9, 5, 1, 5);
  walk(s, units[4], 3, 0, 7, 9, 1);
  REQUIRE(astar_grid_block(s->grid, 10, 5, true, 4) == ASTAR_OK);
  walk(s, units[0], 0, 10, 5, 1, 2);
}

/// An edit closes a path, another one opens a step that was closed.
static void begin_closed_walk(side *s) {
  begin(s, ASTAR_SQUARE, two_rooms);
  for (int i = 0; i < 3; i++) add(s, 0, i, i, 4);
  walk(s, units[0], 0, 0, 0, 10, 4);
  REQUIRE(astar_grid_block(s->grid, 5, 2, true, 4) == ASTAR_OK);
  static const astar_point points[] = {{2, 2}, {3, 2}, {4, 2}, {5, 2}, {6, 2}, {7, 2}};
  REQUIRE(astar_crowd_walk(s->crowd, units[1], points, 6) == ASTAR_OK);
}

static bool has_goal(const side *s) {
  astar_unit_info info;
  for (int i = 0; i < unit_count; i++)
    if (astar_crowd_unit(s->crowd, units[i], &info) && info.has_goal) return true;
  return false;
}

static void begin_shared_goal(side *s) {
  begin(s, ASTAR_SQUARE, two_rooms);
  for (int i = 0; i < 15; i++) go(s, add(s, 0, i % 5, i / 5, 4), 8, 2);
}

// Units near one goal: they settle around it, move up, and return into range.
static void begin_range(side *s) {
  const astar_order near = {.range = 1};
  begin_shared_goal(s);
  for (int i = 0; i < 12; i++)
    astar_crowd_go_to(s->crowd, units[i], 6, 4, i % 3 == 0 ? NULL : &near);
}

static void begin_chase(side *s) {
  begin(s, ASTAR_SQUARE, open_room);
  go(s, add(s, 0, 10, 6, 2), 0, 0);
  for (int i = 0; i < 3; i++) {
    add(s, 0, i, 7, 5);
    REQUIRE(astar_crowd_chase(s->crowd, units[i + 1], units[i], NULL) == ASTAR_OK);
  }
}

/// Steps that take other times: stopped in the middle, fast, slow; units with speed 0.
static void begin_times(side *s) {
  begin(s, ASTAR_SQUARE, open_room);
  for (int i = 0; i < 8; i++) go(s, add(s, 0, i % 4, i, 4), 11 - i % 4, 7 - i);
  REQUIRE(astar_crowd_update(s->crowd, 0.05) == ASTAR_OK);
  for (int i = 0; i < 8; i++) {
    static const double times[] = {INFINITY, 0, 0.02, 1, INFINITY, 7, 0.3, 1e-12};
    astar_crowd_set_step_time(s->crowd, units[i], times[i], NULL);
    if (i % 3 == 0) astar_crowd_set_speed(s->crowd, units[i], 0);
  }
}

/// A step has just ended, and time is left: the next order counts it.
static void begin_spare(side *s) {
  begin(s, ASTAR_SQUARE, corridor);
  for (int i = 0; i < 2; i++) go(s, add(s, 0, 1 + 9 * i, 1, 4), 3 + 9 * i, 1);
  REQUIRE(astar_crowd_update(s->crowd, 0) == ASTAR_OK);
  for (int i = 0; i < 3; i++) REQUIRE(astar_crowd_update(s->crowd, 0.19) == ASTAR_OK);
  begins_at_once = true;
}

/// Units that ask: with and without an answer, delayed, permitted for a tile.
static void begin_asking(side *s) {
  astar_unit_event event;
  begin(s, ASTAR_SQUARE, two_rooms);
  for (int i = 0; i < 15; i++) {
    go(s, add(s, 0, i % 5, i / 5, 3 + i % 4), 6 + i % 5, i / 5);
    REQUIRE(astar_crowd_set_asks(s->crowd, units[i], i % 4 != 3) == ASTAR_OK);
  }
  answers = true;
  for (int i = 0; i < 20; i++) {
    REQUIRE(astar_crowd_update(s->crowd, 1.0 / 60) == ASTAR_OK);
    while (astar_crowd_next_event(s->crowd, &event)) answer(s, &event, i);
  }
}

static void begin_push(side *s) {
  begin(s, ASTAR_SQUARE, corridor);
  add(s, 0, 6, 1, 4);
  go(s, add(s, 0, 2, 1, 5), 11, 1);
}

static void begin_mix(side *s) {
  uint32_t id;
  begin(s, ASTAR_SQUARE, open_room);
  REQUIRE(astar_grid_link(s->grid, 1, 6, 10, 1, 1, false, &id) == ASTAR_OK);
  add(s, 3, 0, 0, 4); // removed: its rules leave a free entry
  for (int i = 0; i < 9; i++) {
    const int law = i % 3;
    go(s, add(s, law, 1 + i % 3 * 3, i / 3 * 2, 3 + i % 5),
       law == 2 ? 10 - i % 3 * 3 : 10 - i, law == 2 ? i / 3 * 2 : 6);
    astar_crowd_set_steps(s->crowd, units[unit_count - 1], i % 2 == 0);
    astar_crowd_set_priority(s->crowd, units[unit_count - 1], i % 3 - 1);
  }
  REQUIRE(astar_crowd_remove(s->crowd, units[0]) == ASTAR_OK);
  REQUIRE(astar_crowd_remove(s->crowd, units[4]) == ASTAR_OK);
  units[0] = units[1];
}

static void begin_hexes(side *s) {
  begin(s, ASTAR_ODD_R, open_room);
  for (int i = 0; i < 16; i++) add(s, 0, i % 4, i / 4, 3 + i % 3);
  for (int i = 0; i < 16; i++) go(s, units[i], 11 - i % 4, 7 - i / 4);
}

/// Whether a unit stands, but is not drawn in the middle of its tile.
static bool is_resting(const side *s) {
  astar_unit_info info;
  for (int i = 0; i < unit_count; i++) {
    if (!astar_crowd_unit(s->crowd, units[i], &info)) continue;
    if (info.state != ASTAR_UNIT_IDLE) continue;
    if (info.x < info.at.x || info.x > info.at.x) return true;
  }
  return false;
}

/// An edit right before the crowd is saved: it has not seen it.
static void edit(side *s, int update) {
  if (update % 3 == 1) astar_grid_block(s->grid, 5, 2, update % 2 == 0, 2);
  if (update % 3 == 2) astar_grid_set_penalty(s->grid, 6, 2, update % 7);
}

typedef struct scene {
  const char *name;
  void (*begin)(side *s);
  bool (*is_wanted)(const side *s);
  int step, count; // saved after so many updates more; how often
  bool edits;
} scene;

static const scene scenes[] = {
    {"in the middle of a step", begin_step, is_moving, 3, 12, false},
    {"coming to rest", begin_step, is_resting, 11, 30, false},
    {"following", begin_file, is_following, 3, 20, false},
    {"a ring", begin_ring, is_ring, 2, 20, false},
    {"waiting for a path", begin_queue, is_waiting, 1, 12, false},
    {"a group", begin_group, is_moving, 12, 30, false},
    {"a block", begin_block, is_moving, 12, 30, false},
    {"a line", begin_line, is_moving, 12, 30, false},
    {"a wedge", begin_wedge, is_moving, 12, 30, false},
    {"units that keep their places", begin_keep, is_moving, 12, 30, false},
    {"a field of the caller", begin_field, is_moving, 12, 25, false},
    {"a shared goal", begin_shared_goal, is_idle, 20, 25, false},
    {"ranges of a goal", begin_range, is_any, 11, 40, false},
    {"chasing", begin_chase, is_moving, 10, 25, false},
    {"steps that take other times", begin_times, is_moving, 4, 30, false},
    {"time that is left", begin_spare, is_idle, 1, 1, false},
    {"units that ask", begin_asking, is_waiting, 7, 40, false},
    {"pushed aside", begin_push, is_moving, 6, 30, false},
    {"sizes, links, removed units", begin_mix, is_any, 8, 30, false},
    {"hexes", begin_hexes, is_moving, 9, 20, false},
    {"goals that move", begin_moving_goals, is_moving, 5, 20, false},
    {"filters of units", begin_filters, is_moving, 7, 30, false},
    {"filters and edits", begin_filters, is_any, 9, 20, true},
    {"walking", begin_walk, has_goal, 5, 40, false},
    {"walking to a closed step", begin_closed_walk, has_goal, 5, 20, false},
    {"walking and edits", begin_walk, is_any, 7, 30, true},
    {"edits that are pending", begin_queue, is_any, 7, 40, true},
    {"a group and edits", begin_group, is_any, 9, 40, true},
};

static int play_scene(const scene *c, int stride) {
  int wanted = 0;
  snprintf(run_name, sizeof run_name, "%s", c->name);
  for (int i = 0; i < c->count; i++) {
    side a = {NULL, NULL}, b = {NULL, NULL};
    round_step = i * c->step;
    is_smooth = i % 2 == 1;
    c->begin(&a);
    for (int k = 0; k < round_step; k++)
      REQUIRE(astar_crowd_update(a.crowd, 1.0 / 60) == ASTAR_OK);
    if (c->edits) edit(&a, i);
    const bool is_wanted = c->is_wanted(&a);
    if (i % stride == 0 || (is_wanted && wanted == 0)) {
      wanted += is_wanted;
      restore(&a, &b);
      play(&a, &b);
      end(&b);
    }
    end(&a);
    end_laws();
  }
  REQUIRE(wanted > 0);
  return wanted;
}

// ---------------------------------------------------------------------- damaged numbers

/// The numbers of a unit that steps in a smooth crowd, in their order. They begin with
/// the speed; the format is described in src/crowd/saving/crowd_serialization.c.
typedef struct number {
  const char *name;
  double least, greatest; ///< valid ones
  size_t skipped;         ///< bytes after it
} number;

#define LONG_TIME 1e15

static const number numbers[] = {
    {"speed", 0, ASTAR_MAX_SPEED, 0},
    {"facing", -DBL_MAX, DBL_MAX, 0},
    {"spare time", 0, ASTAR_MAX_UPDATE, 0},
    {"standing since", -LONG_TIME, LONG_TIME, 0},
    {"time of the next decision", -LONG_TIME, LONG_TIME, 0},
    {"nearer since", -LONG_TIME, LONG_TIME, 0},
    {"queue nearer since", -LONG_TIME, LONG_TIME, 0},
    {"yielded at", -LONG_TIME, LONG_TIME, 0},
    {"rescued at", -LONG_TIME, LONG_TIME, 0},
    {"progress", 0, 1 - DBL_EPSILON / 2, 0},
    {"rate", DBL_TRUE_MIN, 1e12, 1},
    {"turn rate", DBL_TRUE_MIN, DBL_MAX, 0},
    {"facing before", -DBL_MAX, DBL_MAX, 0},
    {"facing since", -LONG_TIME, LONG_TIME, 0},
    {"x of the curve", -0.5, 0.5, 0},
    {"y of the curve", -0.5, 0.5, 0},
    {"ratio of the curve", 0, 1.5, 0},
    {"rate of the curve", 0, 1e12, 0},
    {"curve since", -LONG_TIME, LONG_TIME, 0},
};

static uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static void put_double(uint8_t *bytes, double value) {
  for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(bits_of(value) >> (8 * i));
}

/// The first position of a number in a string.
static size_t find_double(const uint8_t *bytes, size_t size, double value) {
  uint8_t wanted[8];
  size_t at = 0;
  put_double(wanted, value);
  while (at + 8 <= size && memcmp(bytes + at, wanted, 8) != 0) at++;
  REQUIRE(at + 8 <= size);
  return at;
}

/// Whether a crowd is restored from a string with another checksum.
static bool is_accepted(const side *from, uint8_t *bytes, size_t size) {
  const astar_rules *rules[MAX_RULES];
  const size_t count = astar_crowd_rules(from->crowd, rules, MAX_RULES);
  side to = {copy_of(from->grid), NULL};
  serialized_seal(bytes, size);
  const astar_status status =
      astar_crowd_deserialize(to.grid, bytes, size, rules, count, &to.crowd);
  REQUIRE(status == ASTAR_OK || status == ASTAR_INVALID);
  end(&to);
  return status == ASTAR_OK;
}

static void check_number(const side *s, const uint8_t *bytes, size_t size, size_t at,
                         double value, bool is_valid) {
  uint8_t *changed = malloc(size);
  if (changed == NULL) exit(1);
  memcpy(changed, bytes, size);
  put_double(changed + at, value);
  REQUIRE(is_accepted(s, changed, size) == is_valid);
  free(changed);
}

static void check_numbers(void) {
  const double speed = 2.6875;
  side s = {NULL, NULL};
  size_t size;
  is_smooth = true;
  begin(&s, ASTAR_SQUARE, open_room);
  go(&s, add(&s, 0, 1, 1, speed), 10, 6);
  for (int i = 0; i < 25; i++) REQUIRE(astar_crowd_update(s.crowd, 0.02) == ASTAR_OK);
  uint8_t *bytes = bytes_of(s.crowd, &size);
  const size_t at_speed = find_double(bytes, size, speed);
  size_t at = at_speed, at_rate = 0;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    const number *n = &numbers[i];
    snprintf(run_name, sizeof run_name, "%s", n->name);
    check_number(&s, bytes, size, at, n->least, true);
    check_number(&s, bytes, size, at, n->greatest, true);
    check_number(&s, bytes, size, at, nextafter(n->least, -INFINITY), false);
    check_number(&s, bytes, size, at, nextafter(n->greatest, INFINITY), false);
    check_number(&s, bytes, size, at, -INFINITY, false);
    check_number(&s, bytes, size, at, NAN, false);
    if (n->skipped > 0) at_rate = at;
    at += 8 + n->skipped;
  }
  snprintf(run_name, sizeof run_name, "%s", "speed");
  check_number(&s, bytes, size, at_speed, ASTAR_MIN_SPEED, true);
  check_number(&s, bytes, size, at_speed, nextafter(ASTAR_MIN_SPEED, 0), false);
  check_number(&s, bytes, size, at_speed, DBL_TRUE_MIN, false);
  snprintf(run_name, sizeof run_name, "%s", "rate that the program set");
  bytes[at_rate + 8] = 1;
  check_number(&s, bytes, size, at_rate, 0, true);
  check_number(&s, bytes, size, at_rate, INFINITY, true);
  check_number(&s, bytes, size, at_rate, -DBL_TRUE_MIN, false);
  check_number(&s, bytes, size, at_rate, NAN, false);
  bytes[at_rate + 8] = 2;
  check_number(&s, bytes, size, at_rate, 1, false);
  free(bytes);
  end(&s);
  end_laws();
}

/// Replaces a byte of a string, and adds bytes behind it: 0, but for a double.
static bool is_longer_accepted(const side *s, const uint8_t *bytes, size_t size,
                               size_t at, uint8_t byte, size_t more, double first) {
  uint8_t *changed = calloc(size + more, 1);
  if (changed == NULL) exit(1);
  memcpy(changed, bytes, at + 1);
  memcpy(changed + at + 1 + more, bytes + at + 1, size - at - 1);
  changed[at] = byte;
  if (more >= 8) put_double(changed + at + 1, first);
  const bool is_fine = is_accepted(s, changed, size + more);
  free(changed);
  return is_fine;
}

/// Of the bits of a permission, each has its numbers: all 0 here. A unit that stepped
/// aside was refused, and there are no other bits.
static void check_permissions(void) {
  static const size_t room[] = {0, 1 + 8, 8, 1 + 1 + 8, 8 + 1 + 1, 1};
  side s = {NULL, NULL};
  size_t size;
  snprintf(run_name, sizeof run_name, "%s", "permission");
  is_smooth = true;
  begin(&s, ASTAR_SQUARE, open_room);
  add(&s, 0, 1, 1, 2.6875);
  uint8_t *bytes = bytes_of(s.crowd, &size);
  // The speed is the first of 9 doubles; 3 of the turn and 5 of the curve follow, then
  // the least cost, the enemy and the ways around, which are 0, and the claim.
  const size_t at = find_double(bytes, size, 2.6875) + (9 + 3 + 5) * 8 + 4;
  for (unsigned bits = 0; bits < 256; bits++) {
    size_t more = 0;
    for (int i = 0; i < 6; i++) more += bits >> i & 1 ? room[i] : 0;
    const bool is_valid = bits < 64 && ((bits & 32) == 0 || (bits & 16) != 0);
    REQUIRE(is_longer_accepted(&s, bytes, size, at, (uint8_t)bits, more, 0) == is_valid);
  }
  // Whether it takes an angle again; team, goal, priority, rank, group and field
  // follow.
  const size_t at_turn = find_double(bytes, size, 2.6875) - 7;
  REQUIRE(is_longer_accepted(&s, bytes, size, at_turn, 1, 8, 1.5));
  REQUIRE(!is_longer_accepted(&s, bytes, size, at_turn, 1, 8, INFINITY));
  REQUIRE(!is_longer_accepted(&s, bytes, size, at_turn, 2, 8, 1.5));
  free(bytes);
  end(&s);
  end_laws();
}

int main(int argc, char **argv) {
  const int stride = argc > 1 && atoi(argv[1]) < 100 ? 3 : 1;
  int states = 0;
  const size_t count = sizeof scenes / sizeof *scenes;
  for (size_t i = 0; i < count; i++) states += play_scene(&scenes[i], stride);
  check_numbers();
  check_permissions();
  printf("%zu scenes, %d crowds in the wanted state: no difference\n", count, states);
  return 0;
}
