// Which costs count as equal.
#ifndef ASTAR_TOLERANCE_H
#define ASTAR_TOLERANCE_H

/// Sums of the same steps in another order differ by rounding. Costs this near to each
/// other, relatively, count as equal: 10^4 steps round to 1e-12 at worst, and typically
/// to 1e-14.
#define TOLERANCE_EQUAL 1e-12

/// Costs that count as equal never differ by more than this part of the cheapest step. So
/// a path loses at most this much at each tile, and as each tile costs a step, all it can
/// lose is 6e-8 of what it costs, however expensive other terrains are.
#define TOLERANCE_EQUAL_STEPS 6e-8

/// The same for sums that round more than costs do: a cost and a heuristic, integrals of
/// costs along straight lines. It also ends searches: nodes that cannot make the path
/// cheaper by this part of its cost, or by this part of the cheapest step, whichever is
/// less, are not expanded, since a plateau of nodes with equal sums is large.
#define TOLERANCE_SUMS 1e-10
#define TOLERANCE_SUMS_STEPS 0.125

#endif
