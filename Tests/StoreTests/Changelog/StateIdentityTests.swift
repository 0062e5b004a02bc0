import Store
import Testing
import Vocabulary

/// What state says of itself.
struct StateIdentityTests {
    static let example = StateIdentity(
        id: UUID128(hi: 0x0102_0304_0506_4708, lo: 0x890A_0B0C_0D0E_0F10),
        clusterID: "MkU3OEVBNTcwNTJENDM2Qk",
        topicPrefix: "fork.",
        partition: 3,
        partitions: 6,
        changelogBegin: 0,
        uploads: 70_000,
        connections: nil
    )

    /// The same of a partition that is at work.
    private static let full: StateIdentity = {
        var full = example
        full.connections = 9
        full.lastUpload = LogMark(offset: 69_998, timestampMilliseconds: 1_700_000_000_000, checksum: .max)
        full.lastSettings = LogMark(offset: 0, timestampMilliseconds: -1, checksum: 0)
        full.changelogKnown = 1 << 40
        full.adoptions = 2
        return full
    }()

    /// A record of the format as it is kept: what is written once must be read as long as there are such changelogs.
    private static let kept: [UInt8] =
        [3, 1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0, 0, 0, 3, 0, 0, 0, 6]
        + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0x11, 0x70] + [UInt8](repeating: 255, count: 8)
        + [UInt8](repeating: 0, count: 12) + none + none + [0, 22] + Array("MkU3OEVBNTcwNTJENDM2Qk".utf8) + [0, 5]
        + Array("fork.".utf8)
    /// Where no record was read.
    private static let none = [UInt8](repeating: 255, count: 16) + [UInt8](repeating: 0, count: 8)

    @Test func `the kept record of format 3 is written and read as it was`() throws {
        #expect(Self.example.value == Self.kept)
        #expect(unsafe try StateIdentity(Self.kept.span.bytes, offset: 0) == Self.example)
    }

    @Test func `marks of inputs and what its writer knew of the changelog are kept`() throws {
        let bytes = Self.full.value
        #expect(unsafe try StateIdentity(bytes.span.bytes, offset: 0) == Self.full)
    }

    @Test func `names that are empty are read back as such`() throws {
        var bare = Self.example
        bare.clusterID = ""
        bare.topicPrefix = ""
        #expect(unsafe try StateIdentity(bare.value.span.bytes, offset: 0) == bare)
    }

    @Test func `what a replay has counted is kept beside it, and nothing of it where nobody counts`() throws {
        var counted = Self.example
        var tally = StateTally()
        tally.documents = 300
        tally.tombstones = 2
        tally.milliseconds = 70_000_000_000
        tally.accounting.samplesIn = 1 << 40
        tally.accounting.refusals = [.tooLate: 7]
        counted.tally = tally
        let bytes = counted.value
        #expect(unsafe try StateIdentity(bytes.span.bytes, offset: 0) == counted)
        counted.tally = StateTally()
        #expect(unsafe try StateIdentity(counted.value.span.bytes, offset: 0) == counted)
        let whole = Self.example.value.count
        for count in 0..<bytes.count where count != whole {
            let cut = Array(bytes.prefix(count))
            #expect(throws: StoreError.self) { unsafe try StateIdentity(cut.span.bytes, offset: 0) }
        }
        // A count of a newer version is passed over.
        let place = try #require((0..<bytes.count).first { bytes[$0...].starts(with: Array("tombstones".utf8)) })
        var newer = bytes
        newer[place] = UInt8(ascii: "z")
        tally.tombstones = 0
        counted.tally = tally
        #expect(unsafe try StateIdentity(newer.span.bytes, offset: 0) == counted)
    }

    @Test(arguments: [-1, 1 << 48 + 1, .max] as [Int64])
    func `a count that nothing can have come to is damage, and no number to add to`(count: Int64) {
        var counted = Self.example
        var tally = StateTally()
        tally.milliseconds = count
        counted.tally = tally
        let bytes = counted.value
        #expect(throws: StoreError.malformedValue(offset: 3)) {
            unsafe try StateIdentity(bytes.span.bytes, offset: 3)
        }
    }

    @Test(arguments: [(2, "format 2, which an older worker wrote"), (4, "format 4, which a newer worker wrote")])
    func `another format is refused by its number`(format: UInt8, words: String) {
        let other = [format] + Self.kept.dropFirst()
        let error = #expect(throws: StoreError.otherIdentity(format, known: 3, offset: 9)) {
            unsafe try StateIdentity(other.span.bytes, offset: 9)
        }
        #expect(error?.description.contains(words) == true)
        for count in 0..<Self.kept.count {
            let cut = Array(Self.kept.prefix(count))
            #expect(throws: StoreError.self) { unsafe try StateIdentity(cut.span.bytes, offset: 0) }
        }
    }

    @Test func `no connection has its key, and a replay tells it from state`() throws {
        #expect(ConnectionID(Array(StateIdentity.key.prefix(1))) == nil)
        var replay = Replay()
        let key = StateIdentity.key
        let change = unsafe try replay.take(key: key.span.bytes, value: Self.kept.span.bytes, offset: 5)
        #expect(change == nil)
        #expect(replay.identity?.value == Self.example)
        #expect(replay.identity?.offset == 5)
    }
}
