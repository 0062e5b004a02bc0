import Vocabulary

/// A quantity that adds up over time, such as the meters of a route or the strokes of a swim.
///
/// The curve is linear between its knots, constant before and after them, and never falls. Two knots at the same
/// instant are a step.
package struct CumulativeCurve {
    package private(set) var knots: [(time: Double, total: Double)] = []
    /// The number of samples or route points from which the curve is made.
    var contributions = 0

    package init() {}

    /// The total of the whole curve.
    package var total: Double { knots.last?.total ?? 0 }

    /// Adds a knot, which must not be earlier than the last one.
    ///
    /// The first knot must have the total 0. Totals are limited, so that rounding errors never make the curve fall and
    /// no total is infinite.
    mutating func append(_ time: Double, total: Double) {
        let total = knots.isEmpty ? 0 : max(self.total, total.clampedToFinite)
        if let last = knots.last, last.time == time, last.total == total { return }
        knots.append((time, total))
    }

    /// Returns the total before an instant.
    private func total(before instant: Double) -> Double {
        let next = knots.partitioningIndex { $0.time >= instant }
        guard next < knots.count else { return total }
        guard next > 0, knots[next].time > instant else { return knots[next].total }
        let (left, right) = (knots[next - 1], knots[next])
        return left.total + (right.total - left.total) * ((instant - left.time) / (right.time - left.time))
    }

    /// Returns the amount within the span [`start`, `end`); nil if the amount is 0.
    package func amount(from start: Double, to end: Double) -> Double? {
        let amount = total(before: end) - total(before: start)
        return amount > 0 ? amount : nil
    }
}
