// Random levels; level.h describes the method.
#include "level.h"

#include "../support/rounds.h"

#include <string.h>

#define SQRT2 1.4142135623730951

// ------------------------------------------------------------------------------- rules

astar_filter level_filter(void) {
  static const uint8_t layers[] = {0, 0, 0, 1, 2, 3, 6, 255};
  static const double scales[] = {1, 1, 1, 0, 0.5};
  return (astar_filter){PICK(layers), PICK(scales)};
}

void level_begin_law(law *l, bool is_weighted) {
  static const double units[] = {1, 1, 1, 1, 2.5, 0.1, 7, 1.0 / 3};
  static const double diagonals[] = {SQRT2, SQRT2, SQRT2, SQRT2, SQRT2, 1,   1,
                                     2,     2,     1.5,   1.5,   1.2,   1.4, 1.9};
  static const double odd_diagonals[] = {0.9, 2.5, 0.5, 3};
  static const int sizes[] = {1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4};
  const double unit = PICK(units);
  l->def = astar_default_rules();
  for (int i = 0; i < LEVEL_WALL; i++) {
    const double factor = !is_weighted ? 1 : i + (i > 1 ? chance(8) : 0) + 1;
    const bool is_wet = i == LEVEL_WATER || i == LEVEL_MUD;
    l->def.cost[i] = is_wet && chance(3) == 0 ? ASTAR_IMPASSABLE : unit * factor;
  }
  if (!is_weighted && chance(3) == 0) l->def.cost[LEVEL_MUD] = 3 * unit;
  l->def.diagonal = (astar_diagonal)chance(4);
  if (chance(2) == 0) l->def.diagonal = ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES;
  l->def.diagonal_cost = PICK(diagonals);
  if (chance(40) == 0) l->def.diagonal_cost = PICK(odd_diagonals);
  if (chance(6) == 0) l->def.neighbors = 4;
  l->def.size = PICK(sizes);
  if (chance(4) == 0) l->def.filter = level_filter();
  REQUIRE(astar_rules_new(NULL, &l->def, &l->rules) == ASTAR_OK);
}

// -------------------------------------------------------------------------------- draw

static void put(level *l, int x, int y, uint8_t ground) {
  if (astar_grid_contains(l->grid, x, y)) {
    REQUIRE(astar_grid_set(l->grid, x, y, ground) == ASTAR_OK);
  }
}

static void put_all(level *l, uint8_t ground) {
  REQUIRE(astar_grid_fill(l->grid, 0, 0, l->width, l->height, ground) == ASTAR_OK);
}

static bool is_wall(const level *l, int x, int y) {
  const int ground = astar_grid_get(l->grid, x, y);
  return ground < 0 || ground == LEVEL_WALL;
}

static int any_x(const level *l) { return chance(l->width); }
static int any_y(const level *l) { return chance(l->height); }

// Opens a tile of a wall, where edits of doors close it later.
static void put_door(level *l, int x, int y) {
  if (!astar_grid_contains(l->grid, x, y)) return;
  put(l, x, y, LEVEL_FLOOR);
  const int at = l->door_count < LEVEL_DOORS ? l->door_count++ : chance(LEVEL_DOORS);
  l->doors[at] = (astar_point){(uint16_t)x, (uint16_t)y};
}

static void draw_noise(level *l) {
  static const int shares[] = {1, 3, 8, 15, 25, 35, 42};
  const int share = PICK(shares);
  for (int i = 0; i < l->width * l->height; i++) {
    if (chance(100) < share) put(l, i % l->width, i / l->width, LEVEL_WALL);
  }
}

static void draw_rooms(level *l) {
  const int side = 4 + chance(12);
  for (int i = 0; i < l->width * l->height; i++) {
    const int x = i % l->width, y = i / l->width;
    if (x % side == 0 || y % side == 0) put(l, x, y, LEVEL_WALL);
  }
  for (int i = 2 * l->width * l->height / (side * side) + 1; i > 0; i--) {
    const int along = any_x(l), across = any_y(l);
    if (chance(2) == 0)
      put_door(l, along / side * side, across);
    else
      put_door(l, along, across / side * side);
  }
}

