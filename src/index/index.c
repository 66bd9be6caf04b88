// Indexes: create, bake and free them; answer their queries, by the index or by search.
//
// clang-format off
// The life of an index:
//
//     new, bake                      step                      step
//        |                            |                         |
//        v        the map suits       v        it is complete   v
//     is_baking ----------------> draft != NULL ------------> content != NULL
//        |                            |
//        |  neither kind suits        |  it would be too large
//        v                            v
//     ended: ASTAR_UNSUITED        ended: ASTAR_TOO_LARGE
//
// clang-format on
// `content` answers queries. It stays until another bake is complete, so an index that is
// baked again answers by its old content meanwhile. A bake that ends without success
// changes nothing else. After ASTAR_NO_MEMORY the draft is dropped, and the next step
// begins it again.
//
// One query: the index is brought up to date with the edits since the last query
// (`index_catch_up`). Then the content answers, or says that it does not know
// (ASTAR_RUNNING), and a search does. Edits are caught up in the same way after a bake in
// slices: the content then belongs to the map of its first slice.
//
// Invariant: whatever the content is, and whenever it was baked, an answer is that of
// `astar_find_path` on the map as it is now.
//
// The content calls no function of the caller. So a heuristic function may use, bake and
// even free the index whose search it runs in: searches use a copy of the filter, and
// hold grid and rules.
#include "index/index.h"

#include <math.h>
#include <string.h>

#include "query/path.h"
#include "query/query.h"
#include "query/validation.h"
#include "search/jump_points.h"

astar_bake_options astar_default_bake(void) {
  return (astar_bake_options){NULL, SIZE_MAX, INT64_MAX};
}

// -------------------------------------------------------------------------------- life

void index_free_content(astar_index *index, index_content **content) {
  if (*content == NULL) return;
  corner_index_fini(&(*content)->corners);
  landmarks_fini(&(*content)->landmarks);
  memory_free(&index->grid->memory, *content, sizeof **content);
  *content = NULL;
}

index_content *index_new_content(astar_index *index, astar_index_kind kind) {
  index_content *fresh = (index_content *)memory_new(&index->grid->memory, sizeof *fresh);
  if (fresh != NULL) fresh->kind = kind;
  return fresh;
}

void index_use_content(astar_index *index, index_content *content) {
  index_free_content(index, &index->content);
  index->content = content;
  index->is_current = index->is_suited = false;
  index->recent = index->recent_searched = 0;
  index->is_baking = false;
  index->ended = ASTAR_OK;
  index->message = NULL;
}

astar_index *index_create(astar_grid *grid, const astar_rules *rules,
                          const astar_filter *filter) {
  astar_index *fresh = (astar_index *)live_new(&grid->memory, sizeof *fresh);
  if (fresh == NULL) return NULL;
  fresh->grid = grid;
  astar_grid_retain(grid);
  fresh->rules = rules_hold(rules);
  fresh->filter = rules_filter(rules, filter);
  fresh->max_bytes = SIZE_MAX;
  fresh->work = INT64_MAX;
  fresh->path.memory = &grid->memory;
  return fresh;
}

void astar_index_free(astar_index *index) {
  if (LIVE(index) == NULL) return;
  astar_grid *grid = index->grid;
  index_free_content(index, &index->content);
  index_free_content(index, &index->draft);
  path_builder_fini(&index->path);
  rules_release_holder(index->rules->self);
  live_free(&grid->memory, index, sizeof *index);
  astar_grid_free(grid);
}

const astar_rules *astar_index_rules(const astar_index *index) {
  return LIVE(index)->rules;
}

astar_filter astar_index_filter(const astar_index *index) { return LIVE(index)->filter; }

// -------------------------------------------------------------------------------- bake

// Why no index serves an up-to-date costmap, as a string constant. Weighted jump points
// have the wider conditions.
static const char *index_why_unsuited(const costmap *map) {
  const astar_rules *rules = map->rules;
  if (map->grid->layout != ASTAR_SQUARE) return "an index needs a square grid";
  if (!rules->is_standard) return "an index needs 8 or 4 neighbors";
  if (rules->pair_costs != NULL) return "an index cannot serve a step function";
  if (map->grid->arc_count > 0) return "an index needs a grid without links";
  if (map->moves->class_count == 0) return "an index needs a passable terrain";
  if (!rules->has_canonical) return "an index needs a diagonal_cost from 1 to 2";
  return "the terrains have too many different costs, or costs too far apart";
}

