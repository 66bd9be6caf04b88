/// Compares views with lines of sight, one per tile, and lines of the mode `shadow` with
/// their definition:
///
///     build/fuzz/sight [MAPS [SEED]]
///
/// Method: each map has walls, obstacles on layers, closed edges (also one-way ones), and
/// forbidden pairs of terrains, or only some of these; it has squares or hexes; viewers
/// stand anywhere, with a radius from 0 to 40, on high maps to 101. The program checks
/// that
///
/// - a view without walls has exactly the tiles within the radius to which
///   `astar_line_of_sight_avoiding` is free, and the viewer's own; in the mode `line`,
///   that function is `astar_line_of_sight`;
/// - a line of the mode `shadow` is free exactly when one of its two rows of tiles is,
///   which are computed from the definition, by rounding;
/// - a view with walls has also the impassable tiles of the definition, and no others;
/// - `astar_view_sees`, `astar_view_count` and `astar_view_next` agree;
/// - after random edits and moves, a vision has the states of the union of new views, and
///   its changes are those to the states before; its memory is the same after writing and
///   reading, and damaged strings are refused.
#include "astar_sight.h"
#include "base/directions.h"
#include "../support/chance.h"
#include "../support/rounds.h"
#include "../support/serialized.h"

#include <math.h>
#include <string.h>

enum { SIDE = 56, TERRAINS = 3, WALL = 2 };

static struct {
  int width, height, size;
  astar_layout layout;
  astar_grid *grid;
  astar_rules *rules;
  astar_filter filter;
  bool has_diagonals;
  bool forbidden[DIRECTIONS]; ///< steps from terrain 0 to terrain 1
} m;

static uint64_t pairs, views;

static bool is_free(int x, int y) {
  return astar_is_passable(m.grid, m.rules, &m.filter, x, y);
}

// ----------------------------------------------------------------------------- the maps

static void make_rules(void) {
  astar_rules_def def = astar_default_rules();
  astar_pair_cost pairs_of_rules[DIRECTIONS];
  def.cost[0] = 1;
  def.cost[1] = 2;
  def.diagonal = (astar_diagonal)chance(4);
  if (chance(6) == 0) def.neighbors = 4;
  def.size = m.size;
  m.has_diagonals = def.neighbors == 8 && def.diagonal != ASTAR_DIAGONAL_NEVER;
  const bool has_pairs = m.layout == ASTAR_SQUARE && m.size == 1 && chance(4) == 0;
  for (int d = 0; d < DIRECTIONS; d++) {
    m.forbidden[d] = has_pairs && chance(2) == 0 && (d < 4 || m.has_diagonals);
    if (!m.forbidden[d]) continue;
    pairs_of_rules[def.pair_cost_count++] =
        (astar_pair_cost){0, 1, direction_dx[d], direction_dy[d], ASTAR_FORBIDDEN};
  }
  def.pair_costs = pairs_of_rules;
  REQUIRE(astar_rules_new(NULL, &def, &m.rules) == ASTAR_OK);
}

static void make_map(void) {
  static const int percents[] = {0, 1, 3, 10, 25, 40};
  const int walls = PICK(percents), obstacles = PICK(percents), edges = PICK(percents);
  const bool rooms = chance(3) == 0;
  const int cells = m.width * m.height, spacing = 4 + chance(8);
  for (int i = 0; i < cells; i++) {
    const int x = i % m.width, y = i / m.width;
    const bool of_room = rooms && (x % spacing == 0 || y % spacing == 0) && chance(6) > 0;
    const int terrain = of_room || chance(100) < walls ? WALL : chance(12) == 0;
    REQUIRE(astar_grid_set(m.grid, x, y, (uint8_t)terrain) == ASTAR_OK);
    if (chance(200) < obstacles) astar_grid_block(m.grid, x, y, true, 1 + chance(2));
    // Some of these directions lead off the grid, or to no neighbor.
    if (chance(200) < edges) {
      const int dx = chance(3) - 1, dy = chance(3) - 1;
      (void)astar_grid_set_edge(m.grid, x, y, dx, dy, false, chance(2) == 0);
    }
  }
}

