import Glibc

extension CumulativeCurve {
    /// Adds up the meters of routes, in their order.
    ///
    /// The distance between two routes does not count. Points that are earlier than the end of the previous routes do
    /// not count either, so that no minute counts twice.
    init(_ routes: some Sequence<[Location]>) {
        self.init()
        for route in routes {
            var last: Location?
            for point in route where point.isPlace && point.time >= (knots.last?.time ?? -.infinity) {
                append(point.time, total: total + (last?.meters(to: point) ?? 0))
                last = point
                contributions += 1
            }
        }
    }
}

extension Location {
    /// The mean radius of the Earth in meters.
    private static let earthRadius = 6_371_008.8

    /// Whether the coordinates are valid.
    ///
    /// Core Location marks invalid coordinates with a negative accuracy.
    fileprivate var isPlace: Bool {
        abs(latitude) <= 90 && abs(longitude) <= 180 && (horizontalAccuracy ?? 0) >= 0
    }

    /// Returns the distance to another point along a great circle, by the haversine formula.
    fileprivate func meters(to other: Location) -> Double {
        let radians = Double.pi / 180
        let north = sin((other.latitude - latitude) * radians / 2)
        let east = sin((other.longitude - longitude) * radians / 2)
        let square = north * north + cos(latitude * radians) * cos(other.latitude * radians) * east * east
        return 2 * Self.earthRadius * asin(min(1, square.squareRoot()))
    }
}
