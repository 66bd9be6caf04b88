// The scratch memory of one query, and the calls to the kernel that was chosen. All
// kernels have the same four functions (search/run.h), so a switch per function is
// enough.

#include "query/workspace.h"

workspace *workspace_new(astar_grid *grid) {
  workspace *w = (workspace *)memory_new(&grid->memory, sizeof *w);
  if (w == NULL) return NULL;
  w->run.grid = grid;
  w->path.memory = w->run.straightening.memory = &grid->memory;
  return w;
}

void workspace_free(workspace *w) {
  if (w == NULL) return;
  astar_grid *grid = w->run.grid;
  best_first_fini(&w->best_first, grid);
  jump_points_fini(&w->jump_points, grid);
  weighted_jump_points_fini(&w->weighted_jump_points, grid);
  canonical_astar_fini(&w->canonical_astar, grid);
  turn_search_fini(&w->turn_search, grid);
  link_bound_fini(&w->link_bound, &grid->memory);
  goals_fini(&w->run.goals, &grid->memory);
  held_tiles_fini(&w->run.held, grid);
  path_builder_fini(&w->path);
  straightening_fini(&w->run.straightening);
  memory_free(&grid->memory, w, sizeof *w);
}

static run_status workspace_begin_kernel(workspace *w, budget *b) {
  switch (w->kernel) {
  case KERNEL_JUMP_POINTS: return jump_points_begin(&w->jump_points, &w->run, b);
  case KERNEL_WEIGHTED_JUMP_POINTS:
    return weighted_jump_points_begin(&w->weighted_jump_points, &w->run, b);
  case KERNEL_CANONICAL_ASTAR:
    return canonical_astar_begin(&w->canonical_astar, &w->run, b);
  case KERNEL_DSTAR_LITE: return dstar_lite_begin(w->dstar_lite, &w->run, b);
  case KERNEL_TURN_SEARCH: return turn_search_begin(&w->turn_search, &w->run, b);
  case KERNEL_BEST_FIRST: break;
  }
  return best_first_begin(&w->best_first, &w->run, b);
}

static run_status workspace_step_kernel(workspace *w, int64_t count) {
  switch (w->kernel) {
  case KERNEL_JUMP_POINTS: return jump_points_step(&w->jump_points, &w->run, count);
  case KERNEL_WEIGHTED_JUMP_POINTS:
    return weighted_jump_points_step(&w->weighted_jump_points, &w->run, count);
  case KERNEL_CANONICAL_ASTAR:
    return canonical_astar_step(&w->canonical_astar, &w->run, count);
  case KERNEL_DSTAR_LITE: return dstar_lite_step(w->dstar_lite, &w->run, count);
  case KERNEL_TURN_SEARCH: return turn_search_step(&w->turn_search, &w->run, count);
  case KERNEL_BEST_FIRST: break;
  }
  return best_first_step(&w->best_first, &w->run, count);
}

run_status workspace_begin(workspace *w, budget *b) {
  astar_grid *grid = w->run.grid;
  grid->busy++;
  run_status status = workspace_begin_kernel(w, b);
  grid->busy--;
  return status;
}

run_status workspace_step(workspace *w, int64_t count) {
  astar_grid *grid = w->run.grid;
  grid->busy++;
  run_status status = workspace_step_kernel(w, count);
  grid->busy--;
  return status;
}

bool workspace_node_at(const workspace *w, int x, int y, astar_node *node) {
  switch (w->kernel) {
  case KERNEL_JUMP_POINTS:
    return jump_points_node_at(&w->jump_points, &w->run, x, y, node);
  case KERNEL_WEIGHTED_JUMP_POINTS:
    return weighted_jump_points_node_at(&w->weighted_jump_points, &w->run, x, y, node);
  case KERNEL_CANONICAL_ASTAR:
    return canonical_astar_node_at(&w->canonical_astar, &w->run, x, y, node);
  case KERNEL_DSTAR_LITE: return dstar_lite_node_at(w->dstar_lite, &w->run, x, y, node);
  case KERNEL_TURN_SEARCH: return false; // not for searches in slices
  case KERNEL_BEST_FIRST: break;
  }
  return best_first_node_at(&w->best_first, &w->run, x, y, node);
}
