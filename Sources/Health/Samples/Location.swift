import Vocabulary

/// A point of a workout route: `CLLocation`.
package struct Location {
    package var time: Double
    /// In degrees, positive to the north.
    package var latitude: Double
    /// In degrees, positive to the east.
    package var longitude: Double
    /// In meters above sea level.
    package var altitude: Double?
    /// In meters per second.
    package var speed: Double?
    /// In degrees, clockwise from north.
    package var course: Double?
    /// A radius in meters.
    package var horizontalAccuracy: Double?
    /// In meters, up and down.
    package var verticalAccuracy: Double?

    /// Orders points by time, then by all other fields, so that each set of points has exactly one order.
    ///
    /// Missing values sort first.
    package static func ascending(_ left: Location, _ right: Location) -> Bool {
        if left.time != right.time { return left.time < right.time }
        if left.latitude != right.latitude { return left.latitude < right.latitude }
        if left.longitude != right.longitude { return left.longitude < right.longitude }
        for field in [\Location.altitude, \.speed, \.course, \.horizontalAccuracy, \.verticalAccuracy] {
            let (one, other) = (left[keyPath: field], right[keyPath: field])
            if one != other { return (one ?? -.infinity) < (other ?? -.infinity) }
        }
        return false
    }

    package static func pack(_ locations: [Location]) -> [UInt8] {
        var packer = Packer()
        packer.count(locations.count)
        for location in locations {
            packer.double(location.time)
            packer.double(location.latitude)
            packer.double(location.longitude)
            packer.optional(location.altitude)
            packer.optional(location.speed)
            packer.optional(location.course)
            packer.optional(location.horizontalAccuracy)
            packer.optional(location.verticalAccuracy)
        }
        return packer.bytes
    }

    package static func unpack(_ bytes: ArraySlice<UInt8>) -> [Location] {
        var unpacker = Unpacker(bytes)
        return (0..<unpacker.count(bytesEach: 29)).map { _ in
            Location(
                time: unpacker.double(),
                latitude: unpacker.double(),
                longitude: unpacker.double(),
                altitude: unpacker.optionalDouble(),
                speed: unpacker.optionalDouble(),
                course: unpacker.optionalDouble(),
                horizontalAccuracy: unpacker.optionalDouble(),
                verticalAccuracy: unpacker.optionalDouble()
            )
        }
    }
}
