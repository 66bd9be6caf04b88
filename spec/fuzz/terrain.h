/// Random terrain for spec/fuzz/property.c: maps, rules and edits that are hard for
/// searches where costs differ.
///
/// Method: a map is drawn from shapes (rectangles, discs, stripes, checkerboards,
/// gradients, hills, rooms, noise), so that it has areas of equal cost, their borders,
/// and single tiles. Costs come in kinds in which errors show: costs that differ little
/// or very much, equal costs of different terrains, and costs of which different sums are
/// equal. Penalties and links have costs of the same kind. Everything depends on the seed
/// alone.
#ifndef TERRAIN_H
#define TERRAIN_H

#include "../support/chance.h"
#include "oracle.h"

/// Terrains are numbers from 0; the last one is a wall in most rules.
enum { TERRAINS = 7, TERRAIN_WALL = TERRAINS - 1, TERRAIN_PAIRS = 8 };

/// Levels are maps that look like those of games: rooms with doors, caves, mazes,
/// diagonal walls, spirals and others, with sides around the word lengths 64 and 128, or
/// read from a map file. Floor and grass cost the same in most rules. Water and mud are
/// passable for some movers.
enum { LEVEL_FLOOR, LEVEL_GRASS, LEVEL_WATER, LEVEL_MUD, LEVEL_KINDS };

/// What the edits of a level do.
typedef enum level_style {
  STYLE_NONE,   ///< no level
  STYLE_QUIET,  ///< nothing
  STYLE_BLOCKS, ///< block tiles of the free map, and free them again
  STYLE_DOORS,  ///< open and close a few doors
  STYLE_DIG,    ///< open single walls, and close them again
  STYLE_TILES,  ///< change tiles and small rectangles
  STYLE_LAYERS, ///< change rectangles of obstacle layers
  STYLE_WILD,   ///< everything: also costs, penalties, edges, links, copies
  LEVEL_STYLES = STYLE_WILD
} level_style;

enum { LEVEL_DOORS = 6, LEVEL_RECENT = 8 };

/// Rules with their definition.
typedef struct law {
  astar_rules_def def;
  astar_rules *rules;
  astar_pair_cost pairs[TERRAIN_PAIRS];
} law;

/// A map, and what its edits may use.
typedef struct terrain {
  astar_grid *grid;
  astar_grid *former; ///< a copy of the grid at another time
  int width, height;
  astar_layout layout;
  int kinds;             ///< terrains in use besides walls
  double cost[TERRAINS]; ///< of the first rules; for costs of penalties and links
  double diagonal_cost;
  bool is_tied; ///< many paths of equal cost: few costs, and usually a diagonal of 2
  bool has_influence, has_penalties, has_edges, has_links, has_obstacles;
  level_style style;
  astar_point doors[LEVEL_DOORS]; ///< of a level
  int door_count;
  astar_point recent[LEVEL_RECENT]; ///< tiles of the last edits of a level, in a ring
  int edits;                        ///< edits so far
  bool is_read;                     ///< `map` is the content of the grid
  oracle_map map;                   ///< read it by `terrain_map`
} terrain;

/// Draws a map. `may_be_large`: it may be too large for the oracle.
void terrain_begin(terrain *t, bool may_be_large);

/// Draws shapes on the grid.
void terrain_draw(terrain *t, int shapes);

/// Draws a level, or reads it from a map file unless `file` is NULL. False: the file
/// cannot be read; then nothing must be freed.
bool terrain_begin_level(terrain *t, const char *file);
void terrain_end(terrain *t);

/// Makes random rules that suit the map.
void terrain_begin_law(const terrain *t, law *l, bool is_first);

/// A random filter of queries.
astar_filter terrain_filter(const terrain *t);

/// A tile that is passable more often than not, or the end of a link, or on a word's
/// border.
astar_point terrain_tile(const terrain *t);

/// Changes a little of the map; usually of what it has already, of a level as its style
/// says.
void terrain_edit(terrain *t);

/// Stores the content of the grid, or brings the stored content back.
void terrain_edit_whole(terrain *t);

/// Parts of these functions for levels. `level_tile`: a tile in place of (x, y).
void level_edit(terrain *t);
astar_point level_tile(const terrain *t, int x, int y);

/// Blocks a tile, or frees it, on layer 1: in front of a mover.
void level_toggle(terrain *t, astar_point tile);

/// Makes more edits than the journal of a grid holds. Most of them undo each other.
void level_storm(terrain *t);

/// The content of the grid now, as the oracle needs it.
const oracle_map *terrain_map(terrain *t);

/// Prints the map, or rules.
void terrain_print(const terrain *t);
void terrain_print_law(const law *l);

#endif
