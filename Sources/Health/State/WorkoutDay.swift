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
        package var start: Double
        package var end: Double
        /// The UTC day of the first sample that the workout's document contains.
        package var firstSampleDay: Int32
        /// Whether the workout's document is frozen.
        package var isFrozen: Bool
    }

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
            packer.string(entry.sourceKey)
            packer.double(entry.start)
            packer.double(entry.end)
            packer.signed(Int64(entry.firstSampleDay))
            packer.byte(entry.isFrozen ? 1 : 0)
        }
        return packer.bytes
    }

    /// Decodes the list; nil if the bytes are damaged or have another version.
    package init?(_ bytes: [UInt8]) {
        guard var unpacker = StateFormat.workouts.unpacker(bytes) else { return nil }
        for _ in 0..<unpacker.count(bytesEach: 35) {
            let entry = Entry(
                id: unpacker.id(),
                sourceKey: unpacker.string(),
                start: unpacker.double(),
                end: unpacker.double(),
                firstSampleDay: Int32(clamping: unpacker.signed()),
                isFrozen: unpacker.byte() != 0
            )
            entries[entry.id] = entry
        }
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}