// Chooses the kind for an up-to-date costmap, and creates the draft. ASTAR_RUNNING: bake
// it.
static astar_status index_begin_draft(astar_index *index, const costmap *map) {
  bool has_corners = jump_points_why_unsuited(map) == NULL;
  if (map->grid->arc_count > 0 ||
      (!has_corners && !weighted_jump_points_is_suited(map))) {
    index->message = index_why_unsuited(map);
    return ASTAR_UNSUITED;
  }
  index->draft =
      index_new_content(index, has_corners ? ASTAR_INDEX_CORNERS : ASTAR_INDEX_LANDMARKS);
  return index->draft != NULL ? ASTAR_RUNNING : ASTAR_NO_MEMORY;
}

// Bakes within the budget. ASTAR_RUNNING: call it again. The costmap is not part of the
// budget: any other query would derive it at once, too, and so the baked map is that of
// the first slice.
static astar_status index_bake_slice(astar_index *index, budget *b) {
  costmap map;
  astar_status status =
      cache_get(index->grid, index->rules, &index->filter, NULL, &map, NULL);
  if (status == ASTAR_UNSUITED)
    index->message = move_table_why_unsuited(index->grid, index->rules);
  if (status != ASTAR_OK) return status;
  if (influence_is_weighed(&index->filter)) {
    index->message = "an index does not weigh influence maps";
    return ASTAR_UNSUITED;
  }
  if (index->draft == NULL) status = index_begin_draft(index, &map);
  if (index->draft == NULL) return status;
  index_content *draft = index->draft;
  size_t own = sizeof *index + sizeof *draft;
  if (index->max_bytes <= own) {
    index->message = "max_bytes is less than any index";
    return ASTAR_TOO_LARGE;
  }
  size_t max_bytes = index->max_bytes - own;
  return draft->kind == ASTAR_INDEX_CORNERS
             ? corner_index_bake(&draft->corners, &map, max_bytes, b, &index->message)
             : landmarks_bake(&draft->landmarks, &map, max_bytes, b, &index->message);
}

// `astar_index_step` for a valid index.
static astar_status index_step(astar_index *index) {
  if (!index->is_baking) return index->ended;
  budget b = query_slice(index->work);
  astar_status status = index_bake_slice(index, &b);
  if (status == ASTAR_RUNNING) return status;
  if (status == ASTAR_OK) {
    index_content *draft = index->draft;
    index->draft = NULL;
    index_use_content(index, draft);
    return ASTAR_OK;
  }
  index_free_content(index, &index->draft);
  if (status == ASTAR_NO_MEMORY) return status; // the next step begins again
  index->is_baking = false;
  return index->ended = status;
}

astar_status astar_index_step(astar_index *index, const char **message) {
  if (message != NULL) *message = NULL;
  if (LIVE(index) == NULL) return ASTAR_INVALID;
  astar_status status = index_step(index);
  if (message != NULL) *message = index->message;
  return status;
}

astar_status astar_index_bake(astar_index *index, const char **message) {
  if (message != NULL) *message = NULL;
  if (index == NULL) return ASTAR_INVALID;
  index_free_content(index, &index->draft);
  index->is_baking = true;
  index->message = NULL;
  return astar_index_step(index, message);
}

astar_status astar_index_new(astar_grid *grid, const astar_rules *rules,
                             const astar_bake_options *options, astar_index **index,
                             const char **message) {
  astar_bake_options o = options != NULL ? *options : astar_default_bake();
  if (message != NULL) *message = NULL;
  if (index == NULL) return ASTAR_INVALID;
  *index = NULL;
  if (!validation_has_rules(grid, rules, o.filter) || o.max_bytes == 0 || o.work <= 0)
    return ASTAR_INVALID;
  astar_index *fresh = index_create(grid, rules, o.filter);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->max_bytes = o.max_bytes;
  fresh->work = o.work;
  astar_status status = astar_index_bake(fresh, message);
  if (status == ASTAR_OK || status == ASTAR_RUNNING)
    *index = fresh;
  else
    astar_index_free(fresh);
  return status;
}

// -------------------------------------------------------------------------------- edits

// Brings the content up to date with the grid, and finds out whether it is valid for it.
static astar_status index_catch_up(astar_index *index) {
  costmap map;
  if (index->is_current) {
    repair_skip(index->grid, &index->filter, &index->revision);
    if (index->revision == index->grid->revision) return ASTAR_OK;
  }
  astar_status status =
      cache_get(index->grid, index->rules, &index->filter, NULL, &map, NULL);
  if (status != ASTAR_OK) return status;
  index->is_suited = map.grid->arc_count == 0 && jump_points_why_unsuited(&map) == NULL;
  if (index->is_suited) corner_index_update(&index->content->corners, &map);
  index->is_current = true;
  index->revision = index->grid->revision;
  return ASTAR_OK;
}

