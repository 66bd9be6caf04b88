// Levels; terrain.h describes them.
#include "edit.h"
#include "terrain.h"

#include "../support/rounds.h"

#include <string.h>

// -------------------------------------------------------------------------------- draw

static void put(terrain *t, int x, int y, uint8_t ground) {
  if (astar_grid_contains(t->grid, x, y))
    REQUIRE(astar_grid_set(t->grid, x, y, ground) == ASTAR_OK);
}

static void put_all(terrain *t, uint8_t ground) {
  REQUIRE(astar_grid_fill(t->grid, 0, 0, t->width, t->height, ground) == ASTAR_OK);
}

static bool is_wall(const terrain *t, int x, int y) {
  const int ground = astar_grid_get(t->grid, x, y);
  return ground < 0 || ground == TERRAIN_WALL;
}

static int any_x(const terrain *t) { return chance(t->width); }
static int any_y(const terrain *t) { return chance(t->height); }

// Opens a tile of a wall, where edits of doors close it later.
static void put_door(terrain *t, int x, int y) {
  if (!astar_grid_contains(t->grid, x, y)) return;
  put(t, x, y, LEVEL_FLOOR);
  const int at = t->door_count < LEVEL_DOORS ? t->door_count++ : chance(LEVEL_DOORS);
  t->doors[at] = (astar_point){(uint16_t)x, (uint16_t)y};
}

static void draw_noise(terrain *t) {
  static const int shares[] = {1, 3, 8, 15, 25, 35, 42};
  const int share = PICK(shares);
  for (int i = 0; i < t->width * t->height; i++)
    if (chance(100) < share) put(t, i % t->width, i / t->width, TERRAIN_WALL);
}

static void draw_rooms(terrain *t) {
  const int side = 4 + chance(12);
  for (int i = 0; i < t->width * t->height; i++) {
    const int x = i % t->width, y = i / t->width;
    if (x % side == 0 || y % side == 0) put(t, x, y, TERRAIN_WALL);
  }
  for (int i = 2 * t->width * t->height / (side * side) + 1; i > 0; i--) {
    const int along = any_x(t), across = any_y(t);
    if (chance(2) == 0)
      put_door(t, along / side * side, across);
    else
      put_door(t, along, across / side * side);
  }
}

static void draw_disk(terrain *t, int x, int y, int radius, uint8_t ground) {
  const int bound = radius * radius + chance(radius + 1);
  for (int dy = -radius; dy <= radius; dy++) {
    for (int dx = -radius; dx <= radius; dx++)
      if (dx * dx + dy * dy <= bound) put(t, x + dx, y + dy, ground);
  }
}

static void draw_disks(terrain *t, uint8_t ground) {
  const int most = 1 + (t->width < t->height ? t->width : t->height) / 5;
  for (int i = 1 + chance(12); i > 0; i--)
    draw_disk(t, any_x(t), any_y(t), chance(most < 12 ? most : 12), ground);
}

// Corridors of random directions through rock.
static void draw_corridors(terrain *t) {
  put_all(t, TERRAIN_WALL);
  const int wide = chance(4) == 0 ? 2 : 1;
  const bool may_slant = chance(3) == 0;
  int x = any_x(t), y = any_y(t);
  for (int i = 10 + chance(40); i > 0; i--) {
    const int dx = chance(3) - 1, dy = may_slant || dx == 0 ? chance(3) - 1 : 0;
    for (int n = 2 + chance(20); n > 0; n--) {
      REQUIRE(astar_grid_fill(t->grid, x, y, wide, wide, LEVEL_FLOOR) == ASTAR_OK);
      if (!astar_grid_contains(t->grid, x + dx, y + dy)) break;
      x += dx;
      y += dy;
    }
    if (chance(10) == 0) put_door(t, x, y);
  }
}

