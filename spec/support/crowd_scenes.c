// Scenes of crowds: the maps, the units and the orders; and when a scene is resolved.
#include "astar_crowd.h"
#include "crowd_scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_UNITS = 1024, SETTLED_UPDATES = 2 * CROWD_SCENE_RATE };

static const double MEAN_SPEED = 4, MIN_SPEED = 2, MAX_SPEED = 6; // [tiles per second]

static void check_status(astar_status status, const char *what) {
  crowd_need(status == ASTAR_OK, what);
}

// ------------------------------------------------------------------------------- tools

// Draws a map; `rows` are joined, all of `width` letters.
static void draw(crowd_scene *scene, int width, const char *rows) {
  int height = (int)strlen(rows) / width;
  scene->map = crowd_map_new(width, height, '#');
  memcpy(scene->map.tiles, rows, (size_t)(width * height));
}

static void place(crowd_scene *scene, int x, int y, int goal_x, int goal_y) {
  crowd_need(scene->count < MAX_UNITS, "room for more units");
  crowd_scene_unit *unit = &scene->units[scene->count++];
  *unit = (crowd_scene_unit){.has_order = true};
  unit->start.x = x;
  unit->start.y = y;
  unit->goal.x = goal_x;
  unit->goal.y = goal_y;
}

static void shuffle(uint64_t *random, int *numbers, int count) {
  for (int i = count - 1; i > 0; i--) {
    int other = crowd_random(random, i + 1), kept = numbers[i];
    numbers[i] = numbers[other];
    numbers[other] = kept;
  }
}

// Writes [0..count - 1] in a random order.
static void permute(crowd_scene *scene, int *numbers, int count) {
  for (int i = 0; i < count; i++) numbers[i] = i;
  shuffle(&scene->random, numbers, count);
}

// `count` units on the tiles nearest to (x, y), all with the goal (goal_x, goal_y).
static void place_pack(crowd_scene *scene, int count, int x, int y, int goal_x,
                       int goal_y) {
  astar_point starts[MAX_UNITS];
  count = crowd_map_nearest(&scene->map, x, y, starts, count);
  for (int i = 0; i < count; i++) place(scene, starts[i].x, starts[i].y, goal_x, goal_y);
}

// ------------------------------------------------------------------------------ scenes

enum { ROOM = 12, CORRIDOR = 41 };

// Two rooms of 12 x 9 tiles, joined by a corridor of 41 x 1 tiles. 8 units go from each
// room to the other.
static void make_corridor(crowd_scene *scene) {
  int width = ROOM + CORRIDOR + ROOM;
  scene->map = crowd_map_new(width, 9, '.');
  crowd_map_fill(&scene->map, ROOM, 0, CORRIDOR, 4, '#');
  crowd_map_fill(&scene->map, ROOM, 5, CORRIDOR, 4, '#');
  for (int i = 0; i < 8; i++) place(scene, ROOM - 1, i, width - 3, i);
  for (int i = 0; i < 8; i++) place(scene, ROOM + CORRIDOR, i, 2, i);
}

static void make_corridor_bay(crowd_scene *scene) {
  make_corridor(scene);
  crowd_map_fill(&scene->map, ROOM + CORRIDOR / 2, 3, 1, 1, '.');
}

// A corridor of 65 x 1 tiles with one bay in the middle, and nothing else. 2 units go
// from each end to the other.
static void make_bay(crowd_scene *scene) {
  int width = ROOM + CORRIDOR + ROOM;
  scene->map = crowd_map_new(width, 2, '#');
  crowd_map_fill(&scene->map, 0, 1, width, 1, '.');
  crowd_map_fill(&scene->map, width / 2, 0, 1, 1, '.');
  for (int i = 0; i < 2; i++) place(scene, i, 1, width - 2 + i, 1);
  for (int i = 0; i < 2; i++) place(scene, width - 1 - i, 1, 1 - i, 1);
}

// `count` against `count` units in a corridor that is 3 tiles wide.
static void make_wide_corridor(crowd_scene *scene, int length, int count) {
  scene->map = crowd_map_new(length, 3, '.');
  for (int i = 0; i < count; i++) place(scene, i / 3, i % 3, length - 1 - i / 3, i % 3);
  for (int i = 0; i < count; i++) place(scene, length - 1 - i / 3, i % 3, i / 3, i % 3);
}

static void make_head_on(crowd_scene *scene) { make_wide_corridor(scene, 60, 40); }
static void make_head_on_20(crowd_scene *scene) { make_wide_corridor(scene, 40, 20); }