// Whether corners can answer: `*status` is ASTAR_OK. Otherwise it is ASTAR_RUNNING, or an
// error that ends the query. O(1) when nothing changed.
static inline bool index_has_corners(astar_index *index, astar_status *status) {
  *status = ASTAR_RUNNING;
  if (index->content == NULL || index->content->kind != ASTAR_INDEX_CORNERS) return false;
  if (!index->is_current || index->revision != index->grid->revision)
    *status = index_catch_up(index);
  if (!astar_is_error(*status)) *status = index->is_suited ? ASTAR_OK : ASTAR_RUNNING;
  return *status == ASTAR_OK;
}

// Counts a query that the index served. The counters of the last ones are halved when
// they are full, so that old queries count less and less.
static inline void index_count(astar_index *index, bool is_answered) {
  if (is_answered) {
    index->answered++;
  } else {
    index->searched++;
    index->recent_searched++;
  }
  if (++index->recent < INDEX_RECENT) return;
  index->recent /= 2;
  index->recent_searched /= 2;
}

// ------------------------------------------------------------------------------- queries

// Whether a valid query is no more than a start and goals.
static bool index_serves(const astar_query *query) {
  return (query->algorithm == ASTAR_AUTO || query->algorithm == ASTAR_JPS) &&
         query_is_plain(query) && query->range == 0 && !query->partial &&
         query->goal_count > 0;
}

// Whether a goal is passable.
static bool index_has_goal(const corner_index *c, const astar_query *query) {
  int i = 0;
  while (i < query->goal_count &&
         !live_boards_is_passable(&c->live, query->goals[i].x + 1, query->goals[i].y + 1))
    i++;
  return i < query->goal_count;
}

// Finds the cheapest goal, the first one of equally cheap ones. ASTAR_RUNNING: the cost
// of a goal is not known.
static astar_status index_find_goal(corner_index *c, const astar_grid *grid,
                                    const astar_query *query, int *goal) {
  double costs[INDEX_GOALS], cheapest = INFINITY;
  for (int first = 0; first < query->goal_count; first += INDEX_GOALS) {
    int rest = query->goal_count - first, count = rest < INDEX_GOALS ? rest : INDEX_GOALS;
    corner_index_costs(c, grid, query->start_x, query->start_y, query->goals + first,
                       count, costs);
    for (int i = 0; i < count; i++) {
      if (!(costs[i] >= 0)) return ASTAR_RUNNING;
      if (costs[i] >= cheapest) continue;
      cheapest = costs[i];
      *goal = first + i;
    }
  }
  if (cheapest < INFINITY) return ASTAR_OK;
  return index_has_goal(c, query) ? ASTAR_UNREACHABLE : ASTAR_GOAL_BLOCKED;
}

// Answers by the content. ASTAR_RUNNING: it does not know.
static astar_status index_answer(astar_index *index, const astar_query *query,
                                 path_builder *path, astar_result *result) {
  astar_status status;
  int goal = 0;
  double cost;
  if (!index_serves(query)) return ASTAR_RUNNING;
  if (!query_is_on_grid(index->grid, query)) return ASTAR_OUT_OF_BOUNDS;
  if (!index_has_corners(index, &status)) return status;
  corner_index *c = &index->content->corners;
  if (query->goal_count > 1) status = index_find_goal(c, index->grid, query, &goal);
  if (status != ASTAR_OK) return status;
  status = corner_index_find(c, query->start_x, query->start_y, query->goals[goal].x,
                             query->goals[goal].y, query->straight, path, &cost);
  if (status == ASTAR_OK)
    *result = (astar_result){.cost = cost, .length = path->count, .goal = goal};
  return status;
}

// Searches with the rules and the filter of an index, which the heuristic function of the
// query may free.
static astar_status index_search(astar_index *index, const astar_query *query,
                                 astar_path *path, astar_result *result) {
  astar_grid *grid = index->grid;
  astar_filter filter = index->filter;
  astar_rules *rules = rules_hold(index->rules);
  astar_query own = *query;
  own.rules = rules;
  own.filter = &filter;
  astar_grid_retain(grid);
  astar_status status;
  if (!index_serves(query)) {
    index->searched++;
    status = astar_find_path(grid, &own, path, result);
  } else if (index->content != NULL && index->content->kind == ASTAR_INDEX_LANDMARKS) {
    bool was_used;
    status = landmarks_find_path(&index->content->landmarks, grid, &own, path, result,
                                 &was_used);
    index_count(index, was_used);
  } else {
    index_count(index, false);
    status = astar_find_path(grid, &own, path, result);
  }
  rules_release_holder(rules);
  astar_grid_free(grid);
  return status;
}