// Noise, then the majority of the 3 x 3 neighborhood, some times.
static void draw_caves(terrain *t) {
  for (int i = 0; i < t->width * t->height; i++)
    if (chance(100) < 44) put(t, i % t->width, i / t->width, TERRAIN_WALL);
  for (int i = (1 + chance(3)) * t->width * t->height; i > 0; i--) {
    const int x = any_x(t), y = any_y(t);
    int walls = 0;
    for (int k = 0; k < 9; k++) walls += is_wall(t, x + k % 3 - 1, y + k / 3 - 1);
    put(t, x, y, walls >= 5 ? TERRAIN_WALL : LEVEL_FLOOR);
  }
}

// A random walk that removes walls between cells of 2 x 2 tiles; some loops.
static void draw_maze(terrain *t) {
  static const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  put_all(t, TERRAIN_WALL);
  int x = any_x(t) / 2 * 2, y = any_y(t) / 2 * 2;
  put(t, x, y, LEVEL_FLOOR);
  const int loops = 4 + chance(40);
  for (int i = t->width * t->height * 3; i > 0; i--) {
    const int *step = steps[chance(4)];
    const int to_x = x + 2 * step[0], to_y = y + 2 * step[1];
    if (!astar_grid_contains(t->grid, to_x, to_y)) continue;
    if (is_wall(t, to_x, to_y) || chance(loops * 20) == 0) {
      put(t, x + step[0], y + step[1], LEVEL_FLOOR);
      put(t, to_x, to_y, LEVEL_FLOOR);
    }
    x = to_x;
    y = to_y;
  }
}

// Walls at 45 degrees, of one tile: their tiles touch at corners only.
static void draw_diagonals(terrain *t) {
  for (int i = 1 + chance(10); i > 0; i--) {
    const int dx = chance(2) == 0 ? 1 : -1, gap = 2 + chance(30);
    const bool is_thick = chance(3) == 0;
    int x = any_x(t), y = any_y(t);
    for (int n = 3 + chance(40); n > 0; n--, x += dx, y++) {
      if (n % gap == 0)
        put_door(t, x, y);
      else
        put(t, x, y, TERRAIN_WALL);
      if (is_thick) put(t, x + 1, y, TERRAIN_WALL);
    }
  }
}

static void draw_spiral(terrain *t) {
  const int gap = 2 + chance(3);
  int x = 0, y = gap - 1, dx = 1, dy = 0;
  int across = t->width - gap, down = t->height - gap;
  while (across > 0 && down > 0) {
    const int n = dx != 0 ? across : down;
    for (int i = 0; i < n; i++, x += dx, y += dy) put(t, x, y, TERRAIN_WALL);
    if (dx != 0)
      down -= gap;
    else
      across -= gap;
    const int turn = dx;
    dx = -dy;
    dy = turn;
  }
  put_door(t, any_x(t), any_y(t));
}

// Long walls with few gaps, in one direction.
static void draw_combs(terrain *t) {
  const int period = 2 + chance(6);
  const bool is_upright = chance(2) == 0;
  const int lines = is_upright ? t->width : t->height;
  for (int line = period; line < lines; line += period) {
    if (is_upright) {
      REQUIRE(astar_grid_fill(t->grid, line, 0, 1, t->height, TERRAIN_WALL) == ASTAR_OK);
      put_door(t, line, any_y(t));
    } else {
      REQUIRE(astar_grid_fill(t->grid, 0, line, t->width, 1, TERRAIN_WALL) == ASTAR_OK);
      put_door(t, any_x(t), line);
    }
  }
}

static void draw_houses(terrain *t) {
  for (int i = 2 + chance(14); i > 0; i--) {
    const int x = any_x(t), y = any_y(t), width = 2 + chance(9), height = 2 + chance(9);
    REQUIRE(astar_grid_fill(t->grid, x, y, width, height, TERRAIN_WALL) == ASTAR_OK);
    if (chance(2) == 0) {
      REQUIRE(astar_grid_fill(t->grid, x + 1, y + 1, width - 2, height - 2,
                              LEVEL_FLOOR) == ASTAR_OK);
      put_door(t, x + chance(width), y);
    }
  }
}