// A guard without an order stands in one of two gates. A unit comes from the right.
static void make_gates(crowd_scene *scene) {
  scene->map = crowd_map_new(15, 21, '.');
  crowd_map_fill(&scene->map, 7, 0, 1, 21, '#');
  crowd_map_fill(&scene->map, 7, 4, 1, 1, '.');
  crowd_map_fill(&scene->map, 7, 16, 1, 1, '.');
  place(scene, 7, 4, 7, 4);
  scene->units[0].has_order = false;
  place(scene, 13, 4, 1, 4);
}

// Two armies of 100 march through each other, on open ground.
static void make_armies(crowd_scene *scene) {
  scene->map = crowd_map_new(80, 60, '.');
  for (int i = 0; i < 200; i++) {
    int x = 5 + i % 5, y = 10 + i / 10 * 2 % 40, far = 79 - x;
    place(scene, i % 10 < 5 ? x : far, y, i % 10 < 5 ? far : x, y);
  }
}

// 50 units on two lines at each of four sides go to the opposite side.
static void make_crossing(crowd_scene *scene) {
  int side = 40;
  scene->map = crowd_map_new(side, side, '.');
  for (int i = 0; i < 200; i++) {
    int along = 7 + i % 25, near = i / 25 % 2, far = side - 1 - near;
    switch (i / 50) {
    case 0: place(scene, near, along, far, along); break;
    case 1: place(scene, far, along, near, along); break;
    case 2: place(scene, along, near, along, far); break;
    default: place(scene, along, far, along, near); break;
    }
  }
}

static void make_door(crowd_scene *scene) {
  scene->map = crowd_map_new(31, 15, '.');
  crowd_map_fill(&scene->map, 15, 0, 1, 15, '#');
  crowd_map_fill(&scene->map, 15, 7, 1, 1, '.');
  for (int i = 0; i < 30; i++) place(scene, i / 15, i % 15, 30 - i / 15, i % 15);
  for (int i = 0; i < 30; i++) place(scene, 30 - i / 15, i % 15, i / 15, i % 15);
}

static void make_pack(crowd_scene *scene) {
  int starts[40 * 40];
  scene->kind = CROWD_SCENE_ONE;
  scene->map = crowd_map_new(40, 40, '.');
  permute(scene, starts, 40 * 40);
  for (int i = 0; i < 50; i++) place(scene, starts[i] % 40, starts[i] / 40, 20, 20);
}

static void make_send_open(crowd_scene *scene) {
  scene->kind = CROWD_SCENE_SENT;
  scene->map = crowd_map_new(100, 60, '.');
  place_pack(scene, 200, 15, 30, 80, 30);
}

// The first floor tile to the right of a tile, or the tile itself.
static int floor_from(const crowd_map *map, int x, int y) {
  while (x < map->width && !crowd_map_is_open(map, x, y)) x++;
  crowd_need(x < map->width, "floor for the units");
  return x;
}

// 200 units go from one corner to the opposite one, through rooms with one-wide doors.
static void make_send_doors(crowd_scene *scene) {
  const crowd_map *given = scene->options.map;
  scene->kind = CROWD_SCENE_SENT;
  if (given == NULL) {
    scene->map = crowd_map_rooms(4, 15, scene->options.seed);
  } else {
    scene->map = crowd_map_new(given->width, given->height, '#');
    memcpy(scene->map.tiles, given->tiles, (size_t)(given->width * given->height));
  }
  int far = scene->map.height - 9;
  place_pack(scene, 200, floor_from(&scene->map, 8, 8), 8,
             floor_from(&scene->map, scene->map.width - 9, far), far);
}

// 200 units go from one corner of a town to the opposite one, where all have one goal. In
// some towns a corner is in a house, or in a yard without a door.
static void make_across(crowd_scene *scene) {
  make_send_doors(scene);
  if (scene->options.map != NULL) return;
  crowd_map_free(&scene->map);
  scene->count = 0;
  scene->map = crowd_map_town(128, scene->options.seed);
  crowd_map_keep_largest(&scene->map);
  place_pack(scene, 200, floor_from(&scene->map, 8, 8), 8,
             floor_from(&scene->map, 119, 119), 119);
}

static void make_send_across(crowd_scene *scene) {
  scene->kind = CROWD_SCENE_SENT;
  make_across(scene);
}

static void make_go_across(crowd_scene *scene) {
  make_across(scene);
  scene->kind = CROWD_SCENE_ONE;
}

