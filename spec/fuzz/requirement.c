// Which tiles the steps of a small map require; requirement.h describes the method.
#include "requirement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------- steps

enum { NEIGHBORHOOD = 9, INVOLVED = 3 + ASTAR_MAX_CLEAR };

// The variable tiles that may matter for one step.
typedef struct involved {
  int tiles[INVOLVED], count;
} involved;

// What `requirement_read` needs for each step.
typedef struct reader {
  requirement *r;
  const oracle_map *open, *shut;
  oracle_map map; // between the two
  const astar_rules_def *rules;
  int index[REQUIREMENT_TILES]; // of a variable tile; -1: the tile is not variable
  int count;                    // of steps
} reader;

static reader read_now;

static void involve(involved *list, int x, int y) {
  if (!oracle_contains(&read_now.map, x, y)) return;
  const int tile = oracle_index(&read_now.map, x, y);
  if (read_now.index[tile] < 0) return;
  for (int i = 0; i < list->count; i++)
    if (list->tiles[i] == tile) return;
  list->tiles[list->count++] = tile;
}

// Puts a tile of one of the two maps on the map between them.
static void put_tile(int tile, bool is_open) {
  const oracle_map *from = is_open ? read_now.open : read_now.shut;
  read_now.map.terrain[tile] = from->terrain[tile];
  read_now.map.obstacles[tile] = from->obstacles[tile];
}

// The cost of a step with the variable tiles as they are now; infinity: illegal.
static double step_cost(int from, int to, bool is_link) {
  oracle_edge edges[ORACLE_STEPS];
  const int width = read_now.map.width;
  const int count =
      oracle_edges_from(&read_now.map, read_now.rules, from % width, from / width, edges);
  double least = INFINITY;
  for (int i = 0; i < count; i++) {
    if (edges[i].to != to || edges[i].is_link != is_link) continue;
    if (edges[i].cost < least) least = edges[i].cost;
  }
  return least;
}

static void add_step(int from, int to, double cost, uint64_t need) {
  requirement *r = read_now.r;
  for (int i = r->first[from]; i < read_now.count; i++) {
    const required_step *s = &r->steps[i];
    if (s->to == to && (s->need & ~need) == 0 && s->cost <= cost) return;
  }
  if (read_now.count == REQUIREMENT_STEPS) abort();
  r->steps[read_now.count++] = (required_step){to, cost, need};
}

static int count_bits(unsigned set) {
  int count = 0;
  for (; set != 0; set &= set - 1) count++;
  return count;
}

// Tries all combinations of the tiles that may matter, fewer open ones before more.
static void read_step(int from, int to, bool is_link, const involved *list) {
  for (int open_count = 0; open_count <= list->count; open_count++) {
    for (unsigned set = 0; set < 1u << list->count; set++) {
      uint64_t need = 0;
      if (count_bits(set) != open_count) continue;
      for (int i = 0; i < list->count; i++) {
        const bool is_open = (set >> i & 1) != 0;
        put_tile(list->tiles[i], is_open);
        if (is_open) need |= UINT64_C(1) << read_now.index[list->tiles[i]];
      }
      const double cost = step_cost(from, to, is_link);
      if (cost < INFINITY) add_step(from, to, cost, need);
    }
  }
  for (int i = 0; i < list->count; i++) put_tile(list->tiles[i], false);
}

static void read_move(int from, int dx, int dy, const astar_move *move) {
  const int x = from % read_now.map.width, y = from / read_now.map.width;
  involved list = {.count = 0};
  if (!oracle_contains(&read_now.map, x + dx, y + dy)) return;
  involve(&list, x + dx, y + dy);
  if (abs(dx) == 1 && abs(dy) == 1) {
    involve(&list, x + dx, y);
    involve(&list, x, y + dy);
  }
  for (int i = 0; move != NULL && i < move->clear_count; i++)
    involve(&list, x + move->clear[i].x, y + move->clear[i].y);
  read_step(from, oracle_index(&read_now.map, x + dx, y + dy), false, &list);
}