static void make_world(void) {
  m.layout = chance(4) == 0 ? (astar_layout)(1 + chance(4)) : ASTAR_SQUARE;
  m.size = m.layout == ASTAR_SQUARE && chance(6) == 0 ? 2 : 1;
  m.width = 1 + chance(SIDE);
  m.height = 1 + chance(SIDE);
  if (chance(10) == 0) m.width = 64 + chance(80);
  if (chance(20) == 0) m.height = 64 + chance(80);
  REQUIRE(astar_grid_new(NULL, m.width, m.height, m.layout, 0, &m.grid) == ASTAR_OK);
  make_rules();
  make_map();
  m.filter = astar_default_filter();
  m.filter.ignored_layers = (uint8_t)chance(4);
}

// --------------------------------------------------------------------------- the oracle

static bool is_closed(int x, int y, int dx, int dy) {
  return !astar_grid_is_edge_open(m.grid, x, y, dx, dy) ||
         (m.forbidden[direction_of(dx, dy)] && astar_grid_get(m.grid, x, y) == 0 &&
          astar_grid_get(m.grid, x + dx, y + dy) == 1);
}

// Whether closed edges are on the way around a corner, in x first (`by_x`), or in y
// first.
static bool is_way_closed(bool (*closed)(int, int, int, int), int x, int y, int dx,
                          int dy, bool by_x) {
  return by_x ? closed(x, y, dx, 0) || closed(x + dx, y, 0, dy)
              : closed(x, y, 0, dy) || closed(x, y + dy, dx, 0);
}

static bool is_step_free(int x, int y, int dx, int dy) {
  if (!is_free(x + dx, y + dy) || is_closed(x, y, dx, dy)) return false;
  return dx == 0 || dy == 0 || !is_way_closed(is_closed, x, y, dx, dy, true) ||
         !is_way_closed(is_closed, x, y, dx, dy, false);
}

// The place of a line in column i of n: the nearest of the rows, or `side` of two.
static int nearest(int i, int rise, int n, int side) {
  const double at = (double)i * rise / n, half = floor(at) + 0.5;
  if (2 * i * rise % (2 * n) == n || -2 * i * rise % (2 * n) == n)
    return (int)floor(at) + side;
  return (int)(at < half ? floor(at) : floor(at) + 1);
}

static bool is_row_free(int x1, int y1, int x2, int y2, int side) {
  const int dx = x2 - x1, dy = y2 - y1, n = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
  int x = x1, y = y1;
  for (int i = 1; i <= n; i++) {
    const bool wide = abs(dx) >= abs(dy);
    const int to_x = wide ? x1 + (dx > 0 ? i : -i) : x1 + nearest(i, dx, n, side);
    const int to_y = wide ? y1 + nearest(i, dy, n, side) : y1 + (dy > 0 ? i : -i);
    if (!is_step_free(x, y, to_x - x, to_y - y)) return false;
    x = to_x, y = to_y;
  }
  return true;
}

static bool is_line_free(astar_sight_mode mode, int x1, int y1, int x2, int y2) {
  if (mode == ASTAR_SIGHT_SHADOW)
    return is_row_free(x1, y1, x2, y2, 0) || is_row_free(x1, y1, x2, y2, 1);
  return astar_line_of_sight(m.grid, m.rules, &m.filter, x1, y1, x2, y2, NULL, NULL) ==
         ASTAR_OK;
}

static bool is_within(const astar_sight *sight, int x1, int y1, int x2, int y2) {
  const int dx = x2 - x1, dy = y2 - y1, radius = sight->radius;
  if (m.layout != ASTAR_SQUARE)
    return astar_grid_distance(m.grid, x1, y1, x2, y2, 6) <= radius;
  return sight->is_square ? abs(dx) <= radius && abs(dy) <= radius
                          : dx * dx + dy * dy <= radius * radius;
}

static bool is_on_grid(int x, int y) {
  return x >= 0 && y >= 0 && x < m.width && y < m.height;
}

static bool is_edge_closed(int x, int y, int dx, int dy) {
  return is_on_grid(x, y) && is_on_grid(x + dx, y + dy) &&
         !astar_grid_is_edge_open(m.grid, x, y, dx, dy);
}

