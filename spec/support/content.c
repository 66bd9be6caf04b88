/// Tests edits of many tiles, copies, and the iteration over links and edges.
///
///     build/spec/content [ROUNDS]
///
/// Method: two random grids get the same content, one by edits of rectangles, the other
/// tile by tile. Their bytes must be equal after each edit. Links and closed edges are
/// compared with a list that this program keeps. A failure prints the seed of its round.
///
/// Built and run by spec/quality/programs_spec.lua.
#include "astar.h"
#include "serialized.h"
#include "chance.h"
#include "rounds.h"

#include <math.h>
#include <string.h>

enum { MAX_SIDE = 20, MAX_TILES = MAX_SIDE * MAX_SIDE, EDITS = 40, MAX_LINKS = EDITS };

typedef struct world {
  int width, height;
  astar_grid *whole, *single; ///< edited by rectangles; edited tile by tile
  bool is_closed[MAX_TILES][3][3];
  int closed_count;
  astar_link links[MAX_LINKS];
  int link_count;
} world;

// ------------------------------------------------------------------------------- bytes

typedef struct content {
  uint8_t bytes[40 * MAX_TILES];
  size_t size;
} content;

static void read_content(const astar_grid *grid, content *c) {
  c->size = astar_grid_serialize(grid, NULL, 0);
  REQUIRE(c->size <= sizeof c->bytes);
  memset(c->bytes, 0x77, sizeof c->bytes);
  REQUIRE(astar_grid_serialize(grid, NULL, SIZE_MAX) == c->size);
  REQUIRE(astar_grid_serialize(grid, c->bytes, c->size - 1) == c->size);
  for (size_t i = 0; i < c->size; i++) REQUIRE(c->bytes[i] == 0x77);
  REQUIRE(astar_grid_serialize(grid, c->bytes, c->size) == c->size);
  REQUIRE(c->bytes[c->size] == 0x77);
}

/// Whether a grid has the content of a string, with any revision.
static bool has_content(const astar_grid *grid, const content *c) {
  static content now;
  read_content(grid, &now);
  return serialized_is_same(now.bytes, now.size, c->bytes, c->size);
}

/// The same with the revision.
static bool has_bytes(const astar_grid *grid, const content *c) {
  static content now;
  read_content(grid, &now);
  return now.size == c->size && memcmp(now.bytes, c->bytes, now.size) == 0;
}

// ------------------------------------------------------------------------------- edits

typedef struct area {
  int x, y, width, height;
} area;

/// A rectangle on the grid; it may be empty.
static area any_area(const world *w) {
  area a = {chance(w->width), chance(w->height), 0, 0};
  a.width = chance(w->width - a.x + 1);
  a.height = chance(w->height - a.y + 1);
  return a;
}

/// A rectangle that may lie off the grid.
static area any_area_around(void) {
  return (area){chance(2 * MAX_SIDE) - MAX_SIDE / 2, chance(2 * MAX_SIDE) - MAX_SIDE / 2,
                chance(MAX_SIDE) - 2, chance(MAX_SIDE) - 2};
}

static double any_cost(void) {
  static const double costs[] = {0, 0,    -0.0,           0.5,
                                 1, 7.25, ASTAR_MIN_COST, ASTAR_MAX_COST};
  return costs[chance(8)];
}

/// Changes a rectangle, its array or one of its costs so that the grid must reject it
/// with the returned status. `cost` may be NULL.
static astar_status spoil(const world *w, area *a, size_t *stride, double *cost) {
  switch (chance(cost != NULL ? 6 : 5)) {
  case 0: a->x = w->width - a->width + 1; return ASTAR_OUT_OF_BOUNDS;
  case 1: a->y = -1 - chance(3); return ASTAR_OUT_OF_BOUNDS;
  case 2: *stride = (size_t)a->width - 1; return ASTAR_INVALID;
  case 3: a->width = -1; return ASTAR_INVALID;
  case 4: a->height = -1; return ASTAR_INVALID;
  default: *cost = chance(2) == 0 ? NAN : -1; return ASTAR_INVALID;
  }
}

static void edit_penalties(world *w) {
  static double costs[2 * MAX_TILES];
  area a = any_area(w);
  size_t stride = (size_t)(a.width + chance(MAX_SIDE));
  int count = a.width * a.height;
  // The places between the rows keep NaN: they must not be read.
  for (int i = 0; i < 2 * MAX_TILES; i++) costs[i] = NAN;
  for (int j = 0; j < a.height; j++)
    for (int i = 0; i < a.width; i++) costs[(size_t)j * stride + (size_t)i] = any_cost();
  astar_status expected = ASTAR_OK;
  if (count > 0 && chance(5) == 0) {
    int bad = chance(count);
    expected = spoil(w, &a, &stride,
                     &costs[(size_t)(bad / a.width) * stride + (size_t)(bad % a.width)]);
  }
  REQUIRE(astar_grid_set_penalties(w->whole, a.x, a.y, a.width, a.height, costs,
                                   stride) == expected);
  for (int j = 0; expected == ASTAR_OK && j < a.height; j++) {
    for (int i = 0; i < a.width; i++) {
      REQUIRE(astar_grid_set_penalty(w->single, a.x + i, a.y + j,
                                     costs[(size_t)j * stride + (size_t)i]) == ASTAR_OK);
    }
  }
}

