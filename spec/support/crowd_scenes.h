/// Scenes of crowds: small maps with units and orders that a crowd must resolve. Tests
/// and the benchmark play the same scenes.
///
///     crowd_scene scene = crowd_scene_begin("door", &options);
///     while (!crowd_scene_is_over(&scene)) crowd_scene_update(&scene);
///     ... scene.settled_at ...
///     crowd_scene_end(&scene);
#ifndef CROWD_SCENES_H
#define CROWD_SCENES_H

#include "astar_crowd.h"
#include "crowd_maps.h"

#define CROWD_SCENE_RATE 60 ///< updates per second of simulated time

typedef struct crowd_scene_options {
  bool speeds_differ; ///< 2 to 6 tiles per second; otherwise all units do 4
  bool teams;         ///< units that go to the left are enemies of the others
  bool shuffles;      ///< units get their orders in a random order
  uint64_t seed;
  double patience;      ///< of the crowd [s]; 0: the default
  double limit;         ///< stop after this time [simulated seconds]
  const crowd_map *map; ///< replaces the generated map of "send-doors", "send-across" and
                        ///< "go-across"; NULL: none
} crowd_scene_options;

typedef struct crowd_scene_unit {
  uint32_t unit;
  astar_point start, goal;
  bool is_large;   ///< it has the size of the large units of the scene
  bool has_order;  ///< false: it stands in the way, and returns to its start
  bool is_refused; ///< at the door of the scene, whenever it asks
  bool is_done;    ///< an event ended the order
  astar_unit_event_kind outcome; ///< that event
} crowd_scene_unit;

/// What the orders of a scene are, and when it is resolved.
typedef enum crowd_scene_kind {
  CROWD_SCENE_OWN,  ///< each unit goes to its goal, and must stand on it
  CROWD_SCENE_ONE,  ///< all go to one tile, and must arrive or settle
  CROWD_SCENE_SENT, ///< all are sent to one tile as a group, and must arrive or settle
} crowd_scene_kind;

typedef struct crowd_scene {
  crowd_scene_options options;
  crowd_scene_kind kind;
  crowd_map map;
  astar_grid *grid;
  astar_rules *rules, *large_rules;
  int large_size; ///< of the large units; 0: there are none
  int range;      ///< of orders to a tile
  int next_at;    ///< all get new orders after so many updates, to `next_goal`; 0: never
  astar_point next_goal;
  astar_crowd *crowd;
  int count;
  crowd_scene_unit *units; ///< unit number n is units[n - 1]
  int updates;             ///< how many
  astar_point door;        ///< of units that are refused
  double settled_at;       ///< since when all units are where they should be [simulated
                           ///< seconds]; INFINITY: they are not
  int events[ASTAR_UNIT_BLOCKED + 1]; ///< how many of each kind
  uint64_t random;
} crowd_scene;

/// Returns the name of scene number `index`, counted from 0; NULL: there is no such
/// scene.
const char *crowd_scene_name(int index);

/// Returns what happens in scene number `index`, in a few words.
const char *crowd_scene_title(int index);

/// Default options: equal speeds, orders in the order of the units, seed 1, limit 180 s.
crowd_scene_options crowd_scene_default_options(void);

/// Creates the scene with its grid and its crowd, and gives the orders.
crowd_scene crowd_scene_begin(const char *name, const crowd_scene_options *options);

/// Advances by one update, and takes all events.
void crowd_scene_update(crowd_scene *scene);

/// Whether all units have been where they should be for 2 seconds, or the limit is
/// reached.
bool crowd_scene_is_over(const crowd_scene *scene);

void crowd_scene_end(crowd_scene *scene);

#endif
