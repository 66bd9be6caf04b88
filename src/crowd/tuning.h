// The numbers that decide what units do.
//
// docs/crowds.md and astar_crowd.h promise those of the first part; each has a spec that
// fails when it changes. The others were measured: a comment says what gets worse, or
// names the scene of bench/crowds. Limits of memory and of arithmetic stand where they
// are used; spec/LIMITS.md lists them.
//
// Units: times in seconds, lengths in tiles or in steps, costs of UNIT_COST_STEP.
#ifndef ASTAR_TUNING_H
#define ASTAR_TUNING_H

#include "base/memory.h"

// ----------------------------------------------------------------------------- promised

/// An order to a tile within so many steps of the last goal keeps its rank: a program may
/// repeat an order in every frame.
enum { ORDERS_SAME_GOAL = 2 };

/// How many times as long as its patience a unit may wait while others in front of it, or
/// that go to the same place, come nearer.
#define ORDERS_QUEUE 4

/// A unit exchanges its goal with so many that rest, per order: so exchanges end. The
/// scenes are the same without this limit.
enum { ORDERS_WAKES = 64 };

/// A unit without progress for this time yields: it goes after all others.
#define WAY_YIELD_AFTER 5.0

/// For how long units that return push all without an order, after a unit with an order
/// pushed them or those that pushed them. Their patience may begin anew for ORDERS_QUEUE
/// times as long as it is.
#define WAY_DISTURB 20.0

/// A rescue begins after this time without progress. Most clumps dissolve sooner. With
/// 1.5 to 5 s the scenes at a bay take the same time; with 4 s five idle units take
/// longer.
#define RESCUE_AFTER MEMORY_LIMIT(3.0, 1.0)

/// A unit ahead of its formation has this part of its speed at the least. At half of the
/// speed, units that have passed a door would keep the others in it: a block of 40 would
/// take a third longer.
#define GROUP_SLOWEST 0.7

/// In front of an enemy a unit looks for a way around after this time, then in this
/// period: to its goal, or back to a point of its path within so many steps.
#define WAY_FACE_AFTER 0.5
#define WAY_FACE_PERIOD 1.0
enum { PLANNER_NEAR = 16 };

/// Formations keep their facing on ways shorter than this.
#define SEND_SHORT 2.0

/// How long a permission holds.
#define PERMISSION_TIME 1.0

/// Of the path of a unit, the next so many points count, and one part in so many that
/// they cost more; the unit searches anew at most once in this time.
enum { GUIDE_LOOK_AHEAD = 64, GUIDE_TOLERANCE = 4 };
#define PATH_REQUESTS_PERIOD 0.5

/// Fields that the crowd makes are for maps of at most so many tiles: there a field takes
/// at most about 2 ms. There are at most so many at a time.
enum { SHARED_FIELD_TILES = 131072, SHARED_FIELD_MAX = 8 };

/// A drawn unit comes to rest in the time of so many steps.
#define CURVE_REST 2

/// The greatest ratio of the rates of two steps that the speed of a drawn unit follows:
/// with more, the point would go beyond the middle of the tile and come back.
#define CURVE_MAX_RATIO 1.5

// -------------------------------------------------------------------------------- steps

/// The greatest progress with which a step begins: units move no farther in a slice of an
/// update.
#define STEPS_HEAD_START 0.5

/// How often units next to tiles that are being left decide in one slice.
enum { UPDATE_ROUNDS = 16 };

// ------------------------------------------------------------------------- right of way

/// A pushed unit prefers straight steps: a diagonal one costs so much more. At 0 the
/// scene "full" takes 14.5 in place of 12.8 s, and units of different filters push each
/// other.
#define WAY_PUSHED_DIAGONAL (4 * UNIT_COST_STEP)

/// A decision visits at most so many units: that bounds its time. The scenes and the
/// fuzzer are the same with 64 and without a limit.
enum { WAY_MAX_VISITS = 256 };

/// Units in the way settle a unit only after this time without a step, or after this time
/// without progress. At 0 mixed packs dance, or "workers" leave places empty; with three
/// times as much "workers" and "file" take a quarter longer.
#define WAY_SETTLE_AFTER (1.0 / 3)
#define WAY_SETTLE_CALM 1.0

/// How often ties are drawn anew. With 0.05 s, and never anew, "full" takes 15 s and more
/// in place of 12.8, and an NPC does not step aside in time.
#define WAY_TIE_TIME 0.25

/// The corridors that the swap rule looks along have at most so many tiles.
enum { WAY_CORRIDOR = 256 };

/// The longest chain of units that are pushed on. Longer ones rarely find a free tile
/// that shorter ones did not find before; without this limit a few more units of the
/// crowd fuzzer are stuck (5,206 in place of 5,169).
enum { WAY_PUSHED_ON_DEPTH = 4 };

/// Units that stand still decide again after this time, when nothing wakes them before.
#define WAY_RETRY 0.13

/// A unit that yields must have stood for this time. At 0 "full" is not always resolved.
#define WAY_YIELD_STOOD 0.5

/// How far from a passage units take no diagonal steps. At 0 "door" takes 51 in place of
/// 43 s.
enum { PASSAGES_REACH = 5 };

/// How long the program takes to answer at most: then a unit that pushes the one that
/// asks tries other tiles.
#define PERMISSION_ANSWER 1.0

// ------------------------------------------------------------------------------- orders

/// A unit that was pushed aside returns after this time. At 0 "full" is rarely resolved;
/// after 3 s it takes 21 in place of 13 s.
#define ORDERS_ABSENCE 0.75

/// A unit that returns goes so many steps around others to its goal, and to no other
/// tile.
enum { SETTLING_RETURN = 8 };

