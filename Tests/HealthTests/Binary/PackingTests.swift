import Health
import Randomness
import Testing
import Vocabulary

struct PackingTests {
    @Test(arguments: 0..<50 as Range<UInt64>)
    func `what was packed is unpacked`(seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        let words = (0..<20).map { _ in dice.next() >> UInt64.random(in: 0...63, using: &dice) }
        let texts = words.map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: Int($0 % 300)) }
        var packer = Packer()
        for (word, text) in zip(words, texts) {
            packer.unsigned(word)
            packer.signed(Int64(bitPattern: word))
            packer.word(word)
            packer.byte(UInt8(truncatingIfNeeded: word))
            packer.double(Double(word) / 3)
            packer.optional(word % 2 == 0 ? nil : Double(word))
            packer.optional(word % 3 == 0 ? nil : -Int64(word >> 1))
            packer.string(text)
            packer.string([0, 1, 2][1...])
            packer.count(text.count)
        }
        let bytes = [9] + packer.bytes
        var unpacker = Unpacker(bytes)
        #expect(unpacker.byte() == 9)
        // A count is bounded by what is left, so read there the plain number.
        for (word, text) in zip(words, texts) {
            #expect(unpacker.unsigned() == word, "seed \(seed)")
            #expect(unpacker.signed() == Int64(bitPattern: word), "seed \(seed)")
            #expect(unpacker.word() == word, "seed \(seed)")
            #expect(unpacker.byte() == UInt8(truncatingIfNeeded: word), "seed \(seed)")
            #expect(unpacker.double() == Double(word) / 3, "seed \(seed)")
            #expect(unpacker.optionalDouble() == (word % 2 == 0 ? nil : Double(word)), "seed \(seed)")
            #expect(unpacker.optionalInteger() == (word % 3 == 0 ? nil : -Int64(word >> 1)), "seed \(seed)")
            #expect(unpacker.string() == text, "seed \(seed)")
            #expect(unpacker.slice(of: bytes[...]) == [1, 2], "seed \(seed)")
            #expect(unpacker.unsigned() == UInt64(text.count), "seed \(seed)")
        }
        #expect(unpacker.isAtEnd && !unpacker.isBroken, "seed \(seed)")
    }

    @Test(
        arguments: [
            (0, [0]), (-1, [1]), (1, [2]), (-64, [127]), (64, [128, 1]),
            (Int64.max, [254, 255, 255, 255, 255, 255, 255, 255, 255, 1]),
            (Int64.min, [255, 255, 255, 255, 255, 255, 255, 255, 255, 1]),
        ] as [(Int64, [UInt8])]
    )
    func `small magnitudes are short`(number: Int64, bytes: [UInt8]) {
        var packer = Packer()
        packer.signed(number)
        #expect(packer.bytes == bytes)
    }

    @Test(
        arguments: [
            [], [0x80], [UInt8](repeating: 0xFF, count: 12), [5, 1, 2],
            [255, 255, 255, 255, 255, 255, 255, 255, 255, 1],
        ] as [[UInt8]]
    )
    func `a byte string that does not fit is broken and empty`(bytes: [UInt8]) {
        var unpacker = Unpacker(bytes)
        #expect(unpacker.string() == [])
        #expect(unpacker.isBroken && unpacker.isAtEnd)
        #expect(unpacker.word() == 0)
    }

    @Test func `a count is never more than the rest can hold`() {
        var packer = Packer()
        packer.count(3)
        packer.word(0)
        packer.word(0)
        let bytes = packer.bytes
        var fits = Unpacker(bytes)
        #expect(fits.count(bytesEach: 5) == 3)
        var tooMany = Unpacker(bytes)
        #expect(tooMany.count(bytesEach: 6) == 0)
        #expect(tooMany.isBroken && tooMany.isAtEnd)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `no bytes trap a reader of the state`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        for round in 0..<50 {
            var bytes = (0..<Int.random(in: 0...200, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
            // Mostly a known first byte, and many that say that a number goes on.
            if round % 4 != 0, !bytes.isEmpty { bytes[0] = 1 }
            if round % 3 == 0 { bytes = bytes.map { $0 | (Bool.random(using: &dice) ? 0x80 : 0) } }
            Self.read(bytes)
        }
        for good in try GoodBytes.all() {
            for _ in 0..<20 {
                var bytes = good
                bytes[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
                Self.read(bytes)
                Self.read(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &dice))))
            }
        }
    }

    @Test func `a list of workouts is read in its own format only`() {
        #expect(WorkoutDay([3, 0]) == nil)
        #expect(WorkoutDay([4, 0])?.entries.isEmpty == true)
        #expect(WorkoutDay([5, 0]) == nil)
    }

    /// A list of one origin.
    private static func origins(_ pool: inout Pool) -> OriginList {
        let origin = Origin(source: [], device: [], sourceKey: [], product: [], ownZone: .utc)
        _ = pool.intern(origin)
        let bytes = [2, 1, UInt8(origin.canonical.count)] + origin.canonical
        return OriginList(bytes, pool: &pool) ?? OriginList()
    }

    private static func read(_ bytes: [UInt8]) {
        var pool = Pool(zones: ZoneTable { _ in nil })
        _ = Segment(bytes, pool: &pool)
        let list = OriginList(bytes, pool: &pool) ?? origins(&pool)
        _ = Segment(bytes, naming: list, pool: &pool)
        _ = unsafe Segment.hasAny(of: SoughtIDs([UUID128(hi: 1, lo: 2)]), in: bytes.span.bytes)
        _ = unsafe Segment.hasAny(of: SoughtIDs((0..<9).map { UUID128(hi: 1, lo: $0) }), in: bytes.span.bytes)
        _ = Segment.sourcesAndDevices(in: bytes[...])
        _ = Extra(bytes[...])
        _ = Workout(bytes[...])
        _ = Location.unpack(bytes[...])
        _ = ConnectionSummary(bytes)
        _ = WorkoutDay(bytes)
        _ = WorkoutPlace(bytes)
        _ = SampleIDPage(bytes)?.days(of: [7])
        _ = PublishedDocuments(bytes, at: StateKey(.published, day: 1))
        _ = ConnectionSettings(bytes)
        _ = Origin(canonical: bytes.span, zones: ZoneTable { _ in nil })
    }
}