static void draw_disk(level *l, int x, int y, int radius, uint8_t ground) {
  const int bound = radius * radius + chance(radius + 1);
  for (int dy = -radius; dy <= radius; dy++) {
    for (int dx = -radius; dx <= radius; dx++) {
      if (dx * dx + dy * dy <= bound) put(l, x + dx, y + dy, ground);
    }
  }
}

static void draw_disks(level *l, uint8_t ground) {
  const int most = 1 + (l->width < l->height ? l->width : l->height) / 5;
  for (int i = 1 + chance(12); i > 0; i--) {
    draw_disk(l, any_x(l), any_y(l), chance(most < 12 ? most : 12), ground);
  }
}

// Corridors of random directions through rock.
static void draw_corridors(level *l) {
  put_all(l, LEVEL_WALL);
  const int wide = chance(4) == 0 ? 2 : 1;
  const bool may_slant = chance(3) == 0;
  int x = any_x(l), y = any_y(l);
  for (int i = 10 + chance(40); i > 0; i--) {
    const int dx = chance(3) - 1, dy = may_slant || dx == 0 ? chance(3) - 1 : 0;
    for (int n = 2 + chance(20); n > 0; n--) {
      REQUIRE(astar_grid_fill(l->grid, x, y, wide, wide, LEVEL_FLOOR) == ASTAR_OK);
      if (!astar_grid_contains(l->grid, x + dx, y + dy)) break;
      x += dx;
      y += dy;
    }
    if (chance(10) == 0) put_door(l, x, y);
  }
}

// Noise, then the majority of the 3 x 3 neighborhood, some times.
static void draw_caves(level *l) {
  for (int i = 0; i < l->width * l->height; i++) {
    if (chance(100) < 44) put(l, i % l->width, i / l->width, LEVEL_WALL);
  }
  for (int i = (1 + chance(3)) * l->width * l->height; i > 0; i--) {
    const int x = any_x(l), y = any_y(l);
    int walls = 0;
    for (int k = 0; k < 9; k++) walls += is_wall(l, x + k % 3 - 1, y + k / 3 - 1);
    put(l, x, y, walls >= 5 ? LEVEL_WALL : LEVEL_FLOOR);
  }
}

// A random walk that removes walls between cells of 2 x 2 tiles; some loops.
static void draw_maze(level *l) {
  static const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  put_all(l, LEVEL_WALL);
  int x = any_x(l) / 2 * 2, y = any_y(l) / 2 * 2;
  put(l, x, y, LEVEL_FLOOR);
  const int loops = 4 + chance(40);
  for (int i = l->width * l->height * 3; i > 0; i--) {
    const int *step = steps[chance(4)];
    const int to_x = x + 2 * step[0], to_y = y + 2 * step[1];
    if (!astar_grid_contains(l->grid, to_x, to_y)) continue;
    if (is_wall(l, to_x, to_y) || chance(loops * 20) == 0) {
      put(l, x + step[0], y + step[1], LEVEL_FLOOR);
      put(l, to_x, to_y, LEVEL_FLOOR);
    }
    x = to_x;
    y = to_y;
  }
}

// Walls at 45 degrees, of one tile: their tiles touch at corners only.
static void draw_diagonals(level *l) {
  for (int i = 1 + chance(10); i > 0; i--) {
    const int dx = chance(2) == 0 ? 1 : -1, gap = 2 + chance(30);
    const bool is_thick = chance(3) == 0;
    int x = any_x(l), y = any_y(l);
    for (int n = 3 + chance(40); n > 0; n--, x += dx, y++) {
      if (n % gap == 0)
        put_door(l, x, y);
      else
        put(l, x, y, LEVEL_WALL);
      if (is_thick) put(l, x + 1, y, LEVEL_WALL);
    }
  }
}

static void draw_spiral(level *l) {
  const int gap = 2 + chance(3);
  int x = 0, y = gap - 1, dx = 1, dy = 0;
  int across = l->width - gap, down = l->height - gap;
  while (across > 0 && down > 0) {
    const int n = dx != 0 ? across : down;
    for (int i = 0; i < n; i++, x += dx, y += dy) put(l, x, y, LEVEL_WALL);
    if (dx != 0)
      down -= gap;
    else
      across -= gap;
    const int turn = dx;
    dx = -dy;
    dy = turn;
  }
  put_door(l, any_x(l), any_y(l));
}

