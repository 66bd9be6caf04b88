/// Maps for crowds: letters, row by row. '.' is floor, '#' is wall.
///
/// The generators give the same map for the same arguments on every platform.
#ifndef CROWD_MAPS_H
#define CROWD_MAPS_H

#include "astar.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct crowd_map {
  int width, height; ///< [tiles]
  char *tiles;
} crowd_map;

/// Ends the program with a message unless `condition` holds.
void crowd_need(bool condition, const char *what);

/// Returns a random number [0..below - 1], the same on every platform.
int crowd_random(uint64_t *state, int below);

/// Creates a map with one letter on all tiles. The caller frees it.
crowd_map crowd_map_new(int width, int height, char letter);
void crowd_map_free(crowd_map *map);

/// Whether a tile is on the map and is floor.
bool crowd_map_is_open(const crowd_map *map, int x, int y);

/// Sets a rectangle of tiles.
void crowd_map_fill(crowd_map *map, int x, int y, int width, int height, char letter);

/// Creates a square of `rooms` x `rooms` rooms of `side` x `side` tiles. Between two
/// rooms there is a wall of one tile, often with a door of one tile. All rooms are
/// connected.
crowd_map crowd_map_rooms(int rooms, int side, uint64_t seed);

/// Creates a town of `side` x `side` tiles: straight streets one to three tiles wide, and
/// between them houses of several rooms, with doors of one tile, or open places.
crowd_map crowd_map_town(int side, uint64_t seed);

/// Turns all floor outside the largest 4-connected component into walls. Returns the
/// number of tiles of that component.
int crowd_map_keep_largest(crowd_map *map);

/// Finds the nearest floor tiles around a floor tile, in the order of a breadth-first
/// search with 8 neighbors that cuts no corners.
///
/// @param tiles  receives at most `count` tiles
/// @return how many there are, at most `count`
int crowd_map_nearest(const crowd_map *map, int x, int y, astar_point *tiles, int count);

/// Creates a grid with terrain 1 for floor and 0 for walls.
astar_grid *crowd_map_grid(const crowd_map *map, const astar_allocator *allocator);

/// Creates rules for such grids: floor costs 1, 8 neighbors, no cutting of corners.
astar_rules *crowd_map_new_rules(int size);

#endif
