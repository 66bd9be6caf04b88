// Dead ends: which parts of a uniform map no cheapest path between two tiles enters.
//
// The jump boards own them (derived/jump_boards), pass on edits, and know the map. A
// search asks once for its start and goal (`dead_ends_ask`), then tile by tile
// (`dead_ends_exclude`). Searches only read, so that several threads may. Coordinates
// count the border of the bitmaps. See dead_ends.c for the method.
#ifndef ASTAR_DEAD_ENDS_H
#define ASTAR_DEAD_ENDS_H

#include "base/bit_lines.h"
#include "base/budget.h"
#include "base/directions.h"
#include "base/memory.h"

/// A run: a longest line of passable tiles. It stands for the step from the run above to
/// itself.
typedef struct dead_ends_run {
  uint32_t block;       ///< the run that stands for its block: itself, or one further up
  uint32_t gate : 31;   ///< the run above
  uint32_t is_gate : 1; ///< there are blocks behind it that edits have not joined with it
  uint32_t first;       ///< its number
  uint32_t last; ///< the runs [first, last] are this one and those below it. While these
                 ///< are visited: its first tile
  uint32_t size; ///< of the block that it stands for, when it was built [runs]
  uint32_t jump; ///< a run above: jumps reach every run above in O(log runs)
} dead_ends_run;

/// Must be zeroed before first use. A tile is a bit of two bitmaps, by row and by column,
/// which follow each other. Run 0 is above all others, and has no tiles.
typedef struct dead_ends {
  bit_lines lines[2]; ///< the passable tiles now; of the caller, who changes them
  int end[2];         ///< of the tiles by row, and of those by column
  uint64_t *tiles;    ///< the passable tiles when the runs were made
  uint32_t *rank;     ///< per word of `tiles`: the runs that begin before it
  dead_ends_run *runs;
  uint32_t run_count, largest; ///< the size of the largest block
  bool is_built;               ///< they can be asked
  int64_t left;                ///< blocks that edits may join before they are built again
  int64_t spent;   ///< expansions of searches since the last build, less what it cost
  int phase, tile; ///< of a build: where the visit goes on
  uint32_t run, visited; ///< the run that is visited; how many were
} dead_ends;

/// Builds dead ends, the first time within the budget; again when that is necessary and
/// pays, in portions, or with `whole` at once. `is_built` is false until the end of a
/// build, on maps where dead ends save no time, and without memory for them: searches do
/// without. The map may change between the calls, if its bitmaps stay where they are.
/// O(tiles / 64 + runs).
void dead_ends_update(dead_ends *d, memory *m, const bit_lines lines[2], bool whole,
                      budget *b);

/// Repairs them after a tile became passable or impassable. O(1); the first time also
/// O(length of its runs / 64 + adjacent runs + blocks that are joined).
void dead_ends_edit(dead_ends *d, int x, int y);

void dead_ends_fini(dead_ends *d, memory *m);

/// What the paths between two tiles need, by row and by column.
typedef struct dead_ends_needs {
  const dead_ends *of;        ///< NULL: everything
  uint32_t start[2], goal[2]; ///< the numbers of their runs
  uint32_t top[2];            ///< the block where the way through the tree turns down
} dead_ends_needs;

/// What the paths between two tiles need. O(log blocks).
dead_ends_needs dead_ends_ask(const dead_ends *d, int x, int y, int goal_x, int goal_y);

/// Whether no path needs a tile that a jump in a direction enters, if `of` is not NULL. A
/// jump along a row stays in the run of its start, which is needed. O(1).
bool dead_ends_exclude(const dead_ends_needs *n, int x, int y, int direction);

#endif
