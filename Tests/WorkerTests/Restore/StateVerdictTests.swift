import Observation
import Store
import Testing
import Vocabulary
import Worker

/// Whether a store, a changelog and the group's offsets belong together.
struct StateVerdictTests {
    private static func expected(isAdopting: Bool = false) -> ExpectedState {
        ExpectedState(clusterID: "c", topicPrefix: "p.", partitions: 3, groupID: "g", isAdopting: isAdopting)
    }

    private static func identity(
        _ id: UInt64 = 1,
        begin: Int64 = 0,
        known: Int64 = 0,
        adoptions: UInt32 = 0
    ) -> StateIdentity {
        var identity = StateIdentity(
            id: UUID128(hi: id, lo: 0),
            clusterID: "c",
            topicPrefix: "p.",
            partition: 2,
            partitions: 3,
            changelogBegin: begin
        )
        identity.changelogKnown = known
        identity.adoptions = adoptions
        return identity
    }

    private static func verdict(
        _ offset: Int64,
        _ stored: StateIdentity?,
        _ logged: StateIdentity?,
        _ bounds: ClosedRange<Int64>,
        missed: String? = nil,
        comparison: LogComparison = .unknown,
        isAdopting: Bool = false,
        at place: Int64? = nil,
        stableEnd: Int64? = nil
    ) -> StoreVerdict {
        StoreVerdict(
            2,
            held: StoreVerdict.Held(offset: offset, identity: stored, missed: missed, comparison: comparison),
            logged: logged.map {
                .init($0, at: place ?? bounds.upperBound - 2, stableEnd: stableEnd ?? bounds.upperBound)
            },
            log: LogBounds("p.state [2]", low: bounds.lowerBound, high: bounds.upperBound),
            expected: expected(isAdopting: isAdopting)
        )
    }

    @Test func `a store of this partition goes on where it is, and an empty one from the beginning`() {
        let own = Self.identity()
        #expect(Self.verdict(0, nil, nil, 0...0) == .read(from: 0))
        #expect(Self.verdict(0, nil, nil, 7...7) == .read(from: 7))
        #expect(Self.verdict(0, nil, own, 0...9) == .read(from: 0))
        #expect(Self.verdict(5, own, own, 0...9) == .read(from: 5))
        #expect(Self.verdict(5, own, own, 0...9, missed: "old") == .rebuild("old"))
        // At the end there was nothing to miss.
        #expect(Self.verdict(9, own, own, 0...9, missed: "old") == .read(from: 9))
    }

    @Test func `the record of a store's identity has its offset and its content`() {
        let logged = StoreVerdict.Logged(Self.identity(known: 3), at: 4, stableEnd: 9)
        #expect(logged.isRecord(of: Self.identity(known: 3), at: 4))
        #expect(!logged.isRecord(of: Self.identity(known: 3), at: 5))
        // A changelog that was made again, or a newer record of the same state.
        #expect(!logged.isRecord(of: Self.identity(2, known: 3), at: 4))
        #expect(!logged.isRecord(of: Self.identity(known: 2), at: 4))
        #expect(!logged.isRecord(of: nil, at: 4))
    }