// For larger movers an edge of any of their tiles.
static bool is_wall_edge_closed(int x, int y, int dx, int dy) {
  for (int i = 0; i < m.size * m.size; i++)
    if (is_edge_closed(x + i % m.size, y + i / m.size, dx, dy)) return true;
  return false;
}

static bool shows_wall(const astar_view *view, int x, int y) {
  for (int dy = -1; dy <= 1; dy++) {
    for (int dx = -1; dx <= 1; dx++) {
      const int from_x = x - dx, from_y = y - dy;
      if ((dx == 0 && dy == 0) || !astar_view_sees(view, from_x, from_y)) continue;
      if (!is_free(from_x, from_y) && (from_x != view->x || from_y != view->y)) continue;
      if (m.layout != ASTAR_SQUARE) {
        if (astar_grid_distance(m.grid, from_x, from_y, x, y, 6) != 1) continue;
        if (astar_grid_distance(m.grid, from_x, from_y, view->x, view->y, 6) >=
            astar_grid_distance(m.grid, x, y, view->x, view->y, 6))
          continue;
        if (!is_edge_closed(from_x, from_y, dx, dy)) return true;
        continue;
      }
      if (dx * (x - view->x) < 0 || (dx != 0 && x == view->x)) continue;
      if (dy * (y - view->y) < 0 || (dy != 0 && y == view->y)) continue;
      if (dx == 0 || dy == 0
              ? !is_wall_edge_closed(from_x, from_y, dx, dy)
              : !is_way_closed(is_wall_edge_closed, from_x, from_y, dx, dy, true) ||
                    !is_way_closed(is_wall_edge_closed, from_x, from_y, dx, dy, false))
        return true;
    }
  }
  return false;
}

// --------------------------------------------------------------------------- the checks

static struct {
  astar_sight sight;
  astar_view view;
  int x, y;
} now;

static void describe(void) {
  fprintf(stderr,
          "%d x %d tiles, layout %d, size %d; radius %d, mode %d, square %d; from (%d, "
          "%d) to "
          "(%d, %d)\n",
          m.width, m.height, (int)m.layout, m.size, now.sight.radius, (int)now.sight.mode,
          now.sight.is_square, now.view.x, now.view.y, now.x, now.y);
  for (int y = 0; y < m.height; y++) {
    for (int x = 0; x < m.width; x++)
      fputc(x == now.view.x && y == now.view.y ? '@' : is_free(x, y) ? '.' : '#', stderr);
    fputc('\n', stderr);
  }
}

static void see(astar_view *view) {
  view->rows =
      (uint64_t *)must(calloc((size_t)view->height * view->words, sizeof(uint64_t)));
  memset(view->rows, 0xa5, (size_t)view->height * view->words * sizeof(uint64_t));
  REQUIRE(astar_view_fill(m.grid, m.rules, &m.filter, view) == ASTAR_OK);
}

static void check_tile(const astar_sight *sight, const astar_view *plain,
                       const astar_view *walls, int x, int y) {
  const bool is_viewer = x == plain->x && y == plain->y;
  now.x = x, now.y = y;
  const bool within = is_within(sight, plain->x, plain->y, x, y);
  bool expected = is_viewer;
  if (within && !is_viewer) {
    expected = is_line_free(sight->mode, plain->x, plain->y, x, y);
    REQUIRE(astar_line_of_sight_avoiding(
                m.grid, m.rules, &m.filter, sight->mode, plain->x, plain->y, x, y, NULL,
                NULL, NULL, NULL) == (expected ? ASTAR_OK : ASTAR_UNREACHABLE));
    pairs++;
  }
  REQUIRE(astar_view_sees(plain, x, y) == expected);
  if (within && !is_viewer && !is_free(x, y)) expected = shows_wall(plain, x, y);
  REQUIRE(astar_view_sees(walls, x, y) == expected);
}