static void draw(terrain *t) {
  switch (chance(13)) {
  case 0: draw_noise(t); break;
  case 1:
  case 2: draw_rooms(t); break;
  case 3: draw_disks(t, TERRAIN_WALL); break;
  case 4:
    put_all(t, TERRAIN_WALL);
    draw_disks(t, LEVEL_FLOOR);
    draw_disks(t, LEVEL_FLOOR);
    break;
  case 5: draw_corridors(t); break;
  case 6: draw_caves(t); break;
  case 7: draw_maze(t); break;
  case 8: draw_diagonals(t); break;
  case 9: draw_spiral(t); break;
  case 10: draw_combs(t); break;
  default: draw_houses(t); break;
  }
  if (chance(4) == 0) draw_diagonals(t);
  if (chance(3) == 0) draw_disks(t, LEVEL_GRASS);
  if (chance(4) == 0) draw_disks(t, LEVEL_WATER);
}

// -------------------------------------------------------------------------------- begin

// Levels of this side and more are spirals: their paths are long.
enum { LEVEL_SPIRAL = 300 };

// Sides where costs no longer follow from distances in units: paths of 8119 steps and
// more.
static void any_large_size(terrain *t) {
  const int longer = 8100 + chance(ASTAR_MAX_SIDE - 8100), shorter = 1 + chance(3);
  const bool is_upright = chance(2) == 0;
  t->width = is_upright ? shorter : longer;
  t->height = is_upright ? longer : shorter;
  if (chance(3) == 0) t->width = t->height = LEVEL_SPIRAL + chance(100);
}

static void any_size(terrain *t) {
  static const int sides[] = {1,  2,  3,  31,  32,  33,  62,  63,
                              64, 65, 66, 126, 127, 128, 129, 130};
  if (chance(400) == 0) {
    any_large_size(t);
    return;
  }
  const int kind = chance(10), least = kind == 3 ? 40 : kind == 4 ? 2 : 6;
  const int more = kind == 3 ? 100 : kind == 4 ? 6 : 50;
  t->width = least + chance(more);
  t->height = least + chance(more);
  if (kind <= 2) t->width = kind == 0 ? 1 + chance(3) : PICK(sides);
  if (kind <= 2) t->height = kind == 1 ? 1 + chance(3) : PICK(sides);
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
  default: return TERRAIN_WALL;
  }
}

static bool read_level(terrain *t, const char *file) {
  FILE *in = fopen(file, "rb");
  if (in == NULL) return false;
  bool is_read =
      fscanf(in, "type %*s height %d width %d map ", &t->height, &t->width) == 2 &&
      astar_grid_new(NULL, t->width, t->height, ASTAR_SQUARE, LEVEL_FLOOR, &t->grid) ==
          ASTAR_OK;
  for (int i = 0; is_read && i < t->width * t->height;) {
    const int letter = fgetc(in);
    if (letter == EOF) break;
    if (letter <= ' ') continue;
    put(t, i % t->width, i / t->width, terrain_of(letter));
    i++;
  }
  fclose(in);
  return is_read;
}

