/// Divides a workout's distance into kilometers.
enum WorkoutSplits {
    /// The length of a split in meters.
    private static let length = 1_000.0
    /// The maximum rounding error in meters: a kilometer may lack it, and a shorter remaining distance gets no item.
    private static let tolerance = 0.001
    /// The maximum number of splits of a workout.
    private static let countMax = 10_000
    /// The number of splits that every workout may have, and the number that each sample or point allows in addition.
    private static let count = (base: 100, each: 10)

    /// Returns an item for each whole kilometer, and one for the remaining distance.
    ///
    /// The number of samples or points limits the number of items. At the limit, the last item contains all of the
    /// remaining distance.
    static func items(of curve: CumulativeCurve) -> [Item] {
        guard var start = curve.knots.first?.time, let end = curve.knots.last?.time else { return [] }
        let most = min(countMax, count.base + count.each * curve.contributions)
        var items: [Item] = []
        for (knot, next) in zip(curve.knots, curve.knots.dropFirst()) {
            while items.count < most {
                let reached = Double(items.count + 1) * length
                if reached > next.total + tolerance { break }
                let part = (reached - knot.total) / (next.total - knot.total)
                let instant = part < 1 ? min(knot.time + (next.time - knot.time) * part, next.time) : next.time
                items.append(item(from: start, to: instant, meters: length))
                start = instant
            }
        }
        let rest = curve.total - Double(items.count) * length
        if rest > tolerance { items.append(item(from: start, to: end, meters: rest)) }
        return items
    }

    private static func item(from start: Double, to end: Double, meters: Double) -> Item {
        var item = Item(id: nil, name: Array("splits".utf8), start: start, end: end)
        item.metadata.computed = [("distance", meters, "m"), ("duration", end - start, "TimeInterval")]
        return item
    }
}
