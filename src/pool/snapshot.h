// Snapshots: how the edits of a grid reach the replicas of workers.
//
// The game thread writes, workers read, and no thread waits for another:
//
//     snapshot of revision 100 -> patch 100..104 -> patch 104..105 -> patch 105..131
//     snapshot of revision 131 -> patch 131..140 -> ...
//
// A snapshot is a copy of the grid. A worker without a thread takes the copy for itself:
// then the grid and the copy are the only ones. A patch is a delta (map/delta), a byte
// string with edits. When a request is made after edits, the game thread appends a patch.
// It makes a new snapshot instead when the grid no longer has all edits, when the edits
// set more tiles than the map has, or when the patches have become larger than the
// content of the map: so time and memory are bounded, however far a worker falls behind.
// A request names a snapshot and the last patch that it needs. A worker whose replica
// belongs to this snapshot makes the edits of the patches between; another one copies the
// snapshot and makes the edits of all patches up to there.
//
// Invariants, which make this free of races:
//   - A snapshot and a patch do not change after a request was published that names them,
//     except for the pointer to the next patch, and for the last patch and the `end` of
//     the newest snapshot. A worker follows that pointer only on the way to the patch of
//     its request, so it was written before that publication. It looks at the last patch
//     only when its request names a newer snapshot: then nothing is appended any more.
//   - Workers take requests in the order in which they were made. So the replica of a
//     worker is never newer than the request that it takes.
//   - Requests in flight and replicas count as users of their snapshot. The game thread
//     frees a snapshot without users, with its patches, unless it is the newest one. A
//     worker becomes a user while its request is one.
#ifndef ASTAR_SNAPSHOT_H
#define ASTAR_SNAPSHOT_H

#include "map/grid.h"

/// The edits between two revisions. The bytes of the delta follow the struct.
typedef struct map_patch {
  struct map_patch *next;
  size_t size; ///< of the delta [bytes]
} map_patch;

static inline unsigned char *map_patch_bytes(map_patch *patch) {
  return (unsigned char *)(patch + 1);
}

typedef struct map_snapshot {
  struct map_snapshot *next; ///< an older one
  counter users;             ///< requests in flight, and replicas
  astar_grid *content;       ///< NULL: the worker without a thread took it
  size_t content_size;       ///< memory of the content [bytes]
  map_patch *first, *last;   ///< NULL: no edits since
  uint64_t end;              ///< the revision after the last patch
  size_t bytes;              ///< of the patches
} map_snapshot;

/// All snapshots of a pool that have users. Only the game thread uses this struct.
typedef struct snapshot_list {
  struct memory *memory;
  astar_grid *grid;
  map_snapshot *newest;
  uint64_t revision;  ///< of the last patch of the newest snapshot
  uint64_t tiles_set; ///< tiles that edits of rectangles had set up to there
} snapshot_list;

/// Makes the first snapshot; the grid records its edits from now on. False: out of
/// memory.
bool snapshot_list_init(snapshot_list *list, struct memory *m, astar_grid *grid);

/// Frees all snapshots. They must have no users.
void snapshot_list_fini(snapshot_list *list);

/// Brings the newest snapshot or its patches up to the present revision of the grid.
/// False: out of memory; the next call tries again. O(1) without edits, otherwise O(bytes
/// of edits), and O(tiles) for a new snapshot.
bool snapshot_publish(snapshot_list *list);

/// Frees the snapshots without users, except the newest one.
void snapshot_free_unused(snapshot_list *list);

/// The memory of the snapshots and the patches [bytes].
size_t snapshot_memory(const snapshot_list *list);

#endif