// Long walls with few gaps, in one direction.
static void draw_combs(level *l) {
  const int period = 2 + chance(6);
  const bool is_upright = chance(2) == 0;
  const int lines = is_upright ? l->width : l->height;
  for (int line = period; line < lines; line += period) {
    if (is_upright) {
      REQUIRE(astar_grid_fill(l->grid, line, 0, 1, l->height, LEVEL_WALL) == ASTAR_OK);
      put_door(l, line, any_y(l));
    } else {
      REQUIRE(astar_grid_fill(l->grid, 0, line, l->width, 1, LEVEL_WALL) == ASTAR_OK);
      put_door(l, any_x(l), line);
    }
  }
}

static void draw_houses(level *l) {
  for (int i = 2 + chance(14); i > 0; i--) {
    const int x = any_x(l), y = any_y(l), width = 2 + chance(9), height = 2 + chance(9);
    REQUIRE(astar_grid_fill(l->grid, x, y, width, height, LEVEL_WALL) == ASTAR_OK);
    if (chance(2) == 0) {
      REQUIRE(astar_grid_fill(l->grid, x + 1, y + 1, width - 2, height - 2,
                              LEVEL_FLOOR) == ASTAR_OK);
      put_door(l, x + chance(width), y);
    }
  }
}

static void draw(level *l) {
  switch (chance(13)) {
  case 0: draw_noise(l); break;
  case 1:
  case 2: draw_rooms(l); break;
  case 3: draw_disks(l, LEVEL_WALL); break;
  case 4:
    put_all(l, LEVEL_WALL);
    draw_disks(l, LEVEL_FLOOR);
    draw_disks(l, LEVEL_FLOOR);
    break;
  case 5: draw_corridors(l); break;
  case 6: draw_caves(l); break;
  case 7: draw_maze(l); break;
  case 8: draw_diagonals(l); break;
  case 9: draw_spiral(l); break;
  case 10: draw_combs(l); break;
  default: draw_houses(l); break;
  }
  if (chance(4) == 0) draw_diagonals(l);
  if (chance(3) == 0) draw_disks(l, LEVEL_GRASS);
  if (chance(4) == 0) draw_disks(l, LEVEL_WATER);
}

// -------------------------------------------------------------------------------- begin

// Levels of this side and more are spirals: their paths are long.
enum { LEVEL_SPIRAL = 300 };

// Sides where costs no longer follow from distances in units: paths of 8119 steps and
// more.
static void any_large_size(level *l) {
  const int longer = 8100 + chance(ASTAR_MAX_SIDE - 8100), shorter = 1 + chance(3);
  const bool is_upright = chance(2) == 0;
  l->width = is_upright ? shorter : longer;
  l->height = is_upright ? longer : shorter;
  if (chance(3) == 0) l->width = l->height = LEVEL_SPIRAL + chance(100);
}

static void any_size(level *l) {
  static const int sides[] = {1,  2,  3,  31,  32,  33,  62,  63,
                              64, 65, 66, 126, 127, 128, 129, 130};
  if (chance(400) == 0) {
    any_large_size(l);
    return;
  }
  switch (chance(10)) {
  case 0: // one row or column, or nearly
    l->width = 1 + chance(3);
    l->height = PICK(sides);
    break;
  case 1:
    l->width = PICK(sides);
    l->height = 1 + chance(3);
    break;
  case 2:
    l->width = PICK(sides);
    l->height = PICK(sides);
    break;
  case 3:
    l->width = 40 + chance(100);
    l->height = 40 + chance(100);
    break;
  case 4:
    l->width = 2 + chance(6);
    l->height = 2 + chance(6);
    break;
  default: l->width = 6 + chance(50); l->height = 6 + chance(50);
  }
}

// The terrain of a letter of MovingAI maps; digits are costs.
static uint8_t terrain_of(int letter) {
  switch (letter) {
  case '.':
  case '1':
  case 'R': return LEVEL_FLOOR;
  case 'G':
  case '2': return LEVEL_GRASS;
  case 'S':
  case 'F':
  case '3': return LEVEL_WATER;
  case 'W':
  case '5':
  case '8': return LEVEL_MUD;
  default: return LEVEL_WALL;
  }
}

