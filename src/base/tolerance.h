// Tolerances: which costs count as equal, and why that is safe.
//
// Costs are sums of doubles. Adding the same steps in another order gives a slightly
// different sum: the computed costs of two equally good paths may differ in their last
// bits. Comparisons of costs use these tolerances, so that such costs count as equal.
#ifndef ASTAR_TOLERANCE_H
#define ASTAR_TOLERANCE_H

/// Relative rounding error of one addition: half a unit in the last place, 2^-53.
#define TOLERANCE_ROUNDING 1.2e-16

/// Costs that differ by at most this relative amount count as equal. The rounding error
/// of a sum of 10^4 steps is at worst 1e-12, and typically 1e-14.
#define TOLERANCE_EQUAL 1e-12

/// Costs that count as equal never differ by more than this part of the cheapest step.
/// A path loses at most this much per step. Where every step costs more than 0, each step
/// costs at least the cheapest one, so that the total loss is at most 6e-8 of the cost of
/// the path, however expensive other terrains are.
#define TOLERANCE_EQUAL_STEPS 6e-8

/// The two tolerances above, for sums with larger rounding errors: a cost plus a
/// heuristic, and integrals of costs along straight lines.
///
/// These tolerances also end searches. After a path was found, a node is not expanded if
/// it cannot make the path cheaper by TOLERANCE_SUMS of its cost or by
/// TOLERANCE_SUMS_STEPS of the cheapest step, whichever is less. Without the tolerance,
/// rounding would make the search expand many nodes whose f equals the cost of the path.
#define TOLERANCE_SUMS 1e-10
#define TOLERANCE_SUMS_STEPS 0.125

/// A sum of costs fits a cap of the caller, such as `max_cost`, when it exceeds the cap
/// by at most this relative amount. The cap may be the cost of a path whose steps were
/// added in another order: two sums of the same 10^6 steps differ by less than 3e-10.
#define TOLERANCE_CAP 1e-9

/// The greatest sum that fits a cap; an infinite cap stays infinite. Whatever compares
/// sums with a cap compares them with this, so that all queries agree on what fits.
static inline double tolerance_max_sum(double cap) { return cap * (1 + TOLERANCE_CAP); }

#endif