static void check_tiles_in_order(const astar_view *view) {
  int at_x = -1, at_y = 0, x = -1, y = 0;
  size_t count = 0;
  for (; astar_view_next(view, &x, &y); count++) {
    REQUIRE(astar_view_sees(view, x, y) && (y > at_y || (y == at_y && x > at_x)));
    at_x = x, at_y = y;
  }
  REQUIRE(count == astar_view_count(view));
}

static void check_view(void) {
  astar_sight sight = {.radius = chance(10) == 0 ? 32 + chance(9) : chance(32)};
  astar_view plain;
  if (m.height > SIDE) sight.radius = chance(102);
  sight.is_square = m.layout == ASTAR_SQUARE && chance(2) == 0;
  if (m.layout == ASTAR_SQUARE && m.size == 1 && chance(2) == 0)
    sight.mode = ASTAR_SIGHT_SHADOW;
  const int x = chance(m.width), y = chance(m.height);
  REQUIRE(astar_view_frame(m.grid, &sight, x, y, &plain) == ASTAR_OK);
  astar_view walls = plain;
  see(&walls);
  plain.sight.without_walls = true;
  see(&plain);
  now.sight = sight, now.view = plain;
  for (int row = 0; row < m.height; row++)
    for (int column = 0; column < m.width; column++)
      check_tile(&sight, &plain, &walls, column, row);
  REQUIRE(!astar_view_sees(&plain, -1, y) && !astar_view_sees(&plain, x, m.height));
  check_tiles_in_order(&walls);
  free(plain.rows);
  free(walls.rows);
  views++;
}

// -------------------------------------------------------------------------------- vision

enum { VIEWERS = 6 };

static struct {
  astar_vision *vision;
  astar_sight sight;
  struct {
    int x, y, radius; ///< -1: there is none of this number
  } viewers[VIEWERS];
  uint8_t states[144 * 144];
} team;

static void move_viewer(void) {
  const int i = chance(VIEWERS), x = chance(m.width + 2) - 1,
            y = chance(m.height + 2) - 1;
  const int radius = chance(40) == 0 ? 40 : chance(12);
  if (chance(6) == 0) {
    REQUIRE(astar_vision_remove(team.vision, 7 * (uint32_t)i + 1) ==
            (team.viewers[i].radius >= 0));
    team.viewers[i].radius = -1;
    return;
  }
  const astar_status status =
      astar_vision_set(team.vision, 7 * (uint32_t)i + 1, x, y, radius);
  REQUIRE(status == (is_on_grid(x, y) ? ASTAR_OK : ASTAR_OUT_OF_BOUNDS));
  if (status != ASTAR_OK) return;
  team.viewers[i].x = x;
  team.viewers[i].y = y;
  team.viewers[i].radius = radius;
}

static void edit_tile(void) {
  const int x = chance(m.width), y = chance(m.height), dx = chance(3) - 1;
  switch (chance(4)) {
  case 0: astar_grid_set(m.grid, x, y, (uint8_t)chance(TERRAINS)); break;
  case 1: astar_grid_block(m.grid, x, y, chance(2) == 0, 1 + chance(2)); break;
  case 2: astar_grid_set_penalty(m.grid, x, y, chance(3)); break;
  default:
    (void)astar_grid_set_edge(m.grid, x, y, dx, chance(3) - 1, chance(2) == 0,
                              chance(2) == 0);
  }
}

static bool is_seen_by_team(astar_view *seen, int x, int y) {
  for (int i = 0; i < VIEWERS; i++)
    if (team.viewers[i].radius >= 0 && astar_view_sees(&seen[i], x, y)) return true;
  return false;
}