static bool read_level(level *l, const char *file) {
  FILE *in = fopen(file, "rb");
  if (in == NULL) return false;
  bool is_read =
      fscanf(in, "type %*s height %d width %d map ", &l->height, &l->width) == 2 &&
      astar_grid_new(NULL, l->width, l->height, ASTAR_SQUARE, LEVEL_FLOOR, &l->grid) ==
          ASTAR_OK;
  for (int i = 0; is_read && i < l->width * l->height;) {
    const int letter = fgetc(in);
    if (letter == EOF) break;
    if (letter <= ' ') continue;
    put(l, i % l->width, i / l->width, terrain_of(letter));
    i++;
  }
  fclose(in);
  return is_read;
}

bool level_begin(level *l, const char *file) {
  *l = (level){.style = (level_style)chance(LEVEL_STYLES)};
  if (l->style == STYLE_QUIET && chance(2) == 0) l->style = STYLE_BLOCKS;
  if (l->style == STYLE_WILD && chance(2) == 0) l->style = STYLE_DIG;
  if (file != NULL) {
    if (!read_level(l, file)) return false;
  } else {
    any_size(l);
    REQUIRE(astar_grid_new(NULL, l->width, l->height, ASTAR_SQUARE, LEVEL_FLOOR,
                           &l->grid) == ASTAR_OK);
    if (l->width >= LEVEL_SPIRAL && l->height >= LEVEL_SPIRAL)
      draw_spiral(l);
    else
      draw(l);
  }
  for (int i = 0; i < 40 && l->door_count < LEVEL_DOORS; i++) {
    const int x = any_x(l), y = any_y(l);
    const bool is_upright = is_wall(l, x, y - 1) && is_wall(l, x, y + 1);
    const bool is_flat = is_wall(l, x - 1, y) && is_wall(l, x + 1, y);
    if (is_upright != is_flat) put_door(l, x, y);
  }
  for (int i = chance(2) == 0 ? 0 : chance(20); i > 0; i--) { // obstacles from the start
    REQUIRE(astar_grid_block(l->grid, any_x(l), any_y(l), true, 1 + chance(3)) ==
            ASTAR_OK);
  }
  for (int i = 0; i < l->door_count; i++) {
    if (chance(3) == 0) level_toggle(l, l->doors[i]);
  }
  REQUIRE(astar_grid_clone(l->grid, NULL, &l->former) == ASTAR_OK);
  return true;
}

void level_end(level *l) {
  astar_grid_free(l->grid);
  astar_grid_free(l->former);
}

// ------------------------------------------------------------------------------- edits

static void note(level *l, int x, int y) {
  l->recent[l->edits++ % LEVEL_RECENT] = (astar_point){(uint16_t)x, (uint16_t)y};
}

void level_toggle(level *l, astar_point tile) {
  const bool is_blocked = astar_grid_is_blocked(l->grid, tile.x, tile.y, 1);
  REQUIRE(astar_grid_block(l->grid, tile.x, tile.y, !is_blocked, 1) == ASTAR_OK);
  note(l, tile.x, tile.y);
}

// A wall between two passable tiles, if some tries find one.
static astar_point any_wall_between(const level *l) {
  int x = any_x(l), y = any_y(l);
  for (int i = 0; i < 60; i++, x = any_x(l), y = any_y(l)) {
    if (!is_wall(l, x, y)) continue;
    if (!is_wall(l, x - 1, y) && !is_wall(l, x + 1, y)) break;
    if (!is_wall(l, x, y - 1) && !is_wall(l, x, y + 1)) break;
    if (!is_wall(l, x - 1, y - 1) && !is_wall(l, x + 1, y + 1)) break;
    if (chance(8) == 0) break;
  }
  return (astar_point){(uint16_t)x, (uint16_t)y};
}

// Opens a wall, or makes one of the last tiles as it was.
static void edit_dig(level *l) {
  if (l->edits > 0 && chance(2) == 0) {
    const astar_point tile =
        l->recent[chance(l->edits < LEVEL_RECENT ? l->edits : LEVEL_RECENT)];
    const int now = astar_grid_get(l->grid, tile.x, tile.y);
    put(l, tile.x, tile.y, now == LEVEL_WALL ? LEVEL_FLOOR : LEVEL_WALL);
    return;
  }
  const astar_point tile = any_wall_between(l);
  if (chance(4) == 0) { // a dynamic obstacle, if there is one
    REQUIRE(astar_grid_block(l->grid, tile.x, tile.y, false, 1) == ASTAR_OK);
  }
  put(l, tile.x, tile.y, chance(4) == 0 ? LEVEL_GRASS : LEVEL_FLOOR);
  note(l, tile.x, tile.y);
}