static void read_link(int from, int x1, int y1, int x2, int y2) {
  involved list = {.count = 0};
  if (oracle_index(&read_now.map, x1, y1) != from) return;
  involve(&list, x2, y2);
  read_step(from, oracle_index(&read_now.map, x2, y2), true, &list);
}

static void read_steps(int from) {
  const oracle_map *map = &read_now.map;
  const astar_rules_def *rules = read_now.rules;
  const bool has_list = map->layout == ASTAR_SQUARE && rules->neighbors == 0;
  for (int i = 0; has_list && i < rules->move_count; i++)
    read_move(from, rules->moves[i].dx, rules->moves[i].dy, &rules->moves[i]);
  for (int i = 0; !has_list && i < NEIGHBORHOOD; i++)
    if (i != NEIGHBORHOOD / 2) read_move(from, i % 3 - 1, i / 3 - 1, NULL);
  for (int i = 0; i < map->link_count; i++) {
    const oracle_link *link = &map->links[i];
    read_link(from, link->x1, link->y1, link->x2, link->y2);
    if (!link->one_way) read_link(from, link->x2, link->y2, link->x1, link->y1);
  }
}

bool requirement_read(requirement *r, const oracle_map *open, const oracle_map *shut,
                      const astar_rules_def *rules, const bool *is_variable) {
  r->tiles = open->width * open->height;
  r->variable_count = 0;
  if (r->tiles > REQUIREMENT_TILES) return false;
  for (int i = 0; i < r->tiles; i++) {
    read_now.index[i] = -1;
    if (!is_variable[i]) continue;
    if (r->variable_count == REQUIREMENT_VARIABLES) return false;
    read_now.index[i] = r->variable_count;
    r->variables[r->variable_count++] = i;
  }
  read_now.r = r;
  read_now.open = open;
  read_now.shut = shut;
  read_now.map = *shut;
  read_now.rules = rules;
  read_now.count = 0;
  for (int i = 0; i < r->tiles; i++) {
    r->first[i] = read_now.count;
    read_steps(i);
  }
  r->first[r->tiles] = read_now.count;
  return true;
}

// ------------------------------------------------------------------------- tiles to open

// A tile that was reached, with the set of tiles that are open then.
typedef struct label {
  double sum, cost;
  uint64_t open;
  int tile;
  int next; // the next label of this tile; -1: none
} label;

enum { LABELS = 4000 };

static label labels[LABELS];
static int label_count, label_first[REQUIREMENT_TILES];
static int heap[LABELS], heap_count;

// Sums differ by rounding only.
static bool is_less(double a, double b) { return a < b - 1e-9 * b; }

static bool is_before(const label *a, const label *b) {
  return is_less(a->sum, b->sum) || (!is_less(b->sum, a->sum) && a->cost < b->cost);
}