bool terrain_begin_level(terrain *t, const char *file) {
  *t = (terrain){.kinds = LEVEL_KINDS, .style = (level_style)(1 + chance(LEVEL_STYLES))};
  if (t->style == STYLE_QUIET && chance(2) == 0) t->style = STYLE_BLOCKS;
  if (t->style == STYLE_WILD && chance(2) == 0) t->style = STYLE_DIG;
  if (file != NULL) {
    if (!read_level(t, file)) return false;
  } else {
    any_size(t);
    REQUIRE(astar_grid_new(NULL, t->width, t->height, ASTAR_SQUARE, LEVEL_FLOOR,
                           &t->grid) == ASTAR_OK);
    if (t->width >= LEVEL_SPIRAL && t->height >= LEVEL_SPIRAL)
      draw_spiral(t);
    else
      draw(t);
  }
  for (int i = 0; i < 40 && t->door_count < LEVEL_DOORS; i++) {
    const int x = any_x(t), y = any_y(t);
    const bool is_upright = is_wall(t, x, y - 1) && is_wall(t, x, y + 1);
    const bool is_flat = is_wall(t, x - 1, y) && is_wall(t, x + 1, y);
    if (is_upright != is_flat) put_door(t, x, y);
  }
  for (int i = chance(2) == 0 ? 0 : chance(20); i > 0; i--) { // obstacles from the start
    REQUIRE(astar_grid_block(t->grid, any_x(t), any_y(t), true, 1 + chance(3)) ==
            ASTAR_OK);
  }
  for (int i = 0; i < t->door_count; i++)
    if (chance(3) == 0) level_toggle(t, t->doors[i]);
  REQUIRE(astar_grid_clone(t->grid, NULL, &t->former) == ASTAR_OK);
  return true;
}

// ------------------------------------------------------------------------------- edits

static void note(terrain *t, int x, int y) {
  t->recent[t->edits++ % LEVEL_RECENT] = (astar_point){(uint16_t)x, (uint16_t)y};
}

static astar_point any_recent(const terrain *t) {
  return t->recent[chance(t->edits < LEVEL_RECENT ? t->edits : LEVEL_RECENT)];
}

void level_toggle(terrain *t, astar_point tile) {
  const bool is_blocked = astar_grid_is_blocked(t->grid, tile.x, tile.y, 1);
  REQUIRE(astar_grid_block(t->grid, tile.x, tile.y, !is_blocked, 1) == ASTAR_OK);
  note(t, tile.x, tile.y);
}

// A wall between two passable tiles, if some tries find one.
static astar_point any_wall_between(const terrain *t) {
  int x = any_x(t), y = any_y(t);
  for (int i = 0; i < 60; i++, x = any_x(t), y = any_y(t)) {
    if (!is_wall(t, x, y)) continue;
    if (!is_wall(t, x - 1, y) && !is_wall(t, x + 1, y)) break;
    if (!is_wall(t, x, y - 1) && !is_wall(t, x, y + 1)) break;
    if (!is_wall(t, x - 1, y - 1) && !is_wall(t, x + 1, y + 1)) break;
    if (chance(8) == 0) break;
  }
  return (astar_point){x, y};
}

// Opens a wall, or makes one of the last tiles as it was.
static void edit_dig(terrain *t) {
  if (t->edits > 0 && chance(2) == 0) {
    const astar_point tile = any_recent(t);
    const int now = astar_grid_get(t->grid, tile.x, tile.y);
    put(t, tile.x, tile.y, now == TERRAIN_WALL ? LEVEL_FLOOR : TERRAIN_WALL);
    return;
  }
  const astar_point tile = any_wall_between(t);
  if (chance(4) == 0) // a dynamic obstacle, if there is one
    REQUIRE(astar_grid_block(t->grid, tile.x, tile.y, false, 1) == ASTAR_OK);
  put(t, tile.x, tile.y, chance(4) == 0 ? LEVEL_GRASS : LEVEL_FLOOR);
  note(t, tile.x, tile.y);
}

// Blocks a tile, or frees one that was blocked.
static void edit_block(terrain *t) {
  const bool undoes = t->edits > 0 && chance(3) == 0;
  level_toggle(t, undoes ? any_recent(t) : terrain_tile(t));
}

static void edit_tiles(terrain *t) {
  const int x = any_x(t), y = any_y(t);
  const uint8_t ground = (uint8_t)(chance(2) == 0 ? TERRAIN_WALL : chance(3));
  const int former = astar_grid_get(t->former, x, y);
  if (chance(6) == 0) {
    REQUIRE(astar_grid_fill(t->grid, x, y, 1 + chance(4), 1 + chance(4), ground) ==
            ASTAR_OK);
  } else {
    put(t, x, y, chance(5) == 0 ? ground : (uint8_t)former);
  }
  note(t, x, y);
}