/// Units that are not done keep a unit from settling for this time without progress. At 0
/// "file" takes a sixth longer.
#define SETTLING_WAITS 5.0

/// The points around the cursor that count: for decisions, and for the swap rule, which
/// looks along corridors. The cursor of a unit that walks moves no farther than
/// GUIDE_AHEAD: it leaves out one point at most. With no point behind, "full" is not
/// always resolved; with 8 ahead, "send-doors" and "refused" never are.
enum { GUIDE_BEHIND = 2, GUIDE_AHEAD = 2, GUIDE_FAR_AHEAD = 40 };

/// How far the cursor moves per step, and when a unit is off its path: 2 tiles. Both were
/// found by measuring goals per minute.
enum { GUIDE_CURSOR_AHEAD = 8 };
#define GUIDE_OFF_PATH (2 * UNIT_COST_STEP)

/// The new end of a path whose goal moved leaves it at one of so many points.
enum { GUIDE_TAIL = 6 };

/// A path is good enough when it costs at most 1 / GUIDE_DRIFT and GUIDE_DRIFT_STEPS more
/// than the cheapest one.
enum { GUIDE_DRIFT = 8 };
#define GUIDE_DRIFT_STEPS UNIT_COST_STEP

/// The remaining cost of a point of a path of the program is the length of the rest,
/// whatever its terrain costs: the unit must not leave its path for a cheaper way. A link
/// and a far step count as at most this length: otherwise tiles straight towards their
/// end would seem to be nearer than their beginning.
#define WALK_LONGEST_STEP (2 * UNIT_COST_STEP)

/// A way around units leads a unit that walks to one of so many points ahead.
enum { WALK_FREE_POINTS = MEMORY_LIMIT(40, 4) };

// ------------------------------------------------------------------------------ planner

/// A search costs so many expansions beyond those that it makes, and one for so many
/// points.
enum { PLANNER_SEARCH = 8, PLANNER_POINTS = 16 };

/// A repair leads to the point so many points ahead of the cursor, and may make so many
/// expansions.
enum { PLANNER_SPLICE = MEMORY_LIMIT(40, 3), PLANNER_REPAIR = 1000 };

/// A search around units may make so many expansions.
enum { PLANNER_DETOUR = 1500 };

/// So many ways around enemies restart the patience of an order: enough for an army that
/// goes through another one, and an order between two doors ends.
enum { PLANNER_DETOURS = 32 };

/// When so many of the next units in the queue have the same goal, they share a field.
enum { PLANNER_LOOK_AHEAD = 64, PLANNER_SHARED = MEMORY_LIMIT(8, 2) };

/// While edits go on, and before units look for better paths in the round that follows
/// them, such searches get this part of the budget.
enum { PLANNER_IMPROVES = 5 };

/// After so many edits a search is completed in one update.
enum { PATH_SEARCH_RESTARTS = 3 };

// ------------------------------------------------------------------------------- groups

/// A unit counts as advancing for the time of so many steps after it came nearer to its
/// goal. Units in a queue at a door come nearer more rarely.
#define GROUP_ADVANCES 3.0

/// A unit slows down when it is ahead of the mean by more than GROUP_LEAD, the more the
/// farther it is ahead, up to GROUP_FAR_LEAD.
#define GROUP_LEAD (2 * UNIT_COST_STEP)
#define GROUP_FAR_LEAD (8 * UNIT_COST_STEP)

/// The tiles of one row differ by less than this in their distance to the entrance.
#define GROUP_ROW (UNIT_COST_STEP * 3 / 2)

/// Units get their tile at this distance from the outermost tile.
#define SEND_NEAR (4 * UNIT_COST_STEP)

/// A tile is near if the way from the center has so many steps more than half as much
/// again as it would have on an open map.
enum { PLACEMENT_DETOUR = 4 };

/// Pairs whose goals are compared, by the difference of their numbers, and how often.
enum { ASSIGNMENT_WINDOW = 96, ASSIGNMENT_PASSES = 8 };

// ------------------------------------------------------------------------------- rescue

/// A unit with an order takes part when it made no progress for this time: a clump that
/// flows needs no rescue.
#define RESCUE_CALM MEMORY_LIMIT(1.5, 0.5)

/// How often the crowd looks for units without progress.
#define RESCUE_PERIOD 0.25

/// A clump grows by the units within so many steps of a member; if it gets too large, or
/// contains units that come on, within fewer steps. With 4 steps five idle units of
/// different speeds are passed after 13 s, with 2 steps after 22 s, because an idle unit
/// outside of the clump is a wall.
enum { RESCUE_MAX_REACH = 4, RESCUE_MIN_REACH = 2 };

/// The greatest number of steps from a member to a tile of the search. In a corridor
/// without bays in sight, more steps would not help: the plan would take a minute.
enum { WINDOW_DEPTH = 48 };

/// A unit whose clump cannot be rescued waits so long for the next attempt.
#define RESCUE_PAUSE MEMORY_LIMIT(5.0, 1.0)

/// A rescue ends when a state that waits for units takes longer.
#define RESCUE_PATIENCE 2.0

/// Searches with different seeds per rescue; the shortest plan counts. Eight agents in
/// mazes need 46 steps with one search, 25 with 4, 19 with 8 and 16 with 16.
enum { RESCUE_SEEDS = 8 };

/// Attempts per update, about 1 us each, and per search. Of the clumps in mazes that have
/// a plan, 99 % need less than 1000 attempts; others more often succeed with another
/// seed.
enum { RESCUE_ATTEMPTS = MEMORY_LIMIT(128, 16), RESCUE_MAX_ATTEMPTS = 1000 };

#endif
