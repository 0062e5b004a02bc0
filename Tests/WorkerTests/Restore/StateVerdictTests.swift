import Health
import Store
import Testing
import Worker

/// Whether a store, a changelog and the group's offsets belong together.
struct StateVerdictTests {
    private static func expected(isAdopting: Bool = false) -> ExpectedState {
        ExpectedState(clusterID: "c", topicPrefix: "p.", partitions: 3, groupID: "g", isAdopting: isAdopting)
    }

    private static func identity(_ id: UInt64 = 1, begin: Int64 = 0) -> StateIdentity {
        StateIdentity(
            id: UUID128(hi: id, lo: 0),
            clusterID: "c",
            topicPrefix: "p.",
            partition: 2,
            partitions: 3,
            changelogBegin: begin
        )
    }

    private static func verdict(
        _ offset: Int64,
        _ stored: StateIdentity?,
        _ logged: StateIdentity?,
        _ bounds: ClosedRange<Int64>,
        missed: String? = nil,
        isAdopting: Bool = false
    ) -> StoreVerdict {
        StoreVerdict(
            2,
            held: StoreVerdict.Held(offset: offset, identity: stored, missed: missed),
            logged: logged,
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
        guard case .refuse(let sentence) = verdict else {
            Issue.record("\(name): \(verdict)")
            return
        }
        #expect(sentence.contains(figure), "\(name): \(sentence)")
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
            guard case .refuse(let sentence) = verdict else {
                Issue.record("\(verdict)")
                continue
            }
            #expect(sentence.contains(words), "\(sentence)")
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
        isAdopting: Bool = false
    ) -> StartVerdict {
        var identity = state.map { _ in Self.identity() }
        identity?.uploads = state
        identity?.connections = 0
        return StartVerdict(
            state: identity,
            hasRecords: hasRecords,
            uploads: .init(
                LogBounds("p.uploads [2]", low: bounds.lowerBound, high: bounds.upperBound),
                group: group
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
            #expect(verdict == .goOn(uploads: first, connections: group ?? 0))
        }
    }

    @Test func `reading goes on where group and state are, where the state is, or at the beginning`() {
        #expect(Self.start(state: 5, group: 5, 0...9) == .goOn(uploads: 5, connections: 0))
        #expect(Self.start(state: 5, group: nil, 0...9) == .goOn(uploads: 5, connections: 0))
        #expect(Self.start(state: nil, group: nil, 3...9, hasRecords: false) == .goOn(uploads: 3, connections: 0))
        #expect(Self.start(state: nil, group: 0, 0...9, hasRecords: false) == .goOn(uploads: 0, connections: 0))
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
        guard case .refuse(let sentence) = verdict else {
            Issue.record("\(name): \(verdict)")
            return
        }
        #expect(sentence.contains(figure), "\(name): \(sentence)")
        let other = Self.start(state: state, group: group, bounds, hasRecords: state != nil, isAdopting: true)
        #expect(other == .goOn(uploads: adopted, connections: 0), "\(name)")
    }

    @Test func `state that does not say whose it is is refused`() {
        guard case .refuse = Self.start(state: nil, group: nil, 0...9) else {
            Issue.record("taken")
            return
        }
        #expect(Self.start(state: nil, group: nil, 0...9, isAdopting: true) == .goOn(uploads: 0, connections: 0))
    }
}