static void push(int index) {
  int at = heap_count++;
  for (; at > 0 && is_before(&labels[index], &labels[heap[(at - 1) / 2]]);
       at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = index;
}

static int pop(void) {
  const int top = heap[0], last = heap[--heap_count];
  int at = 0;
  for (int child = 1; child < heap_count; child = 2 * at + 1) {
    if (child + 1 < heap_count &&
        is_before(&labels[heap[child + 1]], &labels[heap[child]]))
      child++;
    if (!is_before(&labels[heap[child]], &labels[last])) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return top;
}

// Whether another label of this tile is as cheap, and has the same tiles open.
static bool is_dominated(const label *l) {
  for (int i = label_first[l->tile]; i >= 0; i = labels[i].next) {
    const label *other = &labels[i];
    if ((l->open & ~other->open) == 0 && !is_less(l->sum, other->sum) &&
        l->cost >= other->cost)
      return true;
  }
  return false;
}

static void add_label(label l, double sum, double cost) {
  const label bound = {.sum = sum, .cost = cost};
  if (!is_before(&l, &bound) || is_dominated(&l) || label_count == LABELS) return;
  l.next = label_first[l.tile];
  labels[label_count] = l;
  label_first[l.tile] = label_count;
  push(label_count++);
}

static double opening_sum(const requirement *r, const double *open_cost, uint64_t set) {
  double sum = 0;
  for (int i = 0; i < r->variable_count; i++)
    if ((set >> i & 1) != 0) sum += open_cost[i];
  return sum;
}

requirement_answer requirement_open(const requirement *r, const double *open_cost,
                                    int start, int goal, double *sum, double *cost,
                                    uint64_t *set) {
  label_count = heap_count = 0;
  for (int i = 0; i < r->tiles; i++) label_first[i] = -1;
  add_label((label){0, 0, 0, start, -1}, *sum, *cost);
  while (heap_count > 0) {
    const label l = labels[pop()];
    if (l.tile == goal) {
      *sum = l.sum;
      *cost = l.cost;
      *set = l.open;
      return REQUIREMENT_FOUND;
    }
    for (int i = r->first[l.tile]; i < r->first[l.tile + 1]; i++) {
      const required_step *s = &r->steps[i];
      const uint64_t open = l.open | s->need;
      const double all = open == l.open ? l.sum : opening_sum(r, open_cost, open);
      add_label((label){all, l.cost + s->cost, open, s->to, -1}, *sum, *cost);
    }
  }
  return label_count == LABELS ? REQUIREMENT_UNKNOWN : REQUIREMENT_NONE;
}

// -------------------------------------------------------------------------------- cuts

// A search over all steps that no shut tile prevents.
static int reached[REQUIREMENT_TILES], by_step[REQUIREMENT_TILES];
static int came_from[REQUIREMENT_TILES], reached_count;

static void spread(const requirement *r, int start, uint64_t shut) {
  for (int i = 0; i < r->tiles; i++) by_step[i] = -1;
  reached_count = 0;
  reached[reached_count++] = start;
  for (int at = 0; at < reached_count; at++) {
    const int tile = reached[at];
    for (int i = r->first[tile]; i < r->first[tile + 1]; i++) {
      const required_step *s = &r->steps[i];
      if ((s->need & shut) != 0 || s->to == start || by_step[s->to] >= 0) continue;
      by_step[s->to] = i;
      came_from[s->to] = tile;
      reached[reached_count++] = s->to;
    }
  }
}

int requirement_reach(const requirement *r, int start, uint64_t shut) {
  spread(r, start, shut);
  return reached_count;
}

enum { CUT_WORK = 20000 };

static int cut_work;

// Shuts `left` more tiles in all ways that may cut the pair.
static void cut_more(const requirement *r, int start, int goal, uint64_t shut, int left,
                     requirement_cuts *cuts) {
  if (++cut_work > CUT_WORK) return;
  spread(r, start, shut);
  if (by_step[goal] < 0) {
    if (cuts->count++ == 0 || reached_count < cuts->nearest) {
      cuts->nearest = reached_count;
      cuts->set = shut;
    }
    return;
  }
  uint64_t need = 0;
  for (int tile = goal; tile != start; tile = came_from[tile])
    need |= r->steps[by_step[tile]].need;
  for (int i = 0; left > 0 && i < r->variable_count; i++) {
    if ((need >> i & 1) == 0) continue;
    cut_more(r, start, goal, shut | UINT64_C(1) << i, left - 1, cuts);
  }
}

requirement_cuts requirement_cut(const requirement *r, int start, int goal, int max) {
  requirement_cuts cuts = {.size = -1};
  cut_work = 0;
  for (int size = 1; size <= max && cuts.count == 0; size++) {
    cut_more(r, start, goal, 0, size, &cuts);
    if (cuts.count > 0) cuts.size = size;
  }
  cuts.is_done = cut_work <= CUT_WORK;
  return cuts;
}