static int any_layer(void) { return 1 + chance(ASTAR_LAYERS); }

static void edit_obstacles(world *w) {
  static uint8_t blocked[2 * MAX_TILES];
  static const uint8_t values[] = {0, 1, 2, 128, 255};
  area a = any_area(w);
  int layer = any_layer();
  size_t stride = (size_t)(a.width + chance(MAX_SIDE));
  for (int i = 0; i < 2 * MAX_TILES; i++) blocked[i] = values[chance(5)];
  astar_status expected = ASTAR_OK;
  if (a.width * a.height > 0 && chance(5) == 0) expected = spoil(w, &a, &stride, NULL);
  if (chance(8) == 0) {
    int none = chance(2) == 0 ? 0 : ASTAR_LAYERS + 1;
    astar_status status = astar_grid_set_blocked(w->whole, a.x, a.y, a.width, a.height,
                                                 blocked, stride, none);
    REQUIRE(status == ASTAR_INVALID || status == expected);
    REQUIRE(astar_grid_fill_blocked(w->whole, 0, 0, 1, 1, true, none) == ASTAR_INVALID);
  }
  REQUIRE(astar_grid_set_blocked(w->whole, a.x, a.y, a.width, a.height, blocked, stride,
                                 layer) == expected);
  for (int j = 0; expected == ASTAR_OK && j < a.height; j++) {
    for (int i = 0; i < a.width; i++) {
      REQUIRE(astar_grid_block(w->single, a.x + i, a.y + j,
                               blocked[(size_t)j * stride + (size_t)i] != 0,
                               layer) == ASTAR_OK);
    }
  }
}

static void edit_fills(world *w) {
  area a = chance(2) == 0 ? any_area(w) : any_area_around();
  double cost = any_cost();
  bool is_penalty = chance(2) == 0, blocked = chance(2) == 0;
  int layer = any_layer();
  REQUIRE((is_penalty
               ? astar_grid_fill_penalty(w->whole, a.x, a.y, a.width, a.height, cost)
               : astar_grid_fill_blocked(w->whole, a.x, a.y, a.width, a.height, blocked,
                                         layer)) == ASTAR_OK);
  for (int y = a.y; y < a.y + a.height; y++) {
    for (int x = a.x; x < a.x + a.width; x++) {
      astar_status status = is_penalty
                                ? astar_grid_set_penalty(w->single, x, y, cost)
                                : astar_grid_block(w->single, x, y, blocked, layer);
      REQUIRE((status == ASTAR_OK) == astar_grid_contains(w->single, x, y));
    }
  }
}

static void edit_edge(world *w) {
  int x = chance(w->width), y = chance(w->height), dx = chance(3) - 1, dy = chance(3) - 1;
  bool open = chance(3) == 0, one_way = chance(2) == 0;
  astar_status status = astar_grid_set_edge(w->whole, x, y, dx, dy, open, one_way);
  REQUIRE(astar_grid_set_edge(w->single, x, y, dx, dy, open, one_way) == status);
  if (status != ASTAR_OK) return;
  for (int back = 0; back < (one_way ? 1 : 2); back++) {
    int cell = back ? (y + dy) * w->width + x + dx : y * w->width + x;
    bool *place = &w->is_closed[cell][1 + (back ? -dy : dy)][1 + (back ? -dx : dx)];
    w->closed_count += !open - *place;
    *place = !open;
  }
}

static void edit_link(world *w) {
  uint32_t id;
  if (w->link_count > 0 && chance(3) == 0) {
    int i = chance(w->link_count);
    REQUIRE(astar_grid_unlink(w->whole, w->links[i].id) == ASTAR_OK);
    REQUIRE(astar_grid_unlink(w->single, w->links[i].id) == ASTAR_OK);
    memmove(w->links + i, w->links + i + 1,
            (size_t)(--w->link_count - i) * sizeof w->links[0]);
    return;
  }
  astar_link link = {.x1 = chance(w->width),
                     .y1 = chance(w->height),
                     .x2 = chance(w->width),
                     .y2 = chance(w->height),
                     .cost = chance(9),
                     .one_way = chance(2) == 0};
  REQUIRE(astar_grid_link(w->whole, link.x1, link.y1, link.x2, link.y2, link.cost,
                          link.one_way, &link.id) == ASTAR_OK);
  REQUIRE(astar_grid_link(w->single, link.x1, link.y1, link.x2, link.y2, link.cost,
                          link.one_way, &id) == ASTAR_OK);
  REQUIRE(id == link.id);
  w->links[w->link_count++] = link;
}

