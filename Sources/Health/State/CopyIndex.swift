import Vocabulary

/// Finds the stored copies of samples by identity, wherever in the UTC day they start.
///
/// Copies of a sample can start at different times of a day, so they can lie in different segments. The ids of a
/// stream's whole day are read from the packed segments, without decoding the samples. Only a segment that has the id of
/// a new sample is decoded, once. Samples longer than a day are few, and are decoded at once.
struct CopyIndex {
    /// A segment that has an id with the hash: the upper bits of the hash, and the number of the segment.
    private struct Entry {
        /// The bits of the number, which are more than a commit can have segments.
        static let segmentMask: UInt64 = 0xFF_FFFF
        /// An empty place of the table; no hash is 0.
        static let none = Entry(word: segmentMask)

        private let word: UInt64

        private init(word: UInt64) { self.word = word }

        @inline(__always) init(hash: UInt64, segment: Int32) {
            word = hash & ~Self.segmentMask | UInt64(UInt32(bitPattern: segment)) & Self.segmentMask
        }

        var isNone: Bool { word == Self.segmentMask }
        var segment: Int32 { Int32(truncatingIfNeeded: word & Self.segmentMask) }
        /// The hash without its lower bits.
        var hash: UInt64 { word & ~Self.segmentMask }
    }

    /// Two numbers of this process, from the seed of Swift's own hashing, so that clients cannot choose ids that collide.
    private static let ofProcess: (UInt64, UInt64) = (number(1), number(2))
    /// A copy, because reading a static constant takes longer.
    private let secret: (UInt64, UInt64) = Self.ofProcess