// The states that new views give must be those of the vision, and the changes those
// between the two.
static void check_states(size_t changed) {
  astar_view seen[VIEWERS];
  const astar_view *changes = astar_vision_changes(team.vision);
  int at_x = -1, at_y = 0;
  size_t count = 0;
  for (int i = 0; i < VIEWERS; i++) {
    if (team.viewers[i].radius < 0) continue;
    astar_sight sight = team.sight;
    sight.radius = team.viewers[i].radius;
    REQUIRE(astar_view_frame(m.grid, &sight, team.viewers[i].x, team.viewers[i].y,
                             &seen[i]) == ASTAR_OK);
    see(&seen[i]);
  }
  for (int y = 0; y < m.height; y++) {
    for (int x = 0; x < m.width; x++) {
      uint8_t *state = &team.states[y * m.width + x];
      const astar_vision_state was = (astar_vision_state)*state;
      const astar_vision_state is = is_seen_by_team(seen, x, y)  ? ASTAR_VISION_VISIBLE
                                    : was == ASTAR_VISION_UNSEEN ? ASTAR_VISION_UNSEEN
                                                                 : ASTAR_VISION_SEEN;
      REQUIRE(astar_vision_get(team.vision, x, y) == is);
      if (is != was) {
        count++;
        REQUIRE(astar_view_next(changes, &at_x, &at_y));
        REQUIRE(at_x == x && at_y == y);
      }
      *state = (uint8_t)is;
    }
  }
  REQUIRE(count == changed && !astar_view_next(changes, &at_x, &at_y));
  for (int i = 0; i < VIEWERS; i++)
    if (team.viewers[i].radius >= 0) free(seen[i].rows);
}

static astar_vision *load(const void *bytes, size_t size, const char **message) {
  astar_vision *vision;
  REQUIRE(astar_vision_new(m.grid, m.rules, &m.filter, &team.sight, &vision) == ASTAR_OK);
  REQUIRE((astar_vision_load(vision, bytes, size, message) == ASTAR_OK) ==
          (*message == NULL));
  return vision;
}

static void check_memory(void) {
  const size_t size = astar_vision_serialize(team.vision, NULL, 0);
  uint8_t *bytes = (uint8_t *)must(malloc(size));
  const char *message;
  astar_vision *copy;
  REQUIRE(astar_vision_serialize(team.vision, bytes, size) == size);
  copy = load(bytes, size, &message);
  REQUIRE(message == NULL);
  for (int i = 0; i < m.width * m.height; i++) {
    const astar_vision_state state = astar_vision_get(copy, i % m.width, i / m.width);
    REQUIRE(state == (team.states[i] == ASTAR_VISION_UNSEEN ? ASTAR_VISION_UNSEEN
                                                            : ASTAR_VISION_SEEN));
  }
  astar_vision_free(copy);
  // Damage with a right checksum: another vision, or refused.
  bytes[13 + chance((int)size - 13)] ^= (uint8_t)(1 << chance(8));
  serialized_seal(bytes, size);
  astar_vision_free(load(bytes, size, &message));
  bytes[chance((int)size)] ^= (uint8_t)(1 << chance(8));
  astar_vision_free(load(bytes, size - (size_t)chance(2), &message));
  REQUIRE(message != NULL);
  free(bytes);
}

static void check_vision(void) {
  memset(&team, 0, sizeof team);
  memset(team.states, ASTAR_VISION_UNSEEN, sizeof team.states);
  for (int i = 0; i < VIEWERS; i++) team.viewers[i].radius = -1;
  if (m.layout == ASTAR_SQUARE && m.size == 1 && chance(2) == 0)
    team.sight.mode = ASTAR_SIGHT_SHADOW;
  team.sight.without_walls = chance(2) == 0;
  REQUIRE(astar_vision_new(m.grid, m.rules, &m.filter, &team.sight, &team.vision) ==
          ASTAR_OK);
  for (int turn = 0; turn < 12; turn++) {
    size_t changed;
    for (int i = chance(4); i > 0; i--) move_viewer();
    for (int i = chance(50) == 0 ? 1100 : chance(4); i > 0; i--) edit_tile();
    REQUIRE(astar_vision_update(team.vision, &changed) == ASTAR_OK);
    check_states(changed);
  }
  check_memory();
  astar_vision_free(team.vision);
}

static void check_map(void) {
  make_world();
  for (int i = 0; i < 4; i++) check_view();
  check_vision();
  astar_rules_free(m.rules);
  astar_grid_free(m.grid);
}

int main(int count, char **words) {
  round_describe = describe;
  const uint64_t maps = play_rounds(count, words, 300, check_map);
  printf("%" PRIu64 " maps, %" PRIu64 " views of %" PRIu64 " lines: no difference\n",
         maps, views, pairs);
  return 0;
}