// Blocks a tile, or frees one that was blocked.
static void edit_block(level *l) {
  const bool undoes = l->edits > 0 && chance(3) == 0;
  const int count = l->edits < LEVEL_RECENT ? l->edits : LEVEL_RECENT;
  level_toggle(l, undoes ? l->recent[chance(count)] : level_tile(l));
}

static void edit_tiles(level *l) {
  const int x = any_x(l), y = any_y(l);
  const uint8_t ground = (uint8_t)(chance(2) == 0 ? LEVEL_WALL : chance(3));
  const int former = astar_grid_get(l->former, x, y);
  switch (chance(6)) {
  case 0:
    REQUIRE(astar_grid_fill(l->grid, x, y, 1 + chance(4), 1 + chance(4), ground) ==
            ASTAR_OK);
    break;
  case 1: put(l, x, y, ground); break;
  default: put(l, x, y, (uint8_t)former);
  }
  note(l, x, y);
}

static void edit_row(level *l) {
  uint8_t row[ASTAR_MAX_SIDE];
  const int y = any_y(l);
  memcpy(row, astar_grid_row(l->grid, y), (size_t)l->width);
  for (int i = 1 + chance(4); i > 0; i--) {
    row[chance(l->width)] = (uint8_t)(chance(2) == 0 ? LEVEL_WALL : chance(3));
  }
  REQUIRE(astar_grid_set_row(l->grid, y, row) == ASTAR_OK);
  note(l, any_x(l), y);
}

static void edit_layers(level *l) {
  const int x = any_x(l), y = any_y(l), layer = 1 + chance(3);
  const int width = 1 + chance(l->width - x < 6 ? l->width - x : 6);
  const int height = 1 + chance(l->height - y < 6 ? l->height - y : 6);
  uint8_t blocked[36];
  for (int i = 0; i < 36; i++) blocked[i] = (uint8_t)(chance(4) == 0);
  switch (chance(6)) {
  case 0:
    REQUIRE(astar_grid_set_blocked(l->grid, x, y, width, height, blocked, 6, layer) ==
            ASTAR_OK);
    break;
  case 1:
    REQUIRE(astar_grid_fill_blocked(l->grid, x, y, width, height, true, layer) ==
            ASTAR_OK);
    break;
  case 2:
    REQUIRE(astar_grid_fill_blocked(l->grid, 0, 0, l->width, l->height, false, layer) ==
            ASTAR_OK);
    break;
  default: REQUIRE(astar_grid_block(l->grid, x, y, chance(2) == 0, layer) == ASTAR_OK);
  }
  note(l, x, y);
}

static void edit_penalty(level *l) {
  static const double costs[] = {0, 0, 0.5, 2, 7};
  const double cost = PICK(costs);
  const int x = any_x(l), y = any_y(l);
  if (chance(3) == 0) { // none is left
    REQUIRE(astar_grid_fill_penalty(l->grid, 0, 0, l->width, l->height, 0) == ASTAR_OK);
  } else {
    REQUIRE(astar_grid_set_penalty(l->grid, x, y, cost) == ASTAR_OK);
  }
  note(l, x, y);
}

// Closes an edge, or opens all.
static void edit_edge(level *l) {
  int x = 0, y = 0, dx = 0, dy = 0;
  if (chance(2) == 0) {
    while (astar_grid_each_edge(l->grid, &x, &y, &dx, &dy)) {
      REQUIRE(astar_grid_set_edge(l->grid, x, y, dx, dy, true, true) == ASTAR_OK);
    }
  } else { // off the grid: the grid rejects it
    astar_grid_set_edge(l->grid, any_x(l), any_y(l), chance(3) - 1, chance(3) - 1, false,
                        chance(2) == 0);
  }
}

// Adds a link, or removes all.
static void edit_link(level *l) {
  uint32_t id = 0;
  if (chance(2) == 0) {
    while (astar_grid_each_link(l->grid, &id, NULL)) {
      REQUIRE(astar_grid_unlink(l->grid, id) == ASTAR_OK);
    }
  } else {
    REQUIRE(astar_grid_link(l->grid, any_x(l), any_y(l), any_x(l), any_y(l), chance(4),
                            chance(2) == 0, NULL) == ASTAR_OK);
  }
}

