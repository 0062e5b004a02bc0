package import Vocabulary

/// The workouts that start on one UTC day, or all workouts that last longer than a day.
package struct WorkoutDay {
    /// The facts about a workout that can be read without loading its segment.
    package struct Entry {
        /// The id.
        ///
        /// Unlike other samples, a workout is identified by its id alone.
        package var id: UUID128
        package var sourceKey: [UInt8]
        /// The product that ranks the source, as in `Origin`.
        ///
        /// The rank itself is not stored, because the source priority can change.
        package var product: [UInt8]
        package var isUserEntered: Bool
        package var activityType: Workout.Code
        package var start: Double
        package var end: Double
        /// The UTC day of the first sample that the workout's document contains.
        package var firstSampleDay: Int32
        /// Whether the workout's document is frozen.
        package var isFrozen: Bool
        /// Whether the workout's document says that the workout is primary.
        package var isPrimary: Bool
        /// The id of the workout that counts instead, because an app wrote the same workout again; nil if it counts.
        package var shownBy: UUID128?

        /// Whether the workout takes part when primary workouts are chosen.
        var canBePrimary: Bool { !isFrozen && shownBy == nil }
    }

    private static let frozen: UInt8 = 1
    private static let primary: UInt8 = 2
    private static let userEntered: UInt8 = 4
    private static let hidden: UInt8 = 8

    /// The day number under which workouts longer than a day are listed.
    package static let long = Int32.max

    package var entries: [UUID128: Entry] = [:]

    package init() {}

    /// Returns the day under which a workout is listed.
    static func day(start: Double, end: Double) -> Int32 {
        end - start > Instant.day ? long : Instant.utcDay(start)
    }

    package var packed: [UInt8] {
        var packer = Packer()
        packer.byte(StateFormat.workouts.version)
        packer.count(entries.count)
        for entry in entries.values.sorted(by: { $0.id < $1.id }) {
            packer.id(entry.id)
            let state = (entry.isFrozen ? Self.frozen : 0) | (entry.isPrimary ? Self.primary : 0)
            let more = (entry.isUserEntered ? Self.userEntered : 0) | (entry.shownBy == nil ? 0 : Self.hidden)
            packer.byte(state | more)
            packer.string(entry.sourceKey)
            packer.string(entry.product)
            packer.signed(entry.activityType.number)
            packer.string(entry.activityType.name)
            packer.double(entry.start)
            packer.double(entry.end)
            packer.signed(Int64(entry.firstSampleDay))
            if let id = entry.shownBy { packer.id(id) }
        }
        return packer.bytes
    }

    /// Decodes the list; nil if the bytes are damaged or have another version.
    package init?(_ bytes: [UInt8]) {
        guard var unpacker = StateFormat.workouts.unpacker(bytes) else { return nil }
        for _ in 0..<unpacker.count(bytesEach: 38) {
            let id = unpacker.id()
            let flags = unpacker.byte()
            entries[id] = Entry(
                id: id,
                sourceKey: unpacker.string(),
                product: unpacker.string(),
                isUserEntered: flags & Self.userEntered != 0,
                activityType: Workout.Code(number: unpacker.signed(), name: unpacker.string()),
                start: unpacker.double(),
                end: unpacker.double(),
                firstSampleDay: Int32(clamping: unpacker.signed()),
                isFrozen: flags & Self.frozen != 0,
                isPrimary: flags & Self.primary != 0,
                shownBy: flags & Self.hidden != 0 ? unpacker.id() : nil
            )
        }
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}

extension WorkoutDay.Entry {
    /// Creates the entry of a workout whose document is not derived yet.
    init(_ sample: Sample, _ origin: Origin, _ activityType: Workout.Code, isFrozen: Bool, isPrimary: Bool) {
        self.init(
            id: sample.id,
            sourceKey: origin.sourceKey,
            product: origin.product,
            isUserEntered: sample.flags.contains(.userEntered),
            activityType: activityType,
            start: sample.start,
            end: sample.end,
            firstSampleDay: sample.utcDay,
            isFrozen: isFrozen,
            isPrimary: isPrimary
        )
    }
}
