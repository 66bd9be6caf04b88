// Maps for crowds: generators of rooms and towns, and what scenes need to know of a map.
#include "crowd_maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WALL_TERRAIN = 0, FLOOR_TERRAIN = 1 };

static const int DX[8] = {1, 0, -1, 0, 1, -1, -1, 1};
static const int DY[8] = {0, 1, 0, -1, 1, 1, -1, -1};

void crowd_need(bool condition, const char *what) {
  if (condition) return;
  fprintf(stderr, "crowds: cannot get %s\n", what);
  exit(2);
}

int crowd_random(uint64_t *state, int below) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int)((*state >> 33) % (uint64_t)below);
}

// A random number [least..most].
static int random_between(uint64_t *state, int least, int most) {
  return least + crowd_random(state, most - least + 1);
}

crowd_map crowd_map_new(int width, int height, char letter) {
  size_t tiles = (size_t)width * (size_t)height;
  crowd_map map = {width, height, malloc(tiles)};
  crowd_need(map.tiles != NULL, "memory");
  memset(map.tiles, letter, tiles);
  return map;
}

void crowd_map_free(crowd_map *map) {
  free(map->tiles);
  map->tiles = NULL;
}

static char *tile_of(const crowd_map *map, int x, int y) {
  return &map->tiles[(size_t)y * (size_t)map->width + (size_t)x];
}

bool crowd_map_is_open(const crowd_map *map, int x, int y) {
  return x >= 0 && y >= 0 && x < map->width && y < map->height &&
         *tile_of(map, x, y) == '.';
}

void crowd_map_fill(crowd_map *map, int x, int y, int width, int height, char letter) {
  for (int row = y; row < y + height; row++)
    memset(tile_of(map, x, row), letter, (size_t)width);
}

// ------------------------------------------------------------------------------- rooms

crowd_map crowd_map_rooms(int rooms, int side, uint64_t seed) {
  int pitch = side + 1, width = rooms * pitch - 1;
  crowd_map map = crowd_map_new(width, width, '.');
  for (int i = 1; i < rooms; i++) {
    crowd_map_fill(&map, i * pitch - 1, 0, 1, width, '#');
    crowd_map_fill(&map, 0, i * pitch - 1, width, 1, '#');
  }
  // One door to the west or to the north connects each room with those before it. The
  // other wall has a door with probability 2/3.
  for (int i = 0; i < rooms * rooms; i++) {
    int x = i % rooms * pitch, y = i / rooms * pitch;
    bool prefers_west = crowd_random(&seed, 2) == 0;
    bool has_other = crowd_random(&seed, 3) > 0;
    int door_x = x + crowd_random(&seed, side), door_y = y + crowd_random(&seed, side);
    if (x > 0 && (y == 0 || prefers_west || has_other))
      *tile_of(&map, x - 1, door_y) = '.';
    if (y > 0 && (x == 0 || !prefers_west || has_other))
      *tile_of(&map, door_x, y - 1) = '.';
  }
  return map;
}

// ------------------------------------------------------------------------------- towns

typedef struct area {
  int x, y, width, height;
} area;

// Divides the floor of a house into rooms by walls with one door each, until rooms are
// small. No wall ends at a door.
static void divide_house(crowd_map *map, area in, uint64_t *seed) {
  bool is_wide = in.width >= in.height;
  int length = is_wide ? in.width : in.height, across = is_wide ? in.height : in.width;
  if (length < 7) return;
  int at = random_between(seed, 2, length - 3), door = crowd_random(seed, across);
  if (is_wide) {
    int x = in.x + at;
    if (crowd_map_is_open(map, x, in.y - 1)) return;
    if (crowd_map_is_open(map, x, in.y + in.height)) return;
    crowd_map_fill(map, x, in.y, 1, in.height, '#');
    *tile_of(map, x, in.y + door) = '.';
    divide_house(map, (area){in.x, in.y, at, in.height}, seed);
    divide_house(map, (area){x + 1, in.y, in.width - at - 1, in.height}, seed);
  } else {
    int y = in.y + at;
    if (crowd_map_is_open(map, in.x - 1, y)) return;
    if (crowd_map_is_open(map, in.x + in.width, y)) return;
    crowd_map_fill(map, in.x, y, in.width, 1, '#');
    *tile_of(map, in.x + door, y) = '.';
    divide_house(map, (area){in.x, in.y, in.width, at}, seed);
    divide_house(map, (area){in.x, y + 1, in.width, in.height - at - 1}, seed);
  }
}

// Builds a house with a door in each of two opposite walls. One block out of eight is an
// open place.
static void build_block(crowd_map *map, area block, uint64_t *seed) {
  if (crowd_random(seed, 8) == 0 || block.width < 5 || block.height < 5) return;
  area in = {block.x + 1, block.y + 1, block.width - 2, block.height - 2};
  int door_x = in.x + crowd_random(seed, in.width);
  int door_y = in.y + crowd_random(seed, in.height);
  bool is_east_west = crowd_random(seed, 2) == 0;
  crowd_map_fill(map, block.x, block.y, block.width, block.height, '#');
  crowd_map_fill(map, in.x, in.y, in.width, in.height, '.');
  if (is_east_west) {
    *tile_of(map, block.x, door_y) = '.';
    *tile_of(map, block.x + block.width - 1, door_y) = '.';
  } else {
    *tile_of(map, door_x, block.y) = '.';
    *tile_of(map, door_x, block.y + block.height - 1) = '.';
  }
  divide_house(map, in, seed);
}