// A terrain of another cost, or none of it.
static void edit_mud(level *l) {
  const int x = any_x(l), y = any_y(l);
  if (chance(3) != 0) {
    if (!is_wall(l, x, y)) put(l, x, y, LEVEL_MUD);
    note(l, x, y);
    return;
  }
  for (int i = 0; i < l->width * l->height; i++) {
    const int ground = astar_grid_get(l->grid, i % l->width, i / l->width);
    if (ground == LEVEL_MUD) put(l, i % l->width, i / l->width, LEVEL_FLOOR);
  }
}

static void edit_whole(level *l) {
  const bool is_back = chance(3) != 0;
  REQUIRE(astar_grid_copy(is_back ? l->grid : l->former, is_back ? l->former : l->grid) ==
          ASTAR_OK);
}

static void edit_wild(level *l) {
  switch (chance(10)) {
  case 0: edit_penalty(l); break;
  case 1: edit_edge(l); break;
  case 2: edit_link(l); break;
  case 3: edit_mud(l); break;
  case 4: edit_whole(l); break;
  case 5: edit_row(l); break;
  case 6: edit_layers(l); break;
  case 7: edit_dig(l); break;
  case 8: edit_tiles(l); break;
  default: edit_block(l);
  }
}

void level_edit(level *l) {
  switch (l->style) {
  case STYLE_QUIET: break;
  case STYLE_BLOCKS: edit_block(l); break;
  case STYLE_DOORS:
    if (l->door_count > 0) level_toggle(l, l->doors[chance(l->door_count)]);
    break;
  case STYLE_DIG:
    if (chance(3) == 0)
      edit_block(l);
    else
      edit_dig(l);
    break;
  case STYLE_TILES: edit_tiles(l); break;
  case STYLE_LAYERS: edit_layers(l); break;
  default: edit_wild(l);
  }
}

void level_storm(level *l) {
  const astar_point first = level_tile(l), second = level_tile(l);
  for (int i = 0; i < 1100; i++) level_toggle(l, i % 2 == 0 ? first : second);
  if (chance(2) == 0) level_toggle(l, first);
}

// ------------------------------------------------------------------------------- tiles

static int near_edit(int at, int side) {
  const int near = at + chance(7) - 3;
  return near < 0 ? 0 : near >= side ? side - 1 : near;
}

astar_point level_tile(const level *l) {
  int x = any_x(l), y = any_y(l);
  const int tries = chance(10) == 0 ? 0 : 6;
  for (int i = 0; i < tries && is_wall(l, x, y); i++) {
    x = any_x(l);
    y = any_y(l);
    if (i == 3 && l->edits > 0) {
      const int count = l->edits < LEVEL_RECENT ? l->edits : LEVEL_RECENT;
      const astar_point edit = l->recent[chance(count)];
      x = near_edit(edit.x, l->width);
      y = near_edit(edit.y, l->height);
    }
  }
  if (l->edits > 0 && chance(6) == 0) {
    const astar_point edit =
        l->recent[chance(l->edits < LEVEL_RECENT ? l->edits : LEVEL_RECENT)];
    x = near_edit(edit.x, l->width);
    y = near_edit(edit.y, l->height);
  }
  if (l->width > 64 && chance(8) == 0) x = 62 + chance(l->width - 62 < 4 ? 3 : 4);
  if (l->height > 64 && chance(8) == 0) y = 62 + chance(l->height - 62 < 4 ? 3 : 4);
  return (astar_point){(uint16_t)x, (uint16_t)y};
}

void level_print(const level *l) {
  fprintf(stderr, "level of %d x %d tiles, style %d\n", l->width, l->height,
          (int)l->style);
  for (int i = 0; i < l->width * l->height && l->width * l->height <= 20000; i++) {
    const int x = i % l->width, y = i / l->width;
    const int obstacles = astar_grid_obstacles(l->grid, x, y);
    const int ground = astar_grid_get(l->grid, x, y);
    fputc(ground == LEVEL_WALL ? '#'
          : obstacles != 0     ? '0' + obstacles % 8
                               : ".,~m"[ground],
          stderr);
    if (x == l->width - 1) fputc('\n', stderr);
  }
}