// A ring of 10 tiles, full: each unit goes to the third tile after its own.
static void make_ring(crowd_scene *scene) {
  static const int X[10] = {0, 1, 2, 3, 3, 3, 2, 1, 0, 0};
  static const int Y[10] = {0, 0, 0, 0, 1, 2, 2, 2, 2, 1};
  draw(scene, 4,
       "...."
       ".##."
       "....");
  for (int i = 0; i < 10; i++) place(scene, X[i], Y[i], X[(i + 3) % 10], Y[(i + 3) % 10]);
}

static void make_full(crowd_scene *scene) {
  int starts[64], goals[64];
  scene->map = crowd_map_new(8, 8, '.');
  permute(scene, starts, 64);
  permute(scene, goals, 64);
  for (int i = 0; i < 56; i++)
    place(scene, starts[i] % 8, starts[i] / 8, goals[i] % 8, goals[i] / 8);
}

// A unit passes five units without orders in a corridor with two bays. They return.
static void make_idle(crowd_scene *scene) {
  draw(scene, 13,
       "#####.##.####"
       ".............");
  for (int i = 4; i < 9; i++) {
    place(scene, i, 1, i, 1);
    scene->units[scene->count - 1].has_order = false;
  }
  place(scene, 0, 1, 12, 1);
}

// Two corridors that end dead, joined at one side. The first unit has its goal at the end
// of the other corridor, in front of the second one, which follows it there; the third
// one comes from there.
static void make_dead_end(crowd_scene *scene) {
  draw(scene, 9,
       "........."
       ".########"
       "........."
       ".########");
  place(scene, 8, 0, 7, 2);
  place(scene, 7, 0, 8, 2);
  place(scene, 8, 2, 8, 0);
}

// Many units go near one tile.
static void make_range(crowd_scene *scene) {
  int starts[30 * 30];
  scene->kind = CROWD_SCENE_ONE;
  scene->range = 1;
  scene->map = crowd_map_new(30, 30, '.');
  permute(scene, starts, 30 * 30);
  for (int i = 0; i < 40; i++) place(scene, starts[i] % 30, starts[i] / 30, 14, 14);
}

// Units in a file go through a door to one tile.
static void make_file(crowd_scene *scene) {
  scene->kind = CROWD_SCENE_ONE;
  scene->map = crowd_map_new(30, 15, '.');
  crowd_map_fill(&scene->map, 15, 0, 1, 15, '#');
  crowd_map_fill(&scene->map, 15, 7, 1, 1, '.');
  for (int i = 0; i < 12; i++) place(scene, i, 7, 19, 7);
}

// Five workers go to a mine with three free tiles around it.
static void make_workers(crowd_scene *scene) {
  scene->kind = CROWD_SCENE_ONE;
  scene->range = 1;
  draw(scene, 11,
       "..........."
       "..........."
       "....##....."
       "....##....."
       "....#.#...."
       "..........."
       "...........");
  for (int i = 0; i < 5; i++) place(scene, 2 * i, 6, 5, 3);
}

// A pack that stands at its place is sent there.
static void make_again(crowd_scene *scene) {
  scene->kind = CROWD_SCENE_SENT;
  scene->map = crowd_map_new(40, 40, '.');
  place_pack(scene, 50, 20, 20, 20, 20);
}

static void place_large(crowd_scene *scene, int x, int y, int goal_x, int goal_y) {
  place(scene, x, y, goal_x, goal_y);
  scene->units[scene->count - 1].is_large = true;
}

static void make_mixed(crowd_scene *scene) {
  scene->kind = CROWD_SCENE_SENT;
  scene->large_size = 2;
  scene->map = crowd_map_new(128, 128, '.');
  for (int i = 0; i < 72; i++) place(scene, 10 + i % 12, 10 + i / 12, 70, 80);
  for (int i = 0; i < 12; i++) place_large(scene, 30 + i % 4 * 2, 10 + i / 4 * 2, 70, 80);
}

// The same, with another goal on the way.
static void make_mixed_turn(crowd_scene *scene) {
  make_mixed(scene);
  scene->next_goal = (astar_point){110, 60};
  scene->next_at = 10 * CROWD_SCENE_RATE;
}

// Two groups of large units cross a room.
static void make_large(crowd_scene *scene) {
  scene->large_size = 3;
  scene->map = crowd_map_new(60, 80, '.');
  for (int i = 0; i < 24; i++) {
    int x = 1 + i % 12 / 6 * 4, y = 9 + i % 6 * 5, far = 57 - x;
    place_large(scene, i < 12 ? x : far, y, i < 12 ? far : x, y);
  }
}