// Writes where blocks of houses begin and end, in turn, with streets between them.
// Returns how many blocks there are.
static int lay_streets(int side, int *ends, uint64_t *seed) {
  int count = 0, at = 0;
  for (;;) {
    int begin = at + random_between(seed, 1, 3);
    int end = begin + random_between(seed, 6, 14);
    if (end > side - 1) end = side - 1;
    if (end - begin < 6) return count;
    ends[2 * count] = begin;
    ends[2 * count + 1] = end;
    count++;
    at = end;
  }
}

crowd_map crowd_map_town(int side, uint64_t seed) {
  crowd_map map = crowd_map_new(side, side, '.');
  int *columns = malloc((size_t)side * sizeof *columns);
  int *rows = malloc((size_t)side * sizeof *rows);
  crowd_need(columns != NULL && rows != NULL, "memory");
  int column_count = lay_streets(side, columns, &seed);
  int row_count = lay_streets(side, rows, &seed);
  for (int row = 0; row < row_count; row++) {
    for (int column = 0; column < column_count; column++) {
      const int *x = &columns[2 * column], *y = &rows[2 * row];
      build_block(&map, (area){x[0], y[0], x[1] - x[0], y[1] - y[0]}, &seed);
    }
  }
  free(columns);
  free(rows);
  return map;
}

// --------------------------------------------------------------------------- questions

static bool can_step(const crowd_map *map, int x, int y, int direction) {
  int dx = DX[direction], dy = DY[direction];
  return crowd_map_is_open(map, x + dx, y + dy) && crowd_map_is_open(map, x + dx, y) &&
         crowd_map_is_open(map, x, y + dy);
}

// A breadth-first search that adds to `queue` [tiles of the map], which has `*found`
// tiles in `seen`, all tiles that steps in the first `directions` directions reach. Stops
// when it has `most` tiles.
static void search(const crowd_map *map, bool *seen, astar_point *queue, int *found,
                   int first, int directions, int most) {
  for (int i = first; i < *found; i++) {
    int x = queue[i].x, y = queue[i].y;
    for (int d = 0; d < directions && *found < most; d++) {
      size_t next = (size_t)(y + DY[d]) * (size_t)map->width + (size_t)(x + DX[d]);
      if (!can_step(map, x, y, d) || seen[next]) continue;
      seen[next] = true;
      queue[*found].x = (x + DX[d]);
      queue[*found].y = (y + DY[d]);
      ++*found;
    }
  }
}

int crowd_map_keep_largest(crowd_map *map) {
  int tiles = map->width * map->height, found = 0, first = 0, most = 0;
  bool *seen = calloc((size_t)tiles, sizeof *seen);
  astar_point *queue = malloc((size_t)tiles * sizeof *queue);
  crowd_need(seen != NULL && queue != NULL, "memory");
  for (int i = 0; i < tiles; i++) {
    if (map->tiles[i] != '.' || seen[i]) continue;
    int begin = found;
    seen[i] = true;
    queue[found].x = (i % map->width);
    queue[found].y = (i / map->width);
    found++;
    search(map, seen, queue, &found, begin, 4, tiles);
    if (found - begin > most) {
      most = found - begin;
      first = begin;
    }
  }
  crowd_map_fill(map, 0, 0, map->width, map->height, '#');
  for (int i = first; i < first + most; i++) *tile_of(map, queue[i].x, queue[i].y) = '.';
  free(seen);
  free(queue);
  return most;
}

int crowd_map_nearest(const crowd_map *map, int x, int y, astar_point *tiles, int count) {
  if (!crowd_map_is_open(map, x, y) || count < 1) return 0;
  bool *seen = calloc((size_t)map->width * (size_t)map->height, sizeof *seen);
  crowd_need(seen != NULL, "memory");
  int found = 1;
  seen[(size_t)y * (size_t)map->width + (size_t)x] = true;
  tiles[0].x = x;
  tiles[0].y = y;
  search(map, seen, tiles, &found, 0, 8, count);
  free(seen);
  return found;
}

astar_grid *crowd_map_grid(const crowd_map *map, const astar_allocator *allocator) {
  astar_grid *grid;
  crowd_need(astar_grid_new(allocator, map->width, map->height, ASTAR_SQUARE,
                            FLOOR_TERRAIN, &grid) == ASTAR_OK,
             "a grid");
  for (int y = 0; y < map->height; y++) {
    for (int x = 0; x < map->width; x++)
      if (!crowd_map_is_open(map, x, y)) astar_grid_set(grid, x, y, WALL_TERRAIN);
  }
  return grid;
}

astar_rules *crowd_map_new_rules(int size) {
  astar_rules_def def = astar_default_rules();
  astar_rules *rules;
  def.size = size;
  astar_rules_def_set(&def, FLOOR_TERRAIN, 1);
  crowd_need(astar_rules_new(NULL, &def, &rules) == ASTAR_OK, "rules");
  return rules;
}