    private static func number(_ value: Int) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(value)
        return UInt64(bitPattern: Int64(hasher.finalize())) | 1
    }

    /// The least number of entries.
    ///
    /// It is small, because a commit can have many connections with a few samples each.
    private static let entriesMin = 32
    /// The number of ids up to which the table has room for eight times as many.
    private static let usualCount = 512
    /// The maximum number of days that are listed.
    private static let firstDaysMax = 16

    /// An open hash table.
    private var entries: [Entry] = []
    /// By how many bits a hash is shifted to give a slot of the table.
    private var slotShift: UInt64 = 63
    private var count = 0
    /// The segments by number; one that was read after its ids were inserted has two numbers.
    private var segments: [StateKey] = []
    /// The starts of the samples of segments that had the id of a new sample, by segment.
    private var starts: [Int32: [SampleIdentity: Double]] = [:]
    /// The days that were read: the first ones in a list, which is faster to search, and all others.
    private var firstDays: [StreamDay] = []
    private var days: Set<StreamDay> = []
    /// The place in the list of the day that was asked for last.
    private var lastDay = 0
    /// The starts of the long samples of the streams that were read, by the number of the stream.
    private var longStarts: [UInt8: [SampleIdentity: Double]] = [:]

    /// The memory of the table of ids.
    var bytes: Int { entries.count * MemoryLayout<Entry>.stride }

    /// Whether the ids of a stream's day must still be inserted; the next call for the day returns false.
    mutating func mustRead(_ stream: DataType, day: Int32) -> Bool {
        let wanted = StreamDay(stream: stream, day: day)
        if lastDay < firstDays.count, firstDays[lastDay] == wanted { return false }
        for place in firstDays.indices where firstDays[place] == wanted {
            lastDay = place
            return false
        }
        if firstDays.count == Self.firstDaysMax { return days.insert(wanted).inserted }
        lastDay = firstDays.count
        firstDays.append(wanted)
        return true
    }

    /// Whether the long samples of a stream must still be inserted.
    func mustReadLong(_ stream: DataType) -> Bool { longStarts[stream.rawValue] == nil }

    /// Inserts all long samples of a stream.
    mutating func insert(long samples: [Sample], of stream: DataType) {
        longStarts[stream.rawValue] = Dictionary(samples.map { ($0.identity, $0.start) }) { $1 }
    }

    /// Inserts a new long sample, or one that replaced a copy at another place, if the stream was read.
    mutating func insert(long sample: Sample, of stream: UInt8) {
        longStarts[stream]?[sample.identity] = sample.start
    }

    /// Gives a number to a segment, for insertions.
    mutating func begin(_ stateKey: StateKey) -> Int32 {
        segments.append(stateKey)
        return Int32(segments.count - 1)
    }

    /// Inserts the ids of samples of a segment.
    mutating func insert(_ samples: [Sample], in segment: Int32) {
        reserve(samples.count)
        let key = key(of: segments[Int(segment)].day)
        for index in samples.indices { put(Entry(hash: Self.hash(samples[index].id, key), segment: segment)) }
    }

    /// Inserts the ids of a packed segment.
    ///
    /// Returns false if the bytes cannot be read.
    mutating func insert(idsIn bytes: [UInt8], of stateKey: StateKey) -> Bool {
        var unpacker = Unpacker(bytes)
        guard let count = Segment.skipToIDs(&unpacker) else { return false }
        var place = unpacker.place
        unpacker.skip(16 * count)
        if unpacker.isBroken { return false }
        reserve(count)
        let segment = begin(stateKey)
        let key = key(of: stateKey.day)
        let (mask, shift) = (entries.count - 1, slotShift)
        var table = entries.mutableSpan
        for _ in 0..<count {
            let id = unsafe UUID128(hi: unpacker.word(at: place), lo: unpacker.word(at: place &+ 8))
            place &+= 16
            let hash = Self.hash(id, key)
            var slot = Int(truncatingIfNeeded: hash &>> shift)
            // A slot is always within the table, by its mask.
            while unsafe !table[unchecked: slot].isNone { slot = (slot &+ 1) & mask }
            unsafe table[unchecked: slot] = Entry(hash: hash, segment: segment)
        }
        return true
    }

    /// Inserts a new sample, or one that replaced a copy at another place.
    ///
    /// The old place of a copy may stay in the index. No sample is found there.
    mutating func insert(_ sample: Sample, in segment: Int32) {
        if !starts.isEmpty, starts[segment] != nil {
            let isNew = starts[segment]?.updateValue(sample.start, forKey: sample.identity) == nil
            if !isNew { return }
        }
        reserve(1)
        put(Entry(hash: Self.hash(sample.id, key(of: segments[Int(segment)].day)), segment: segment))
    }

    /// Returns the places at which a copy of a sample may start; usually none or one.
    ///
    /// `rows` returns the samples of a segment.
    mutating func places(
        of identity: SampleIdentity,
        _ stream: DataType,
        _ rows: (StateKey) -> [Sample]
    ) -> [(stateKey: StateKey, start: Double)] {
        var places: [(stateKey: StateKey, start: Double)] = []
        if !longStarts.isEmpty, let start = longStarts[stream.rawValue]?[identity] {
            places.append((StateKey(.long, stream: stream), start))
        }
        if entries.isEmpty { return places }
        let hash = Self.hash(identity.id, key(of: identity.day))
        var slot = Int(truncatingIfNeeded: hash &>> slotShift)
        while !entries[slot].isNone {
            if entries[slot].hash == hash & ~Entry.segmentMask {
                let segment = entries[slot].segment
                if starts[segment] == nil {
                    let all = rows(segments[Int(segment)])
                    starts[segment] = Dictionary(all.map { ($0.identity, $0.start) }) { $1 }
                }
                if let start = starts[segment]?[identity] { places.append((segments[Int(segment)], start)) }
            }
            slot = (slot + 1) & (entries.count - 1)
        }
        return places
    }

    /// Makes room for further ids, and counts them.
    private mutating func reserve(_ further: Int) {
        count += further
        if count * 4 <= entries.count * 3 { return }
        // A usual day has several segments of some hundred ids, for which the table grows once.
        let room = count <= Self.usualCount ? count * 8 : count * 2
        var size = Self.entriesMin
        while size < room { size *= 2 }
        let old = entries
        entries = [Entry](repeating: .none, count: size)
        slotShift = 64 - UInt64(size.trailingZeroBitCount)
        for entry in old where !entry.isNone { put(entry) }
    }

    private mutating func put(_ entry: Entry) {
        var slot = Int(truncatingIfNeeded: entry.hash &>> slotShift)
        while !entries[slot].isNone { slot = (slot + 1) & (entries.count - 1) }
        entries[slot] = entry
    }

    /// Returns the key of the hashes of a day, so that samples of one id on many days do not collide.
    private func key(of day: Int32) -> (UInt64, UInt64) {
        (secret.0, secret.1 ^ UInt64(UInt32(bitPattern: day)))
    }

    /// Returns a hash of an id, whose upper bits are never 0, which marks an empty entry.
    @inline(__always) private static func hash(_ id: UUID128, _ key: (UInt64, UInt64)) -> UInt64 {
        let product = (id.hi ^ key.0).multipliedFullWidth(by: id.lo ^ key.1)
        return max(Entry.segmentMask + 1, product.high ^ product.low)
    }
}