astar_status astar_index_find_path(astar_index *index, const astar_query *query,
                                   astar_path *path, astar_result *result) {
  astar_result found = {.goal = -1};
  if (result != NULL) *result = found;
  if (LIVE(path) != NULL) path_builder_clear(&path->builder);
  if (index == NULL || query == NULL) return ASTAR_INVALID;
  astar_query own = *query;
  own.rules = index->rules;
  own.filter = &index->filter;
  if (astar_why_invalid(index->grid, &own) != NULL || own.turns != NULL)
    return ASTAR_INVALID;
  path_builder *builder = path != NULL ? &path->builder : &index->path;
  astar_status status = index_answer(index, &own, builder, &found);
  if (status == ASTAR_RUNNING) return index_search(index, &own, path, result);
  if (status != ASTAR_OK) path_builder_clear(builder);
  if (!astar_is_error(status)) index_count(index, true);
  if (result != NULL) *result = found;
  return status;
}

// The cost of a path by search.
static astar_status index_search_cost(astar_index *index, int start_x, int start_y,
                                      const astar_point *goal, double *cost) {
  astar_query query = astar_default_query(index->rules, start_x, start_y, goal, 1);
  astar_result result;
  astar_status status = index_search(index, &query, NULL, &result);
  if (status == ASTAR_OK) *cost = result.cost;
  return status;
}

astar_status astar_index_cost(astar_index *index, int start_x, int start_y, int goal_x,
                              int goal_y, double *cost) {
  astar_status status;
  if (LIVE(index) == NULL || cost == NULL) return ASTAR_INVALID;
  if (!grid_contains(index->grid, start_x, start_y) ||
      !grid_contains(index->grid, goal_x, goal_y))
    return ASTAR_OUT_OF_BOUNDS;
  if (index_has_corners(index, &status)) {
    status = corner_index_find(&index->content->corners, start_x, start_y, goal_x, goal_y,
                               false, NULL, cost);
  }
  if (status == ASTAR_RUNNING) {
    astar_point goal = {goal_x, goal_y};
    return index_search_cost(index, start_x, start_y, &goal, cost);
  }
  if (!astar_is_error(status)) index_count(index, true);
  return status;
}

astar_status astar_index_costs(astar_index *index, int start_x, int start_y,
                               const astar_point *list, int count, double *costs) {
  astar_status status;
  if (LIVE(index) == NULL || count < 0 || (count > 0 && (list == NULL || costs == NULL)))
    return ASTAR_INVALID;
  if (!grid_contains(index->grid, start_x, start_y)) return ASTAR_OUT_OF_BOUNDS;
  bool is_known = index_has_corners(index, &status);
  if (astar_is_error(status)) return status;
  if (is_known) {
    corner_index_costs(&index->content->corners, index->grid, start_x, start_y, list,
                       count, costs);
  }
  for (int i = 0; i < count; i++) {
    if (is_known && costs[i] >= 0) {
      index_count(index, true);
      continue;
    }
    costs[i] = INFINITY;
    status = index_search_cost(index, start_x, start_y, &list[i], &costs[i]);
    if (astar_is_error(status)) return status;
  }
  return ASTAR_OK;
}

// -------------------------------------------------------------------------- information

static size_t index_content_bytes(const index_content *content) {
  if (content == NULL) return 0;
  return sizeof *content + corner_index_bytes(&content->corners) +
         landmarks_bytes(&content->landmarks);
}

// Brings landmarks up to date, and describes them.
static astar_status index_describe_landmarks(astar_index *index, astar_index_info *info) {
  costmap map;
  landmarks *l = &index->content->landmarks;
  astar_status status =
      cache_get(index->grid, index->rules, &index->filter, NULL, &map, NULL);
  if (status != ASTAR_OK) return status;
  landmarks_update(l, &map);
  info->opened = l->costs.cheaper_count;
  info->blocked = l->costs.blocked_count;
  info->needs_bake = landmarks_need_bake(l, &map);
  return ASTAR_OK;
}

astar_status astar_index_get_info(astar_index *index, astar_index_info *info) {
  astar_status status;
  if (LIVE(index) == NULL || info == NULL) return ASTAR_INVALID;
  bool has_corners = index_has_corners(index, &status);
  if (astar_is_error(status)) return status;
  const index_content *content = index->content;
  *info = (astar_index_info){.answered = index->answered, .searched = index->searched};
  if (content == NULL) content = index->draft;
  if (content != NULL) info->kind = content->kind;
  info->is_complete = index->content != NULL;
  info->bytes = sizeof *index + index_content_bytes(index->content) +
                index_content_bytes(index->draft);
  if (!info->is_complete) return ASTAR_OK;
  if (content->kind == ASTAR_INDEX_CORNERS) {
    info->corners = content->corners.boards.count;
    info->opened = content->corners.live.opened;
    info->blocked = content->corners.live.blocked;
    info->needs_bake = !has_corners || info->opened > LIVE_BOARDS_LISTED ||
                       (info->opened + info->blocked > 0 &&
                        INDEX_SHARE * index->recent_searched > INDEX_RECENT);
    return ASTAR_OK;
  }
  return index_describe_landmarks(index, info);
}
