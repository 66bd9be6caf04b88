/// The whole library as one translation unit: the core, then the Lua module unless
/// ASTAR_NO_LUA is defined. With ASTAR_NO_CORE it is the Lua module alone, to be linked
/// with the core. `make single` writes it out as one file.

// Costs must be the same on every platform: a * b + c must not become one operation that
// rounds only once (a fused multiply-add). Some compilers contract it by default.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC optimize("fp-contract=off")
#endif

// Headers of other libraries come first, so that the settings below do not apply to them.
// The first one says which functions of the system the others declare.
#include "base/system.h"
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef ASTAR_NO_CORE
// Not hidden: their functions may be in a shared library.
#include "astar_crowd.h"
#include "astar_explain.h"
#include "astar_index.h"
#include "astar_pool.h"
#include "astar_sight.h"
#else
#include "base/counter.h"
#endif
#ifndef ASTAR_NO_LUA
#include "lua/compat.h"
#endif

// All functions are hidden, so that a shared library that contains them exports none. Two
// kinds of functions have an attribute that overrides this: those of astar.h with
// ASTAR_BUILD_SHARED, or with an ASTAR_API of the caller; and in the Lua module those
// that `require` looks up.
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif
#include "astar_crowd.h"
#include "astar_explain.h"
#include "astar_index.h"
#include "astar_pool.h"
#include "astar_sight.h"

// The sources are C11. C++ compilers accept all C11 features that they use, but warn
// about some with -Wpedantic or -Wextra: compound literals, designated and partial
// initializers. And they warn (-Wattributes) when a program declared a structure of
// astar.h before, where it was not hidden.
#if defined(__GNUC__) && defined(__cplusplus)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wattributes"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#if !defined(__clang__) && __GNUC__ >= 12
#pragma GCC diagnostic ignored "-Wc++20-extensions"
#endif
#endif

