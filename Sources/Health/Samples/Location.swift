/// One point of a workout route: `CLLocation`.
package struct Location {
    /// When it was taken.
    package var time: Double
    /// In degrees, positive in the north.
    package var latitude: Double
    /// In degrees, positive in the east.
    package var longitude: Double
    /// Metres above the sea.
    package var altitude: Double?
    /// In metres a second.
    package var speed: Double?
    /// In degrees, clockwise from the north.
    package var course: Double?
    /// A radius in metres.
    package var horizontalAccuracy: Double?
    /// In metres, up and down.
    package var verticalAccuracy: Double?

    /// By time, then by all else, what is missing being the least: so that the same points have one order.
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

    /// The bytes of a list of locations.
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

    /// Reads a list's bytes.
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
