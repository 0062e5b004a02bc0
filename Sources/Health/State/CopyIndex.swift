import Vocabulary

/// Finds the stored copies of samples by identity, wherever in the UTC day they start.
///
/// Copies of a sample can start at different times of a day, so they can lie in different segments. A new sample is
/// looked for in the ids of its stream's whole day. They are read from the packed segments without decoding the rest.
///
/// The index is an open hash table whose hash has a secret, so that clients cannot choose ids that collide.
struct CopyIndex {
    private struct Entry {
        var hash: UInt64
        var place: Place
    }

    /// A stream's UTC day; nil for the long samples of the stream.
    private struct Part: Hashable {
        var stream: DataType
        var day: Int32?
    }

    /// Two numbers of this process, from the seed of Swift's own hashing.
    private static let secret = (number(1), number(2))

    private static func number(_ value: Int) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(value)
        return UInt64(bitPattern: Int64(hasher.finalize())) | 1
    }


    /// The entries; those with hash 0 are empty.
    private var entries: [Entry] = []
    private var count = 0
    private var parts: Set<Part> = []
    private var lastPart: Part?

    /// Whether the ids of a stream's day, or of its long samples, must still be inserted.
    ///
    /// Further calls for the same part return false.
    mutating func mustRead(_ stream: DataType, day: Int32?) -> Bool {
        let part = Part(stream: stream, day: day)
        if lastPart == part { return false }
        lastPart = part
        return parts.insert(part).inserted
    }

    /// Where a sample starts, and whether it is longer than a day.
    struct Place: Equatable {
        var start: Double
        var isLong: Bool

        init(start: Double, isLong: Bool) { (self.start, self.isLong) = (start, isLong) }

        /// The place of a sample in the segment of a state key.
        init(_ sample: Sample, in stateKey: StateKey) {
            self.init(start: sample.start, isLong: stateKey.kind == .long)
        }
    }

    /// Inserts a sample; one that is removed later stays in the index, and is not found in its segment.
    mutating func insert(_ identity: SampleIdentity, at place: Place) {
        if count * 2 >= entries.count { grow() }
        count += 1
        Self.put(Entry(hash: Self.hash(identity), place: place), in: &entries)
    }

    /// Moves a sample, so that each identity has one entry however often its copies move.
    mutating func move(_ identity: SampleIdentity, from old: Place, to new: Place) {
        let hash = Self.hash(identity)
        var slot = Int(truncatingIfNeeded: hash) & (entries.count - 1)
        while entries[slot].hash != 0 {
            if entries[slot].hash == hash, entries[slot].place == old {
                entries[slot].place = new
                return
            }
            slot = (slot + 1) & (entries.count - 1)
        }
    }

    /// Returns the places at which a copy of the sample may lie; usually none or one.
    func places(of identity: SampleIdentity) -> [Place] {
        var places: [Place] = []
        if entries.isEmpty { return places }
        let hash = Self.hash(identity)
        var slot = Int(truncatingIfNeeded: hash) & (entries.count - 1)
        while entries[slot].hash != 0 {
            if entries[slot].hash == hash { places.append(entries[slot].place) }
            slot = (slot + 1) & (entries.count - 1)
        }
        return places
    }

    private mutating func grow() {
        let empty = Entry(hash: 0, place: Place(start: 0, isLong: false))
        var larger = [Entry](repeating: empty, count: max(128, entries.count * 4))
        for entry in entries where entry.hash != 0 { Self.put(entry, in: &larger) }
        entries = larger
    }

    private static func put(_ entry: Entry, in entries: inout [Entry]) {
        var slot = Int(truncatingIfNeeded: entry.hash) & (entries.count - 1)
        while entries[slot].hash != 0 { slot = (slot + 1) & (entries.count - 1) }
        entries[slot] = entry
    }

    /// Mixes the parts of an identity; never 0, which marks an empty entry.
    private static func hash(_ identity: SampleIdentity) -> UInt64 {
        let rest = UInt64(identity.type) << 32 | UInt64(UInt32(bitPattern: identity.day))
        let first = (identity.id.hi ^ secret.0).multipliedFullWidth(by: identity.id.lo ^ secret.1)
        let second = (first.high ^ first.low ^ rest ^ secret.1).multipliedFullWidth(by: secret.0)
        return max(1, second.high ^ second.low)
    }
}
