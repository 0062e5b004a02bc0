/// The kinds of state keys, and how one is made of day, stream and hour. Days come before streams, so that what a local
/// day needs of all streams is one range.
extension StateKey {
    /// What lies under a state key.
    package enum Kind: UInt8 {
        case summary = 1
        case settings = 2
        /// The workouts that start on a UTC day, or those of all days that last longer than one.
        case workouts = 3
        /// A block of deleted ids, by their leading bits.
        case deletedIDs = 4
        /// Where the samples that name a workout lie, by its id.
        case named = 5
        /// The samples of one stream that start in some hours of a UTC day; and the origins of all of that day.
        case segment = 6
        /// The samples of one stream that last longer than a day, and characteristics, which never expire.
        case long = 7
        /// What is known of published documents: those of a day together, each by itself that belongs to none.
        case published = 8
        /// What is known of the partition as a whole.
        case partition = 9
        /// A connection of which documents are to be derived again, by itself.
        case behind = 10
        /// That a connection is forgotten, by a hash of its id: the id itself is not kept.
        case forgotten = 11
        /// On which day a workout is listed, by its id.
        case workoutPlace = 12
        /// On which days a sample with some id may lie.
        case heldIDs = 13
    }

    /// The hour of a state key that is for a whole day.
    package static let wholeDay: UInt8 = 0xFF

    /// What is known of a connection as a whole: needed by each commit.
    package static let ofConnection = StateKey(.summary)...StateKey(.settings)

    /// A state key by its kind.
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

    /// All state keys of a kind within a range of days.
    package static func range(_ kind: Kind, days: ClosedRange<Int32>) -> ClosedRange<StateKey> {
        let first = StateKey(kind, day: days.lowerBound, hour: 0)
        let last = StateKey(kind, day: days.upperBound)
        return StateKey(head: first.head)...StateKey(head: last.head | 0xFF_FFFF, high: .max, low: .max)
    }

    /// All state keys of a kind, a day and a stream.
    package static func range(_ kind: Kind, day: Int32, stream: DataType) -> ClosedRange<StateKey> {
        let first = StateKey(kind, day: day, stream: stream, hour: 0)
        let last = StateKey(kind, day: day, stream: stream)
        return StateKey(head: first.head)...StateKey(head: last.head | 0xFF, high: .max, low: .max)
    }

    /// What it holds, nil when that is nothing that this version knows.
    package var kind: Kind? { Kind(rawValue: UInt8(truncatingIfNeeded: head >> 56)) }
    package var day: Int32 { Int32(bitPattern: UInt32(truncatingIfNeeded: head >> 24) ^ 0x8000_0000) }
    /// Its stream, as the catalogue numbers data types.
    package var stream: UInt8 { UInt8(truncatingIfNeeded: head >> 16) }
    /// Its hour of the day in UTC, or `wholeDay`.
    package var hour: UInt8 { UInt8(truncatingIfNeeded: head >> 8) }
    package var id: UUID128 { UUID128(hi: high, lo: low) }

    /// Whether a segment can hold samples that start from one instant to another, as far as whole milliseconds tell.
    func canHold(from: Double, to: Double) -> Bool {
        let start = Double(day) * Instant.day + Double(hour) * 3600
        return start - 0.001 <= to && start + Double(Self.hours(DataType(rawValue: stream))) * 3600 > from - 0.001
    }

    /// How many hours of a stream are stored together, a divisor of a day's.
    ///
    /// A new sample has its segment written again, so this is most of what a commit writes; a day's documents have all of
    /// its segments read, so they are not too many. An hour of heart is what one document shows, and up to 3,600 samples;
    /// of nights and workouts there are few, which come as a whole.
    private static func hours(_ stream: DataType?) -> Int64 {
        switch stream {
        case .heart: 1
        case .sleep, .workouts: 24
        default: 6
        }
    }

    /// Where a sample of a stream that starts and ends then is stored.
    package static func segment(stream: DataType, start: Double, end: Double) -> StateKey {
        if stream == .characteristic || end - start > Instant.day {
            return StateKey(.long, stream: stream)
        }
        let day = Instant.utcDay(start)
        let hour = Instant.utcHour(start) - Int64(day) * 24
        return StateKey(.segment, day: day, stream: stream, hour: UInt8(clamping: hour - hour % hours(stream)))
    }
}
