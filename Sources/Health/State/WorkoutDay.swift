/// The workouts that start on one UTC day, or those of all days that last longer than a day.
package struct WorkoutDay {
    /// What is known of one workout without its segment.
    package struct Entry {
        /// Its id, by which alone it is known.
        package var id: UUID128
        package var sourceKey: [UInt8]
        package var start: Double
        package var end: Double
        /// The UTC day of the first sample that its document was made from.
        package var firstSampleDay: Int32
        /// Whether its document is frozen: nothing changes it any more.
        package var isFrozen: Bool
    }

    /// In place of the day of those that last longer than a day.
    package static let long = Int32.max

    /// The workouts, by id.
    package var entries: [UUID128: Entry] = [:]

    /// A day without workouts.
    package init() {}

    /// Where a workout from one instant to another is listed.
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

    /// Reads the bytes; nil when they are broken or of another version.
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
