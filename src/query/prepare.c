// Deriving all data that queries need under some rules, before they need it.
//
// A query brings the derived data that it reads up to date, and fills dominance data only
// where it reads them (derived/dominance). Here all parts are brought up to date and
// completed:
//
//     part             needed by                           read only when
//     tiles            all queries                         they are up to date, with the
//                                                          table of legal moves
//     components       paths, reachability                 they are up to date
//     jump boards      paths on uniform maps               they are up to date, with
//                                                          their dead ends
//     terrain boards   other paths, fields                 they are up to date
//     dominance        other paths, fields                 all entries are filled
//
// `prepared` of the set then lists the parts that queries only read, until an edit
// concerns the filter. Dominance data of maps with too many patterns cannot be completed:
// it is not in the list, and each view has its own.
#include "query/prepare.h"

#include "search/jump_points.h"

static astar_status prepare_jump_boards(derived_data *d, const costmap *map, budget *b) {
  if (jump_points_why_unsuited(map) != NULL) return ASTAR_OK;
  d->prepared |= DERIVED_JUMP_BOARDS;
  astar_status status = jump_boards_update(&d->jump_boards, map, b);
  if (status == ASTAR_OK) jump_boards_update_dead_ends(&d->jump_boards, true, b);
  return status;
}

static astar_status prepare_dominance(derived_data *d, const costmap *map, budget *b) {
  if (!dominance_is_suited(map) || !dominance_can_prune(map)) return ASTAR_OK;
  astar_status status = terrain_boards_update(&d->terrain_boards, map, b);
  if (status == ASTAR_OK) status = dominance_update(&d->dominance, map, b);
  if (status != ASTAR_OK) return status;
  d->prepared |= DERIVED_TERRAIN_BOARDS;
  status = dominance_complete(&d->dominance, map, b);
  if (dominance_is_complete(&d->dominance)) d->prepared |= DERIVED_DOMINANCE;
  return status;
}

astar_status prepare_derived(astar_grid *grid, const astar_rules *rules,
                             const astar_filter *filter, budget *b) {
  costmap map;
  derived_data *d;
  astar_status status = cache_get(grid, rules, filter, b, &map, &d);
  if (status == ASTAR_OK) status = costmap_ensure_legal(&map, b);
  if (status != ASTAR_OK) return status;
  status = components_update(&d->components, &map, b);
  d->prepared = DERIVED_TILES | DERIVED_COMPONENTS;
  if (status == ASTAR_OK) status = prepare_jump_boards(d, &map, b);
  if (status == ASTAR_OK) status = prepare_dominance(d, &map, b);
  if (status != ASTAR_OK) d->prepared = 0;
  d->prepared_revision = grid->revision;
  return status;
}
