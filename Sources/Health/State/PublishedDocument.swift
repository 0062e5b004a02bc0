/// What is kept of a published document, so that the next version can be compared without reading outputs.
package struct PublishedDocument: Equatable {
    package var start: Double
    package var end: Double
    /// The UTC day of the first sample that it was made from.
    package var firstSampleDay: Int32
    /// Whether it is frozen: neither changed nor deleted again.
    package var isFrozen: Bool
    /// Where its records are.
    package var route: Route
    /// The key of the source of a sleep session, else nothing.
    package var sourceKey: [UInt8]
    /// The hash of each of its records.
    package var hashes: [UInt64]

    /// What is kept, from its parts.
    package init(
        start: Double,
        end: Double,
        firstSampleDay: Int32,
        isFrozen: Bool = false,
        route: Route = .connection,
        sourceKey: [UInt8] = [],
        hashes: [UInt64]
    ) {
        self.start = start
        self.end = end
        self.firstSampleDay = firstSampleDay
        self.isFrozen = isFrozen
        self.route = route
        self.sourceKey = sourceKey
        self.hashes = hashes
    }
}

extension StateKey {
    /// Where the state keeps what is known of the published document of this state key: with all others of its day; by itself
    /// when it belongs to no day.
    package var ofPublished: StateKey {
        stream == DataType.workouts.rawValue || stream == DataType.characteristic.rawValue
            ? self : StateKey(.published, day: day)
    }

    /// Whether the published documents of a day are kept here.
    package var isOfPublishedDay: Bool { self == StateKey(.published, day: day) }
}
