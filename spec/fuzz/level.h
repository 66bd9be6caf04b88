/// Random levels for spec/fuzz/index.c: maps that look like those of games, movers for
/// which most tiles cost the same, and edits that happen in play.
///
/// Method: a level is drawn by one of several methods (rooms with doors, disks, caves,
/// mazes, diagonal walls, spirals, noise and others), with sides around the word lengths
/// 64 and 128, or read from a map file. Its edits have a style: blocking, doors, digging
/// through walls, layers, or all that the grid can do. Everything depends on the random
/// numbers of terrain.h.
#ifndef LEVEL_H
#define LEVEL_H

#include "terrain.h"

/// The terrains. Floor and grass cost the same in most rules. Water and mud are passable
/// for some movers.
enum { LEVEL_FLOOR, LEVEL_GRASS, LEVEL_WATER, LEVEL_MUD, LEVEL_WALL, LEVEL_TERRAINS };

/// What the edits of a level do.
typedef enum level_style {
  STYLE_QUIET,  ///< nothing
  STYLE_BLOCKS, ///< block tiles of the free map, and free them again
  STYLE_DOORS,  ///< open and close a few doors
  STYLE_DIG,    ///< open single walls, and close them again
  STYLE_TILES,  ///< change tiles and small rectangles
  STYLE_LAYERS, ///< change rectangles of obstacle layers
  STYLE_WILD,   ///< everything: also costs, penalties, edges, links, copies
  LEVEL_STYLES
} level_style;

enum { LEVEL_DOORS = 6, LEVEL_RECENT = 8, LEVEL_LINKS = 4 };

typedef struct level {
  astar_grid *grid;
  astar_grid *former; ///< a copy of the grid at another time
  int width, height;
  level_style style;
  astar_point doors[LEVEL_DOORS];
  int door_count;
  astar_point recent[LEVEL_RECENT]; ///< tiles of the last edits, in a ring
  int edits;                        ///< edits so far
} level;

/// Draws a level. When `file` is not NULL, reads it from a map file instead.
///
/// @return false: the file cannot be read; then nothing must be freed
bool level_begin(level *l, const char *file);
void level_end(level *l);

/// Makes random rules. `is_weighted`: terrains cost differently.
void level_begin_law(law *l, bool is_weighted);

/// A random filter of queries.
astar_filter level_filter(void);

/// A tile that is no wall more often than not, sometimes beside an edit, or on a word's
/// border.
astar_point level_tile(const level *l);

/// Changes a little of the level, as its style says.
void level_edit(level *l);

/// Blocks a tile, or frees it, on layer 1: in front of a mover.
void level_toggle(level *l, astar_point tile);

/// Makes more edits than the journal of a grid holds. Most of them undo each other.
void level_storm(level *l);

/// Prints the tiles.
void level_print(const level *l);

#endif