// Ten go through a door at which a stranger waits, who is refused again and again. It
// never gets in.
static void make_refused(crowd_scene *scene) {
  scene->map = crowd_map_new(15, 9, '.');
  crowd_map_fill(&scene->map, 0, 4, 15, 1, '#');
  crowd_map_fill(&scene->map, 7, 4, 1, 1, '.');
  scene->door = (astar_point){7, 4};
  place(scene, 7, 3, 7, 8);
  scene->units[0].is_refused = true;
  for (int i = 0; i < 10; i++) place(scene, 2 + i, 0, 2 + (i * 3) % 10, 6 + i % 2);
}

static const struct {
  const char *name, *title;
  void (*make)(crowd_scene *scene);
} SCENES[] = {
    {"corridor", "8 against 8, corridor of 41 x 1 tiles", make_corridor},
    {"corridor-bay", "8 against 8, the same with a bay", make_corridor_bay},
    {"head-on", "40 against 40, corridor of 60 x 3 tiles", make_head_on},
    {"head-on-20", "20 against 20, corridor of 40 x 3 tiles", make_head_on_20},
    {"armies", "100 against 100, open ground", make_armies},
    {"gates", "past a guard, two gates", make_gates},
    {"crossing", "200 cross a room from four sides", make_crossing},
    {"door", "30 against 30 through one door", make_door},
    {"pack", "50 to one tile", make_pack},
    {"send-open", "200 sent over open ground", make_send_open},
    {"send-doors", "200 sent through doors", make_send_doors},
    {"send-across", "200 sent across a town", make_send_across},
    {"go-across", "200 to one tile across a town", make_go_across},
    {"ring", "a full ring of 10 rotates", make_ring},
    {"full", "56 units on 64 tiles, random goals", make_full},
    {"bay", "2 against 2 at one bay", make_bay},
    {"idle", "past five idle units, two bays", make_idle},
    {"dead-end", "3 in two dead ends", make_dead_end},
    {"range", "40 to within 1 tile of one", make_range},
    {"file", "12 in a file through a door to one tile", make_file},
    {"workers", "5 workers at a mine with 3 places", make_workers},
    {"again", "50 sent to where they stand", make_again},
    {"mixed", "72 and 12 of 2 x 2 sent over open ground", make_mixed},
    {"mixed-turn", "the same, with another goal on the way", make_mixed_turn},
    {"large", "12 against 12 of 3 x 3 tiles, open ground", make_large},
    {"refused", "10 past one that is refused at a door", make_refused},
};

enum { SCENE_COUNT = sizeof SCENES / sizeof SCENES[0] };

const char *crowd_scene_name(int index) {
  return index >= 0 && index < SCENE_COUNT ? SCENES[index].name : NULL;
}

const char *crowd_scene_title(int index) {
  return index >= 0 && index < SCENE_COUNT ? SCENES[index].title : NULL;
}

// ----------------------------------------------------------------------------- playing

crowd_scene_options crowd_scene_default_options(void) {
  return (crowd_scene_options){.seed = 1, .limit = 180};
}

static void add_units(crowd_scene *scene) {
  for (int i = 0; i < scene->count; i++) {
    crowd_scene_unit *unit = &scene->units[i];
    astar_unit_def def = astar_default_unit(
        unit->is_large ? scene->large_rules : scene->rules, unit->start.x, unit->start.y);
    def.speed = MEAN_SPEED;
    def.asks = unit->is_refused;
    def.team = scene->options.teams && unit->goal.x < unit->start.x;
    if (scene->options.speeds_differ) {
      double share = crowd_random(&scene->random, 4001) / 4000.0;
      def.speed = MIN_SPEED + share * (MAX_SPEED - MIN_SPEED);
    }
    check_status(astar_crowd_add(scene->crowd, &def, &unit->unit), "a unit");
  }
}

static void give_orders(crowd_scene *scene) {
  int order[MAX_UNITS];
  uint32_t sent[MAX_UNITS];
  const astar_order near = {.range = scene->range};
  for (int i = 0; i < scene->count; i++) order[i] = i;
  if (scene->options.shuffles) shuffle(&scene->random, order, scene->count);
  for (int i = 0; i < scene->count; i++) {
    const crowd_scene_unit *unit = &scene->units[order[i]];
    sent[i] = unit->unit;
    if (scene->kind == CROWD_SCENE_SENT || !unit->has_order) continue;
    check_status(
        astar_crowd_go_to(scene->crowd, unit->unit, unit->goal.x, unit->goal.y, &near),
        "an order");
  }
  if (scene->kind != CROWD_SCENE_SENT) return;
  size_t placed, count = (size_t)scene->count;
  astar_point goal = scene->units[0].goal;
  check_status(astar_crowd_send(scene->crowd, sent, count, goal.x, goal.y, NULL, &placed),
               "an order for all");
  crowd_need(placed == count, "a tile for each unit");
}

