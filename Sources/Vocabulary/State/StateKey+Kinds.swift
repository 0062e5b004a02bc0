/// The layout of state keys.
extension StateKey {
    /// The kind of value at a state key.
    package enum Kind: UInt8 {
        case summary = 1
        case settings = 2
        /// The workouts that start on a UTC day, or all workouts that last longer than a day.
        case workouts = 3
        /// A node of the tree of deleted ids.
        case deletedIDs = 4
        /// The segments with samples that name a workout, by the workout's id.
        case named = 5
        /// The samples of one data type that start in the same hours of a UTC day, or the sources of that day.
        case segment = 6
        /// The samples of one data type that last longer than a day, and characteristics, which never expire.
        case long = 7
        /// The published documents of a day, or one document that belongs to no day.
        case published = 8
        /// The summary of the partition.
        case partition = 9
        /// A marker that a connection's documents must be derived again.
        case behind = 10
        /// A marker that a connection is forgotten, by a hash of its id, because the id itself must not be kept.
        case forgotten = 11
        /// The UTC day under which a workout is listed, by the workout's id.
        case workoutPlace = 12
        /// A part of the index from sample ids to days.
        case heldIDs = 13
        /// The last record that was written to the connection's own topic, or to a shared topic.
        case written = 14
        /// A marker that a connection's documents wait for a topic that refuses documents.
        case owed = 15
    }

    /// The hour of a state key that covers a whole day.
    package static let wholeDay: UInt8 = 0xFF

    /// The range of summary and settings, which every commit of a connection reads.
    package static let ofConnection = StateKey(.summary)...StateKey(.settings)

    package init(
        _ kind: Kind,
        day: Int32 = 0,
        stream: DataType? = nil,
        hour: UInt8 = StateKey.wholeDay,
        id: UUID128 = UUID128(hi: 0, lo: 0)
    ) {
        self.init(
            head: UInt64(kind.rawValue) << 56 | UInt64(UInt32(bitPattern: day) ^ 0x8000_0000) << 24
                | UInt64(stream?.rawValue ?? 0) << 16 | UInt64(hour) << 8,
            high: id.hi,
            low: id.lo
        )
    }

    /// Returns the range of all state keys of a kind within a range of days.
    package static func range(_ kind: Kind, days: ClosedRange<Int32>) -> ClosedRange<StateKey> {
        let first = StateKey(kind, day: days.lowerBound, hour: 0)
        let last = StateKey(kind, day: days.upperBound)
        return StateKey(head: first.head)...StateKey(head: last.head | 0xFF_FFFF, high: .max, low: .max)
    }

    /// Returns the range of all state keys of a kind, a day and a data type.
    package static func range(_ kind: Kind, day: Int32, stream: DataType) -> ClosedRange<StateKey> {
        let first = StateKey(kind, day: day, stream: stream, hour: 0)
        let last = StateKey(kind, day: day, stream: stream)
        return StateKey(head: first.head)...StateKey(head: last.head | 0xFF, high: .max, low: .max)
    }

    /// The kind; nil if this version does not know it.
    package var kind: Kind? { Kind(rawValue: UInt8(truncatingIfNeeded: head >> 56)) }
    package var day: Int32 { Int32(bitPattern: UInt32(truncatingIfNeeded: head >> 24) ^ 0x8000_0000) }
    /// The raw value of the data type.
    package var stream: UInt8 { UInt8(truncatingIfNeeded: head >> 16) }
    /// The UTC hour of the day, or `wholeDay`.
    package var hour: UInt8 { UInt8(truncatingIfNeeded: head >> 8) }
    package var id: UUID128 { UUID128(hi: high, lo: low) }

    /// Whether a segment can contain samples that start between two instants, with a tolerance of a millisecond.
    package func canHold(from: Double, to: Double) -> Bool {
        let start = Double(day) * Instant.day + Double(hour) * 3600
        return start - 0.001 <= to && start + Double(Self.hours(DataType(rawValue: stream))) * 3600 > from - 0.001
    }

    /// Returns the number of hours that one segment covers, a divisor of 24.
    ///
    /// Adding a sample rewrites its segment, and deriving a day reads all segments of the day, so the size is a
    /// compromise. A heart document covers one hour, with up to 3,600 samples. Sleep samples and workouts are few and
    /// are read together.
    private static func hours(_ stream: DataType?) -> Int64 {
        switch stream {
        case .heart: 1
        case .sleep, .workouts: 24
        default: 6
        }
    }

    /// Returns the state key of the segment, or of the long samples, that a sample belongs to.
    package static func segment(stream: DataType, start: Double, end: Double) -> StateKey {
        if stream == .characteristic || end - start > Instant.day {
            return StateKey(.long, stream: stream)
        }
        let day = Instant.utcDay(start)
        let hour = Instant.utcHour(start) - Int64(day) * 24
        return StateKey(.segment, day: day, stream: stream, hour: UInt8(clamping: hour - hour % hours(stream)))
    }
}