#ifndef ASTAR_NO_CORE
#include "base/arithmetic.c"
#include "base/bucket_queue.c"
#include "base/byte_string.c"
#include "base/flood_fill.c"
#include "base/front_queue.c"
#include "base/memory.c"
#include "base/status.c"
#include "base/threads.c"
#include "base/version.c"
#include "map/content_hash.c"
#include "map/copy.c"
#include "map/delta.c"
#include "map/edges.c"
#include "map/edit_log.c"
#include "map/edit_record.c"
#include "map/geometry.c"
#include "map/grid.c"
#include "map/held_tiles.c"
#include "map/hex.c"
#include "map/influence.c"
#include "map/influence_edits.c"
#include "map/journal.c"
#include "map/links.c"
#include "map/obstacles.c"
#include "map/penalties.c"
#include "map/rules.c"
#include "map/rules_serialization.c"
#include "map/serialization.c"
#include "map/terrain.c"
#include "map/value_runs.c"
#include "map/view.c"
#include "derived/clearance.c"
#include "derived/component_leaf.c"
#include "derived/component_links.c"
#include "derived/component_tree.c"
#include "derived/component_vicinity.c"
#include "derived/components.c"
#include "derived/costmap.c"
#include "derived/dead_ends.c"
#include "derived/dominance.c"
#include "derived/jump_boards.c"
#include "derived/move_table.c"
#include "derived/reach.c"
#include "derived/repair.c"
#include "derived/step_boards.c"
#include "derived/terrain_boards.c"
#include "search/backward_search.c"
#include "search/best_first.c"
#include "search/dijkstra.c"
#include "search/dstar_lite.c"
#include "search/goals.c"
#include "search/heuristic.c"
#include "search/direct_path.c"
#include "search/jump_points.c"
#include "search/canonical_astar.c"
#include "search/landmark_bound.c"
#include "search/link_bound.c"
#include "search/node_table.c"
#include "search/path_builder.c"
#include "search/straightening.c"
#include "search/turn_rules.c"
#include "search/turn_search.c"
#include "search/weighted_jump_points.c"
#include "query/cache.c"
#include "query/field.c"
#include "query/line_of_sight.c"
#include "query/path.c"
#include "query/prepare.c"
#include "query/query.c"
#include "query/reachability.c"
#include "query/replanner.c"
#include "query/sliced_search.c"
#include "query/string_pulling.c"
#include "query/turn_range.c"
#include "query/validation.c"
#include "query/way_out.c"
#include "query/workspace.c"
#include "explain/barrier.c"
#include "explain/blocking.c"
#include "explain/chokepoints.c"
#include "explain/explanation.c"
#include "explain/opening.c"
#include "explain/opening_map.c"
#include "explain/opening_search.c"
#include "explain/relaxation.c"
#include "explain/terrain_union.c"
#include "explain/vertex_cut.c"
#include "explain/width.c"
#include "index/baked_costs.c"
#include "index/corner_boards.c"
#include "index/corner_builder.c"
#include "index/corner_graph.c"
#include "index/corner_index.c"
#include "index/corner_way.c"
#include "index/hub_labels.c"
#include "index/hub_order.c"
#include "index/index.c"
#include "index/index_serialization.c"
#include "index/label_record.c"
#include "index/landmarks.c"
#include "index/live_boards.c"
#include "crowd/motion/aside.c"
#include "crowd/groups/assignment.c"
#include "crowd/crowd.c"
#include "crowd/saving/crowd_serialization.c"
#include "crowd/motion/curve.c"
#include "crowd/event_queue.c"
#include "crowd/motion/facing.c"
#include "crowd/groups/formation.c"
#include "crowd/groups/group.c"
#include "crowd/orders/guide.c"
#include "crowd/motion/holding.c"
#include "crowd/rescue/lacam.c"
#include "crowd/near.c"
#include "crowd/numbers.c"
#include "crowd/orders/orders.c"
#include "crowd/motion/passages.c"
#include "crowd/orders/path_requests.c"
#include "crowd/orders/path_search.c"
#include "crowd/motion/permission.c"
#include "crowd/groups/placement.c"
#include "crowd/orders/planner.c"
#include "crowd/orders/remaining.c"
#include "crowd/rescue/rescue.c"
#include "crowd/motion/right_of_way.c"
#include "crowd/groups/send.c"
#include "crowd/orders/settling.c"
#include "crowd/orders/shared_field.c"
#include "crowd/saving/shared_record.c"
#include "crowd/saving/soundness.c"
#include "crowd/motion/steps.c"
#include "crowd/motion/surroundings.c"
#include "crowd/saving/unit_record.c"
#include "crowd/teams.c"
#include "crowd/unit_rules.c"
#include "crowd/update.c"
#include "crowd/orders/walk.c"
#include "crowd/rescue/window.c"
#include "pool/context.c"
#include "pool/pool.c"
#include "pool/request.c"
#include "pool/request_queue.c"
#include "pool/rules_copies.c"
#include "pool/snapshot.c"
#include "pool/worker.c"
#include "sight/field_of_view.c"
#include "sight/sight_view.c"
#include "sight/vision.c"
#endif

#ifndef ASTAR_NO_LUA
#include "lua/support.c"
#include "lua/path.c"
#include "lua/rules.c"
#include "lua/grid.c"
#include "lua/filter.c"
#include "lua/influence.c"
#include "lua/query.c"
#include "lua/field.c"
#include "lua/geometry.c"
#include "lua/sight.c"
#include "lua/sliced_search.c"
#include "lua/replanner.c"
#include "lua/explanation.c"
#include "lua/sentence.c"
#include "lua/blocking.c"
#include "lua/crowd.c"
#include "lua/replica.c"
#include "lua/pool.c"
#include "lua/index.c"
#include "lua/bridge.c"
#include "lua/module.c"
#endif

// Restores the settings of a program that includes this file.
#if defined(__GNUC__) && defined(__cplusplus)
#pragma GCC diagnostic pop
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT DEFAULT
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif
