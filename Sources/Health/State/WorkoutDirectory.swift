/// The workouts of one connection, each with what tells which samples are its own.
///
/// Small, and read whole: a sample finds the workouts that it overlaps here, and a copy of a workout the one that is
/// held.
package struct WorkoutDirectory {
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

    /// The workouts, by id.
    package var entries: [UUID128: Entry] = [:]
    /// Frozen ones that retention has dropped: should one come again, by its id alone, it makes no document.
    private var dropped: Set<UUID128> = []
    /// Whether it must be written.
    package var isDirty = false

    /// A directory without workouts.
    package init() {}

    package var packed: [UInt8] {
        var packer = Packer()
        packer.byte(StateFormat.workouts.version)
        packer.count(entries.count)
        for entry in entries.values.sorted(by: { $0.id < $1.id }) {
            packer.word(entry.id.hi)
            packer.word(entry.id.lo)
            packer.string(entry.sourceKey)
            packer.double(entry.start)
            packer.double(entry.end)
            packer.signed(Int64(entry.firstSampleDay))
            packer.byte(entry.isFrozen ? 1 : 0)
        }
        packer.count(dropped.count)
        for id in dropped.sorted() {
            packer.word(id.hi)
            packer.word(id.lo)
        }
        return packer.bytes
    }

    /// Reads a directory's bytes; nil when they are broken or of another version.
    package init?(_ bytes: [UInt8]) {
        guard var unpacker = StateFormat.workouts.unpacker(bytes) else { return nil }
        for _ in 0..<unpacker.count(bytesEach: 35) {
            let entry = Entry(
                id: UUID128(hi: unpacker.word(), lo: unpacker.word()),
                sourceKey: unpacker.string(),
                start: unpacker.double(),
                end: unpacker.double(),
                firstSampleDay: Int32(clamping: unpacker.signed()),
                isFrozen: unpacker.byte() != 0
            )
            entries[entry.id] = entry
        }
        for _ in 0..<unpacker.count(bytesEach: 16) { dropped.insert(unpacker.id()) }
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }

    /// Enters a workout, or the copy that counts now; one that is frozen stays so.
    package mutating func insert(_ sample: Sample, sourceKey: [UInt8]) {
        entries[sample.id] = Entry(
            id: sample.id,
            sourceKey: sourceKey,
            start: sample.start,
            end: sample.end,
            firstSampleDay: sample.utcDay,
            isFrozen: isFrozen(sample.id)
        )
        isDirty = true
    }

    /// Whether the document of a workout is frozen.
    package func isFrozen(_ id: UUID128) -> Bool { entries[id]?.isFrozen ?? dropped.contains(id) }

    /// Freezes the workouts whose documents were made from samples that start before a UTC day; gives back which.
    ///
    /// Of those that start before it themselves nothing but the id stays.
    package mutating func freeze(before day: Int32) -> [UUID128] {
        var frozen: [UUID128] = []
        for (id, entry) in entries where entry.firstSampleDay < day {
            if !entry.isFrozen { frozen.append(id) }
            entries[id]?.isFrozen = true
            if Instant.utcDay(entry.start) < day {
                entries[id] = nil
                dropped.insert(id)
            }
            isDirty = true
        }
        return frozen.sorted()
    }

    /// Removes a workout; one that is frozen stays.
    package mutating func remove(_ id: UUID128) {
        guard let held = entries[id], !held.isFrozen else { return }
        entries[id] = nil
        isDirty = true
    }

    /// Notes from when on samples made a workout's document.
    package mutating func note(firstSampleDay: Int32, of id: UUID128) {
        guard let held = entries[id], held.firstSampleDay != firstSampleDay else { return }
        entries[id]?.firstSampleDay = firstSampleDay
        isDirty = true
    }
}