    @Test func `a changelog with another record at the last known offset is refused, whatever else it has`() {
        let own = Self.identity()
        let mark = LogMark(offset: 4, timestampMilliseconds: -1, checksum: 1)
        let found = LogMark(offset: 4, timestampMilliseconds: 8, checksum: 2)
        let other = LogComparison.other(mark, found: found)
        guard case .refuse(let reason) = Self.verdict(5, own, own, 0...9, comparison: other) else {
            Issue.record("taken")
            return
        }
        #expect(
            reason.sentence.contains("another record at offset 4") && reason.sentence.contains("--adopt-state"),
            "\(reason)"
        )
        #expect(Self.verdict(5, own, own, 0...9, comparison: other, isAdopting: true) == .writeBack(from: 9))
        // Another owner of the partition has written a newer identity since, and compaction removed the one before.
        #expect(Self.verdict(5, own, own, 0...9, comparison: .other(mark, found: nil)) == .read(from: 5))
        #expect(Self.verdict(5, own, own, 0...9, comparison: .same) == .read(from: 5))
    }

    @Test func `a store that has seen the end of a changelog without state is empty`() {
        // It ends behind nothing but what was aborted or deleted, and then another worker has committed.
        #expect(Self.verdict(7, nil, nil, 7...7) == .read(from: 7))
        #expect(Self.verdict(7, nil, nil, 0...9) == .read(from: 0))
        #expect(Self.verdict(7, nil, Self.identity(), 0...9) == .read(from: 0))
    }

    @Test(
        arguments: [
            ("emptied", 5, identity(), nil, 9...9, "is empty (it ends at 9)"),
            ("made again", 5, identity(), nil, 0...0, "offset 5"),
            ("made again and used", 5, identity(1), identity(2), 0...9, "another state"),
            ("cut at its end", 12, identity(), identity(), 0...9, "ends at 9"),
            ("cut at its beginning", 5, identity(), identity(), 6...9, "begins at 6"),
            ("cut where the store has it", 8, identity(), identity(), 6...9, "begins at 6"),
            ("cut without a store", 0, nil, identity(), 6...9, "begins at 6"),
        ] as [(String, Int64, StateIdentity?, StateIdentity?, ClosedRange<Int64>, String)]
    )
    func `a changelog that has lost state is refused with its figures, and no store is emptied for it`(
        name: String,
        offset: Int64,
        stored: StateIdentity?,
        logged: StateIdentity?,
        bounds: ClosedRange<Int64>,
        figure: String
    ) {
        let verdict = Self.verdict(offset, stored, logged, bounds, missed: "old")
        guard case .refuse(let reason) = verdict else {
            Issue.record("\(name): \(verdict)")
            return
        }
        #expect(reason.sentence.contains(figure), "\(name): \(reason)")
    }

    @Test(arguments: 0..<5)
    func `state of elsewhere is refused wherever it lies`(field: Int) {
        var other = Self.identity()
        let words: String
        switch field {
        case 0: (other.clusterID, words) = ("d", "cluster d")
        case 1: (other.topicPrefix, words) = ("q.", "'q.'")
        case 2: (other.partitions, words) = (1, "1 partition(s)")
        case 3: (other.partitions, words) = (9, "9 partition(s)")
        default: (other.partition, words) = (0, "partition 0")
        }
        for (stored, logged) in [(other, Self.identity()), (Self.identity(), other), (other, nil)] {
            let verdict = Self.verdict(5, stored, logged, 0...9)
            guard case .refuse(let reason) = verdict else {
                Issue.record("\(verdict)")
                continue
            }
            #expect(reason.sentence.contains(words), "\(reason)")
            if case .refuse = Self.verdict(5, stored, logged, 0...9, isAdopting: true) { Issue.record("not adopted") }
        }
    }

    @Test func `what is adopted is the changelog where it is whole, else what the store has`() {
        let own = Self.identity()
        #expect(Self.verdict(5, own, own, 0...9, isAdopting: true) == .read(from: 5))
        #expect(Self.verdict(5, own, nil, 9...9, isAdopting: true) == .writeBack(from: 9))
        #expect(Self.verdict(8, own, own, 6...9, isAdopting: true) == .writeBack(from: 8))
        #expect(Self.verdict(12, own, own, 0...9, isAdopting: true) == .writeBack(from: 9))
        #expect(Self.verdict(0, nil, own, 6...9, isAdopting: true) == .read(from: 6))
        let other = Self.identity(2)
        #expect(Self.verdict(5, own, other, 0...9, isAdopting: true) == .rebuild("the changelog has another state"))
    }

    private static func start(
        state: Int64?,
        group: Int64?,
        _ bounds: ClosedRange<Int64>,
        hasRecords: Bool = true,
        hasIdentity: Bool = false,
        isAdopting: Bool = false,
        lastRead: LogComparison = .unknown
    ) -> StartVerdict {
        var identity = hasIdentity || state != nil ? Self.identity() : nil
        identity?.uploads = state
        identity?.connections = 0
        return StartVerdict(
            state: identity,
            hasRecords: hasRecords,
            uploads: .init(
                LogBounds("p.uploads [2]", low: bounds.lowerBound, high: bounds.upperBound),
                group: group,
                lastRead: lastRead
            ),
            connections: .init(LogBounds("p.connections [2]", low: 0, high: 0), group: nil),
            stateName: "p.state [2]",
            expected: expected(isAdopting: isAdopting)
        )
    }

    @Test(arguments: [(nil, 3), (0, 3), (5, 5)] as [(Int64?, Int64)])
    func `what begins with an offset is read from there, or from the first that is left`(begin: Int64?, first: Int64) {
        let log = LogBounds("p.uploads [2]", low: 3, high: 9)
        for group in [nil, 7] as [Int64?] {
            let verdict = StartVerdict(
                state: nil,
                hasRecords: false,
                uploads: .init(log, group: nil, begin: begin),
                connections: .init(LogBounds("p.connections [2]", low: 0, high: 9), group: group),
                stateName: "p.state [2]",
                expected: Self.expected(isAdopting: true)
            )
            #expect(verdict == .resume(uploads: first, connections: group ?? 0))
        }
    }

    @Test func `reading goes on where group and state are, where the state is, or at the beginning`() {
        #expect(Self.start(state: 5, group: 5, 0...9) == .resume(uploads: 5, connections: 0))
        for lastRead in [LogComparison.same, .expired] {
            #expect(Self.start(state: 5, group: 5, 0...9, lastRead: lastRead) == .resume(uploads: 5, connections: 0))
        }
        #expect(Self.start(state: 5, group: nil, 0...9, lastRead: .same) == .resume(uploads: 5, connections: 0))
        // It has read no record: whatever is there is new.
        #expect(Self.start(state: 5, group: nil, 0...9) == .resume(uploads: 0, connections: 0))
        #expect(Self.start(state: 5, group: nil, 0...3) == .resume(uploads: 0, connections: 0))
        #expect(Self.start(state: nil, group: nil, 3...9, hasRecords: false) == .resume(uploads: 3, connections: 0))
        #expect(Self.start(state: nil, group: 0, 0...9, hasRecords: false) == .resume(uploads: 0, connections: 0))
    }

    @Test(arguments: [(4, 4), (5, 5)] as [(Int64, Int64)])
    func `where the last record and the group's offset have both gone, nothing that is there is skipped`(
        low: Int64,
        first: Int64
    ) {
        // The state has read up to 5, the record at 3 last, and a marker. Another log that begins here has records there.
        let mark = LogMark(offset: 3, timestampMilliseconds: 7, checksum: 1)
        let log = LogBounds("p.uploads [2]", low: low, high: 9)
        let lastRead = LogComparison(KnownLog(.mainInput, mark: mark), in: log, found: nil)
        #expect(lastRead == .expired)
        for isAdopting in [false, true] {
            let verdict = Self.start(state: 5, group: nil, low...9, isAdopting: isAdopting, lastRead: lastRead)
            #expect(verdict == .resume(uploads: first, connections: 0))
        }
        // What lay behind it was never read.
        guard case .refuse(let reason) = Self.start(state: 5, group: nil, 6...9, lastRead: .expired) else {
            Issue.record("gone unread")
            return
        }
        #expect(reason.sentence.contains("from 5 to 5 were deleted before they were read"))
    }

    @Test(
        arguments: [
            ("beyond the end", 50, 50, 0...1, "up to offset 50", 0),
            ("before the start", 5, 5, 7...9, "from 5 to 6", 7),
            ("expired, and gone since", 5, nil, 7...9, "up to offset 5", 7), ("ahead", 5, 8, 0...9, "from 5 to 7", 8),
            ("set back", 5, 2, 0...9, "up to 5", 2), ("without state", nil, 5, 0...9, "has no state", 5),
            ("beyond the end, but not the state", 1, 50, 0...1, "up to offset 50", 1),
        ] as [(String, Int64?, Int64?, ClosedRange<Int64>, String, Int64)]
    )
    func `offsets that fit neither log nor state are refused with their figures, and adopted on request`(
        name: String,
        state: Int64?,
        group: Int64?,
        bounds: ClosedRange<Int64>,
        figure: String,
        adopted: Int64
    ) {
        let verdict = Self.start(state: state, group: group, bounds, hasRecords: state != nil)
        guard case .refuse(let reason) = verdict else {
            Issue.record("\(name): \(verdict)")
            return
        }
        #expect(reason.sentence.contains(figure), "\(name): \(reason)")
        let other = Self.start(state: state, group: group, bounds, hasRecords: state != nil, isAdopting: true)
        #expect(other == .resume(uploads: adopted, connections: 0), "\(name)")
    }

    @Test func `state that does not say whose it is is refused`() {
        guard case .refuse = Self.start(state: nil, group: nil, 0...9) else {
            Issue.record("taken")
            return
        }
        #expect(Self.start(state: nil, group: nil, 0...9, isAdopting: true) == .resume(uploads: 0, connections: 0))
    }

    @Test func `state from before the first upload does not fit a group that has read uploads`() {
        let first = Self.start(state: nil, group: 0, 0...9, hasIdentity: true)
        #expect(first == .resume(uploads: 0, connections: 0))
        if case .resume = Self.start(state: nil, group: 5, 0...9, hasIdentity: true) { Issue.record("taken") }
    }

    private static let mark = LogMark(offset: 4, timestampMilliseconds: 70, checksum: 1)
    private static let other = LogMark(offset: 4, timestampMilliseconds: 80, checksum: 2)

    @Test(
        arguments: [
            ("grown, without the group's offsets", 5, nil, .other(mark, found: other), "timestamp is 80", 0),
            ("grown, and the group goes on in it", 5, 5, .other(mark, found: other), "timestamp 70", 0),
            ("a marker there", 5, nil, .other(mark, found: nil), "is not there", 0),
            ("maybe compacted, without the group's offsets", 5, nil, .gone(mark), "no offset", 0),
            ("set back to its beginning", 5, 0, .other(mark, found: other), "up to 5", 0),
            ("set elsewhere", 5, 7, .other(mark, found: other), "from 5 to 6", 7),
        ] as [(String, Int64, Int64?, LogComparison, String, Int64)]
    )
    func `an input that is another one is refused however long it is, and read from its beginning when adopted`(
        name: String,
        state: Int64,
        group: Int64?,
        lastRead: LogComparison,
        figure: String,
        adopted: Int64
    ) {
        let verdict = Self.start(state: state, group: group, 0...9, lastRead: lastRead)
        guard case .refuse(let reason) = verdict else {
            Issue.record("\(name): \(verdict)")
            return
        }
        #expect(reason.sentence.contains(figure) && reason.sentence.contains("--adopt-state"), "\(name): \(reason)")
        let other = Self.start(state: state, group: group, 0...9, isAdopting: true, lastRead: lastRead)
        #expect(other == .resume(uploads: adopted, connections: 0), "\(name)")
    }

    @Test func `a compacted record that the group has committed says nothing`() {
        #expect(
            Self.start(state: 5, group: 5, 0...9, lastRead: .gone(Self.mark)) == .resume(uploads: 5, connections: 0)
        )
    }

    @Test(arguments: [0, 3] as [Int64])
    func `an identity that lies below what its writer knew is refused, with a store and without`(held: Int64) {
        let own = Self.identity(known: 8)
        let stored = held > 0 ? Self.identity(known: 2) : nil
        #expect(Self.verdict(held, stored, own, 0...20, at: 8) == .read(from: held))
        guard case .refuse(let reason) = Self.verdict(held, stored, own, 0...20, at: 7) else {
            Issue.record("taken")
            return
        }
        #expect(reason.sentence.contains("at offset 7") && reason.sentence.contains("up to offset 8"), "\(reason)")
        let adopted = Self.verdict(held, stored, own, 0...20, isAdopting: true, at: 7)
        #expect(adopted == (held > 0 ? .writeBack(from: 3) : .read(from: 0)))
    }

    @Test func `a changelog whose newest state is older than the store's has lost it, however long it is`() {
        let (older, newer) = (Self.identity(known: 3), Self.identity(known: 5))
        guard case .refuse(let reason) = Self.verdict(9, newer, older, 0...20, at: 4) else {
            Issue.record("taken")
            return
        }
        #expect(
            reason.sentence.contains("at offset 4") && reason.sentence.contains("newest records were lost"),
            "\(reason)"
        )
        #expect(Self.verdict(9, newer, older, 0...20, isAdopting: true, at: 4) == .writeBack(from: 9))
        // The markers of the commit that the store has are still to be written.
        #expect(Self.verdict(9, newer, older, 0...20, at: 4, stableEnd: 8) == .read(from: 9))
        #expect(Self.verdict(9, newer, newer, 0...20) == .read(from: 9))
        #expect(Self.verdict(9, older, newer, 0...20) == .read(from: 9))
    }

    @Test(arguments: [false, true])
    func `what was copied before an operator had the changelog adopted is rebuilt from it`(isAdopting: Bool) {
        let (before, after) = (Self.identity(known: 9), Self.identity(known: 4, adoptions: 1))
        for end: Int64 in [6, 20] {
            let verdict = Self.verdict(10, before, after, 0...end, isAdopting: isAdopting, at: 5)
            #expect(verdict == .rebuild("another worker has adopted the changelog as it is"))
        }
    }

    @Test func `each mismatch has the code that its row in the docs has`() {
        func code(_ verdict: StoreVerdict) -> Reason.Code? {
            if case .refuse(let reason) = verdict { reason.code } else { nil }
        }
        func code(_ verdict: StartVerdict) -> Reason.Code? {
            if case .refuse(let reason) = verdict { reason.code } else { nil }
        }
        let own = Self.identity()
        var (cluster, prefix, count, place) = (own, own, own, own)
        (cluster.clusterID, prefix.topicPrefix, count.partitions, place.partition) = ("d", "q.", 9, 0)
        let marked = LogMark(offset: 4, timestampMilliseconds: -1, checksum: 1)
        let found = LogMark(offset: 4, timestampMilliseconds: 8, checksum: 2)
        let stores = [
            Self.verdict(5, cluster, own, 0...9), Self.verdict(5, own, prefix, 0...9),
            Self.verdict(5, count, nil, 0...9),
            Self.verdict(5, place, own, 0...9), Self.verdict(5, own, nil, 9...9), Self.verdict(12, own, own, 0...9),
            Self.verdict(0, nil, own, 6...9), Self.verdict(5, own, Self.identity(2), 0...9),
            Self.verdict(5, own, own, 0...9, comparison: .other(marked, found: found)),
        ]
        #expect(
            stores.map(code) == [
                .stateOfOtherCluster, .stateOfOtherPrefix, .partitionCountChanged, .stateOfOtherPartition,
                .stateTruncated, .stateTruncated, .stateTruncated, .stateReplaced, .stateReplaced,
            ]
        )
        let starts = [
            Self.start(state: 50, group: 50, 0...1, hasRecords: true),
            Self.start(state: 5, group: nil, 7...9, hasRecords: true),
            Self.start(state: nil, group: 5, 0...9, hasRecords: false),
            Self.start(state: 5, group: 8, 0...9, hasRecords: true),
            Self.start(state: 5, group: nil, 0...9, lastRead: .gone(Self.mark)),
            Self.start(state: 5, group: 5, 0...9, lastRead: .other(Self.mark, found: Self.other)),
            Self.start(state: nil, group: nil, 0...9),
        ]
        #expect(
            starts.map(code) == [
                .inputTruncated, .inputTruncated, .stateMissing, .offsetsReset, .inputRecreated, .inputRecreated,
                .stateWithoutIdentity,
            ]
        )
    }
}