crowd_scene crowd_scene_begin(const char *name, const crowd_scene_options *options) {
  int index = 0;
  while (index < SCENE_COUNT && strcmp(SCENES[index].name, name) != 0) index++;
  crowd_need(index < SCENE_COUNT, "the scene");
  crowd_scene scene = {.options = *options, .settled_at = INFINITY};
  scene.random = options->seed * UINT64_C(7919);
  scene.units = malloc(MAX_UNITS * sizeof *scene.units);
  crowd_need(scene.units != NULL, "memory");
  SCENES[index].make(&scene);
  scene.grid = crowd_map_grid(&scene.map, NULL);
  scene.rules = crowd_map_new_rules(1);
  scene.large_rules = crowd_map_new_rules(scene.large_size > 0 ? scene.large_size : 1);
  astar_crowd_def def = astar_default_crowd();
  if (options->patience > 0) def.patience = options->patience;
  check_status(astar_crowd_new(scene.grid, &def, &scene.crowd), "a crowd");
  add_units(&scene);
  give_orders(&scene);
  return scene;
}

static void take_events(crowd_scene *scene) {
  astar_unit_event event;
  while (astar_crowd_next_event(scene->crowd, &event)) {
    crowd_scene_unit *unit = &scene->units[event.unit - 1];
    scene->events[event.kind]++;
    if (event.kind == ASTAR_UNIT_ASKS) {
      bool is_door = event.x == scene->door.x && event.y == scene->door.y;
      check_status(is_door
                       ? astar_crowd_delay(scene->crowd, event.unit, 0.5)
                       : astar_crowd_permit(scene->crowd, event.unit, event.x, event.y),
                   "an answer");
    }
    if (event.kind == ASTAR_UNIT_STEP || event.kind == ASTAR_UNIT_ASKS) continue;
    if (event.kind == ASTAR_UNIT_BLOCKED) continue;
    unit->is_done = true;
    unit->outcome = event.kind;
  }
}

// Whether a unit stands where its order or its start is.
static bool is_in_place(const crowd_scene *scene, const crowd_scene_unit *unit) {
  astar_unit_info info;
  crowd_need(astar_crowd_unit(scene->crowd, unit->unit, &info), "a unit");
  if (info.state != ASTAR_UNIT_IDLE) return false;
  if (scene->kind == CROWD_SCENE_OWN)
    return info.at.x == unit->goal.x && info.at.y == unit->goal.y;
  return unit->is_done &&
         (unit->outcome == ASTAR_UNIT_ARRIVED || unit->outcome == ASTAR_UNIT_SETTLED);
}

static bool is_settled(const crowd_scene *scene) {
  for (int i = 0; i < scene->count; i++) {
    if (scene->units[i].is_refused) continue;
    if (!is_in_place(scene, &scene->units[i])) return false;
  }
  return true;
}

static void give_next_orders(crowd_scene *scene) {
  for (int i = 0; i < scene->count; i++) {
    scene->units[i].goal = scene->next_goal;
    scene->units[i].is_done = false;
  }
  give_orders(scene);
}

void crowd_scene_update(crowd_scene *scene) {
  if (scene->next_at > 0 && scene->updates == scene->next_at) give_next_orders(scene);
  check_status(astar_crowd_update(scene->crowd, 1.0 / CROWD_SCENE_RATE), "an update");
  scene->updates++;
  take_events(scene);
  if (!is_settled(scene))
    scene->settled_at = INFINITY;
  else if (scene->settled_at == INFINITY)
    scene->settled_at = (double)scene->updates / CROWD_SCENE_RATE;
}

bool crowd_scene_is_over(const crowd_scene *scene) {
  double now = (double)scene->updates / CROWD_SCENE_RATE;
  return now >= scene->options.limit ||
         now >= scene->settled_at + (double)SETTLED_UPDATES / CROWD_SCENE_RATE;
}

void crowd_scene_end(crowd_scene *scene) {
  astar_crowd_free(scene->crowd);
  astar_grid_free(scene->grid);
  astar_rules_free(scene->rules);
  astar_rules_free(scene->large_rules);
  crowd_map_free(&scene->map);
  free(scene->units);
}
