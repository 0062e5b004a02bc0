/// The meters that a workout's routes rise and fall.
struct Elevation {
    private(set) var ascended = 0.0
    private(set) var descended = 0.0

    /// The greatest vertical accuracy of a point that is used, in meters.
    private static let accuracyMax = 20.0
    /// The number of neighbors on each side over which an altitude is smoothed.
    private static let neighbors = 2

    /// Adds up the rises and falls of routes, in their order; nil if no route has two usable altitudes.
    init?(_ routes: some Sequence<[Location]>) {
        var isKnown = false
        for route in routes {
            let altitudes = Self.smoothed(route.compactMap(Self.altitude))
            if altitudes.count > 1 { isKnown = true }
            for (altitude, next) in zip(altitudes, altitudes.dropFirst()) {
                if next > altitude { ascended += next - altitude } else { descended += altitude - next }
            }
        }
        if !isKnown { return nil }
    }

    /// Returns the altitude of a point; nil if the point has no altitude, or if the altitude is too inaccurate.
    private static func altitude(_ point: Location) -> Double? {
        if let accuracy = point.verticalAccuracy, !(0...accuracyMax).contains(accuracy) { return nil }
        return point.altitude
    }

    /// Returns the mean of each altitude and its neighbors.
    private static func smoothed(_ altitudes: [Double]) -> [Double] {
        altitudes.indices.map { index in
            let near = altitudes[max(0, index - neighbors)..<min(altitudes.count, index + neighbors + 1)]
            // The sum of huge altitudes can overflow.
            return (near.reduce(0, +) / Double(near.count)).clampedToFinite
        }
    }
}
