// Creates, reads and frees grids. The optional arrays (penalties, obstacles, closed
// edges) are allocated by the first edit that needs them, so a plain grid takes one byte
// per tile.
#include "map/grid.h"

#include <string.h>

#include "base/arithmetic.h"
#include "map/edit_log.h"

astar_status astar_grid_new(const astar_allocator *allocator, int width, int height,
                            astar_layout layout, uint8_t fill, astar_grid **grid) {
  if (grid == NULL) return ASTAR_INVALID;
  *grid = NULL;
  if (width < 1 || height < 1 || width > ASTAR_MAX_SIDE || height > ASTAR_MAX_SIDE ||
      height > ASTAR_MAX_TILES / width || layout < ASTAR_SQUARE || layout > ASTAR_EVEN_Q)
    return ASTAR_INVALID;
  if (!arithmetic_is_exact()) return ASTAR_INEXACT;
  memory m;
  memory_init(&m, allocator);
  astar_grid *fresh = (astar_grid *)live_new(&m, sizeof *fresh);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->memory = m;
  counter_init(&fresh->references, 1);
  fresh->width = width;
  fresh->height = height;
  fresh->layout = layout;
  fresh->next_link = 1;
  uint32_t tiles = grid_tiles(fresh);
  fresh->terrain = (uint8_t *)memory_resize(&fresh->memory, NULL, 0, tiles);
  if (fresh->terrain == NULL) {
    grid_destroy(fresh);
    return ASTAR_NO_MEMORY;
  }
  memset(fresh->terrain, fill, tiles);
  fresh->population[fill] = tiles;
  *grid = fresh;
  return ASTAR_OK;
}

void astar_grid_retain(astar_grid *grid) {
  if (LIVE(grid) != NULL) counter_increment(&grid->references);
}

bool grid_release(astar_grid *grid) { return counter_decrement(&grid->references) == 0; }

void grid_destroy(astar_grid *grid) {
  if (grid == NULL) return;
  memory *m = &grid->memory;
  size_t tiles = grid_tiles(grid);
  memory_free(m, grid->terrain, tiles);
  memory_free(m, grid->penalty, tiles * sizeof *grid->penalty);
  for (int i = 0; i < INFLUENCE_PLANES; i++)
    memory_free(m, grid->influence_planes[i], tiles * sizeof *grid->influence_planes[i]);
  memory_free(m, grid->obstacles, tiles);
  memory_free(m, grid->closed, tiles);
  memory_free(m, grid->links, grid->link_capacity * sizeof *grid->links);
  memory_free(m, grid->arcs, grid->arc_capacity * sizeof *grid->arcs);
  memory_free(m, grid->arcs_back, grid->arc_back_capacity * sizeof *grid->arcs_back);
  memory_free(m, grid->journal, JOURNAL_CAPACITY * sizeof *grid->journal);
  edit_log_free(grid->log, m);
  memory last = grid->memory;
  live_free(&last, grid, sizeof *grid);
}

bool grid_ensure_penalty(astar_grid *grid) {
  if (grid->penalty == NULL) {
    grid->penalty =
        (double *)memory_new(&grid->memory, grid_tiles(grid) * sizeof *grid->penalty);
  }
  return grid->penalty != NULL;
}

bool grid_ensure_obstacles(astar_grid *grid) {
  if (grid->obstacles == NULL)
    grid->obstacles = (uint8_t *)memory_new(&grid->memory, grid_tiles(grid));
  return grid->obstacles != NULL;
}

bool grid_ensure_closed(astar_grid *grid) {
  if (grid->closed == NULL)
    grid->closed = (uint8_t *)memory_new(&grid->memory, grid_tiles(grid));
  return grid->closed != NULL;
}

bool grid_clip(const astar_grid *grid, int *x, int *y, int *width, int *height) {
  int64_t right = (int64_t)*x + *width, bottom = (int64_t)*y + *height;
  if (right > grid->width) right = grid->width;
  if (bottom > grid->height) bottom = grid->height;
  if (*x < 0) *x = 0;
  if (*y < 0) *y = 0;
  if (right <= *x || bottom <= *y) return false;
  *width = (int)right - *x;
  *height = (int)bottom - *y;
  return true;
}

astar_status grid_check_values(const astar_grid *grid, int x, int y, int width,
                               int height, const void *values, size_t stride) {
  if (LIVE(grid) == NULL || width < 0 || height < 0) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  if (width == 0 || height == 0) return ASTAR_OK;
  if (values == NULL || stride < (size_t)width) return ASTAR_INVALID;
  bool is_on_grid = x >= 0 && y >= 0 && width <= grid->width && height <= grid->height &&
                    x <= grid->width - width && y <= grid->height - height;
  return is_on_grid ? ASTAR_OK : ASTAR_OUT_OF_BOUNDS;
}

int astar_grid_width(const astar_grid *grid) { return LIVE(grid)->width; }

int astar_grid_height(const astar_grid *grid) { return LIVE(grid)->height; }

astar_layout astar_grid_layout(const astar_grid *grid) { return LIVE(grid)->layout; }

bool astar_grid_contains(const astar_grid *grid, int x, int y) {
  return grid_contains(LIVE(grid), x, y);
}

uint64_t astar_grid_revision(const astar_grid *grid) { return grid_revision(LIVE(grid)); }

size_t astar_grid_memory(const astar_grid *grid) { return LIVE(grid)->memory.used; }

bool astar_grid_is_busy(const astar_grid *grid) { return LIVE(grid)->busy > 0; }