static void edit_layers(terrain *t) {
  static const edit_kind kinds[] = {EDIT_BLOCK, EDIT_BLOCK, EDIT_BLOCK, EDIT_SET_BLOCKED,
                                    EDIT_FILL_BLOCKED};
  edit e = edit_tame(t->grid);
  e.kind = PICK(kinds);
  e.layer = 1 + chance(3);
  if (e.width * e.height > 36) e.flag = false;
  REQUIRE(edit_make(&e, t->grid, NULL) == ASTAR_OK);
  note(t, e.x, e.y);
}

// No tile costs more than others, and nothing is beside the terrain.
static void edit_even(terrain *t) {
  int x = 0, y = 0, dx = 0, dy = 0;
  uint32_t id = 0;
  while (astar_grid_each_edge(t->grid, &x, &y, &dx, &dy))
    REQUIRE(astar_grid_set_edge(t->grid, x, y, dx, dy, true, true) == ASTAR_OK);
  while (astar_grid_each_link(t->grid, &id, NULL))
    REQUIRE(astar_grid_unlink(t->grid, id) == ASTAR_OK);
  REQUIRE(astar_grid_fill_penalty(t->grid, 0, 0, t->width, t->height, 0) == ASTAR_OK);
  for (int i = 0; i < t->width * t->height; i++) {
    const int ground = astar_grid_get(t->grid, i % t->width, i / t->width);
    if (ground == LEVEL_MUD) put(t, i % t->width, i / t->width, LEVEL_FLOOR);
  }
}

static void edit_wild(terrain *t) {
  edit e;
  switch (chance(12)) {
  case 0: terrain_edit_whole(t); break;
  case 1:
  case 2:
  case 3: edit_even(t); break;
  case 4: edit_layers(t); break;
  case 5:
  case 6: edit_dig(t); break;
  case 7:
  case 8: edit_tiles(t); break;
  case 9: edit_block(t); break;
  default:
    e = edit_tame(t->grid);
    if (e.width * e.height > 36) e.terrain = LEVEL_FLOOR;
    edit_make(&e, t->grid, NULL); // the grid may reject an edge
    note(t, e.x, e.y);
  }
}

void level_edit(terrain *t) {
  switch (t->style) {
  case STYLE_BLOCKS: edit_block(t); break;
  case STYLE_DOORS:
    if (t->door_count > 0) level_toggle(t, t->doors[chance(t->door_count)]);
    break;
  case STYLE_DIG:
    if (chance(3) == 0)
      edit_block(t);
    else
      edit_dig(t);
    break;
  case STYLE_TILES: edit_tiles(t); break;
  case STYLE_LAYERS: edit_layers(t); break;
  case STYLE_WILD: edit_wild(t); break;
  default: break;
  }
}

void level_storm(terrain *t) {
  const astar_point first = terrain_tile(t), second = terrain_tile(t);
  for (int i = 0; i < 1100; i++) level_toggle(t, i % 2 == 0 ? first : second);
  if (chance(2) == 0) level_toggle(t, first);
}

// ------------------------------------------------------------------------------- tiles

// A tile beside an edit.
static astar_point near_edit(const terrain *t) {
  const astar_point last = any_recent(t);
  const int x = last.x + chance(7) - 3, y = last.y + chance(7) - 3;
  return astar_grid_contains(t->grid, x, y) ? (astar_point){(uint16_t)x, (uint16_t)y}
                                            : last;
}

astar_point level_tile(const terrain *t, int x, int y) {
  astar_point tile = {(uint16_t)x, (uint16_t)y};
  if (t->edits > 0 && chance(is_wall(t, x, y) ? 2 : 6) == 0) tile = near_edit(t);
  return tile;
}