static void edit_terrain(world *w) {
  area a = any_area_around();
  uint8_t terrain = (uint8_t)chance(4);
  REQUIRE(astar_grid_fill(w->whole, a.x, a.y, a.width, a.height, terrain) == ASTAR_OK);
  for (int y = a.y; y < a.y + a.height; y++)
    for (int x = a.x; x < a.x + a.width; x++) astar_grid_set(w->single, x, y, terrain);
}

// -------------------------------------------------------------------------- comparison

static void check_edges(world *w) {
  static bool is_seen[MAX_TILES][3][3];
  int x = 0, y = 0, dx = 0, dy = 0, count = 0, last = 0;
  memset(is_seen, 0, sizeof is_seen);
  for (; astar_grid_each_edge(w->whole, &x, &y, &dx, &dy); count++) {
    int cell = y * w->width + x;
    REQUIRE(astar_grid_contains(w->whole, x, y) && cell >= last);
    REQUIRE(w->is_closed[cell][dy + 1][dx + 1] && !is_seen[cell][dy + 1][dx + 1]);
    REQUIRE(!astar_grid_is_edge_open(w->whole, x, y, dx, dy));
    is_seen[cell][dy + 1][dx + 1] = true;
    last = cell;
  }
  REQUIRE(count == w->closed_count);
}

static void check_links(world *w) {
  astar_link link;
  int count = 0;
  for (uint32_t id = 0; astar_grid_each_link(w->whole, &id, &link); count++) {
    const astar_link *expected = &w->links[count];
    REQUIRE(count < w->link_count && link.id == id && id == expected->id);
    REQUIRE(link.x1 == expected->x1 && link.y1 == expected->y1);
    REQUIRE(link.x2 == expected->x2 && link.y2 == expected->y2);
    REQUIRE(link.one_way == expected->one_way && is_number(link.cost, expected->cost));
  }
  REQUIRE(count == w->link_count);
}

/// A copy into a grid with other content must be the same, also after further edits.
static void check_copy(world *w, astar_grid *other) {
  static content before;
  uint32_t id, other_id;
  uint64_t revision = astar_grid_revision(other);
  read_content(w->whole, &before);
  REQUIRE(astar_grid_copy(other, w->whole) == ASTAR_OK);
  REQUIRE(has_content(other, &before) && has_content(w->whole, &before));
  REQUIRE(astar_grid_revision(other) > revision);
  REQUIRE(astar_grid_copy(other, other) == ASTAR_OK && has_content(other, &before));
  astar_grid *clone;
  REQUIRE(astar_grid_clone(w->whole, NULL, &clone) == ASTAR_OK);
  REQUIRE(has_bytes(clone, &before));
  REQUIRE(astar_grid_link(other, 0, 0, 0, 0, 1, true, &other_id) == ASTAR_OK);
  REQUIRE(astar_grid_link(clone, 0, 0, 0, 0, 1, true, &id) == ASTAR_OK);
  REQUIRE(id == other_id && has_bytes(w->whole, &before));
  astar_grid_free(clone);
  if (chance(2) == 0) REQUIRE(astar_grid_unlink(other, other_id) == ASTAR_OK);
}

static void edit(world *w) {
  static content before;
  uint64_t revision = astar_grid_revision(w->whole);
  int kind = chance(6);
  read_content(w->whole, &before);
  switch (kind) {
  case 0: edit_penalties(w); break;
  case 1: edit_obstacles(w); break;
  case 2: edit_fills(w); break;
  case 3: edit_edge(w); break;
  case 4: edit_link(w); break;
  default: edit_terrain(w);
  }
  bool has_changed = !has_content(w->whole, &before);
  uint64_t edits = astar_grid_revision(w->whole) - revision;
  REQUIRE((edits > 0) == has_changed);
  REQUIRE(edits <= 1 || kind == 3 || kind == 4); // of a tile on each side
  REQUIRE(has_changed || has_bytes(w->whole, &before));
  read_content(w->single, &before);
  REQUIRE(has_content(w->whole, &before));
}

static void run(void) {
  static world w;
  memset(&w, 0, sizeof w);
  w.width = 1 + chance(MAX_SIDE);
  w.height = 1 + chance(MAX_SIDE);
  astar_layout layout = (astar_layout)chance(5);
  astar_grid *other;
  REQUIRE(astar_grid_new(NULL, w.width, w.height, layout, 0, &w.whole) == ASTAR_OK);
  REQUIRE(astar_grid_new(NULL, w.width, w.height, layout, 0, &w.single) == ASTAR_OK);
  REQUIRE(astar_grid_new(NULL, w.width, w.height, layout, 3, &other) == ASTAR_OK);
  for (; round_step < EDITS; round_step++) {
    edit(&w);
    check_edges(&w);
    check_links(&w);
    if (chance(5) == 0) check_copy(&w, other);
  }
  astar_grid_free(w.whole);
  astar_grid_free(w.single);
  astar_grid_free(other);
}

int main(int argc, char **argv) {
  const uint64_t rounds = play_rounds(argc, argv, 500, run);
  printf("%" PRIu64 " rounds of edits: rectangles and single tiles give the same\n",
         rounds);
  return 0;
}
