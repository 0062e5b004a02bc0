import Health
import Randomness
import Store
import Testing
import Vocabulary

/// Where a deletion looks for its sample: on few days, and never on too few.
struct SampleIDIndexTests {
    private static let first: Int32 = 8400
    private let connection = ConnectionID(Array("c".utf8))

    /// An instant as uploads may write it: a number.
    private static func at(_ day: Int32, _ second: Int = 60) -> Int { Int(day) * 86_400 + second }

    private static func upload(_ collected: Int, _ samples: [String], deleted: [Int] = []) -> [UInt8] {
        let deletions = deleted.map { "{\"id\":\"\(Line.id($0))\"}" }.joined(separator: ",")
        return Array(
            """
            {"upload_id":"\(Line.id(999))","connection_id":"c","collected_at":\(collected),\
            "samples":[\(samples.joined(separator: ","))],"deleted":[\(deletions)]}
            """.utf8
        )
    }

    private static func steps(_ number: Int, _ day: Int32) -> String {
        """
        {"id":"\(Line.id(number))","type":"HKQuantityTypeIdentifierStepCount","start_date":\(at(day, 60 + number % 70_000)),\
        "value":1,"unit":"count"}
        """
    }

    /// The ids that a store has in its segments.
    private func held(_ store: borrowing MemoryStore) throws -> Set<UUID128> {
        var ids: Set<UUID128> = []
        store.scan(StateKey.range(.segment, days: .min ... .max), of: try #require(connection)) { stateKey, value in
            if !stateKey.isOrigins { _ = Segment.eachID(in: value) { ids.insert($0) } }
        }
        return ids
    }

    private func id(_ number: Int) throws -> UUID128 { try #require(UUID128(Line.id(number))) }

    /// A connection with a sample on each of so many days, and a deletion of nothing.
    private func history(_ days: Int32) -> CommitLoop<MemoryStore> {
        var loop = CommitLoop()
        let samples = (0..<days).map { Self.steps(Int($0), Self.first + $0) }
        loop.add(line: Self.upload(Self.at(Self.first + days), samples))
        loop.commit()
        loop.add(line: Self.upload(Self.at(Self.first + days), [], deleted: [700_000]))
        loop.commit()
        return loop
    }

    @Test(arguments: [0, 100, 101, 390, 398, 399])
    func `a deletion finds its sample on any day, without looking at most of them`(number: Int) throws {
        let loop = history(400)
        let store = loop.state
        let reads = CountedReads(of: store)
        var second = CommitLoop(Processor(rules: Rules(), zones: ZoneTable { _ in nil }), over: reads)
        second.add(line: Self.upload(Self.at(Self.first + 400), [], deleted: [number]))
        var after = store
        let outcome = second.commit { outcome, _ in after.apply(outcome.changes) }
        #expect(outcome.unreadable == nil)
        let isHeld = try held(after).contains(try id(number))
        #expect(!isHeld)
        #expect(try held(after).count == 399)
        // In one go a page of each of fifty blocks, and some of the neighbourhood of what is found.
        #expect(reads.count < 20)
        #expect(reads.scanned < 70)
    }

    @Test func `the days of a block that are over are looked through by one deletion a day`() throws {
        let days = Int32(7)
        var loop = history(days)
        func scanned(collected day: Int32) -> Int {
            let reads = CountedReads(of: loop.state)
            var next = CommitLoop(Processor(rules: Rules(), zones: ZoneTable { _ in nil }), over: reads)
            next.add(line: Self.upload(Self.at(Self.first + day), [], deleted: [700_001 + Int(day)]))
            var after = loop.state
            next.commit { outcome, _ in after.apply(outcome.changes) }
            loop.state = after
            return reads.scanned
        }
        let again = scanned(collected: days)
        let nextDay = scanned(collected: days + 1)
        let nextDayAgain = scanned(collected: days + 1)
        // Of seven days a segment each, and where their samples are from.
        #expect(again < 4 && nextDayAgain < 4)
        #expect(nextDay > 14)
    }

    @Test func `a sample that comes late to an indexed day is deleted like others`() throws {
        var loop = history(100)
        let now = Self.at(Self.first + 100)
        loop.add(line: Self.upload(now, [Self.steps(5001, Self.first + 3), Self.steps(5002, Self.first + 60)]))
        loop.commit()
        // In one commit with a deletion that indexes nothing, and with one of many days that indexes all again.
        loop.add(line: Self.upload(now, [Self.steps(5003, Self.first + 4)], deleted: [1]))
        loop.commit()
        let many = (0..<40).map { Self.steps(6000 + $0, Self.first + Int32($0)) }
        loop.add(line: Self.upload(now, many, deleted: [2]))
        loop.commit()
        for number in [5001, 5002, 5003, 6000, 6039] {
            loop.add(line: Self.upload(now, [], deleted: [number]))
            let unreadable = loop.commit().unreadable
            #expect(unreadable == nil)
            let isHeld = try held(loop.state).contains(try id(number))
            #expect(!isHeld, "\(number)")
        }
        let count = try held(loop.state).count
        #expect(count == 98 + 38)
    }

    @Test func `a page that is lost is not taken for an empty one`() throws {
        let loop = history(100)
        let connection = try #require(connection)
        let lost = StateKey(.heldIDs, day: (Self.first + 50) >> 3)
        var store = loop.state
        #expect(store.value(at: lost, of: connection) != nil)
        store.apply([StateChange(connection: connection, stateKey: lost, value: nil, heldBytes: nil)])
        var second = CommitLoop(over: store)
        second.add(line: Self.upload(Self.at(Self.first + 100), [], deleted: [50]))
        let unreadable = second.commit().unreadable
        #expect(unreadable?.format == .heldPage)
    }

    @Test func `what can't be read is not indexed as nothing`() throws {
        var loop = CommitLoop()
        let connection = try #require(connection)
        let samples = (0..<40).map { Self.steps(Int($0), Self.first + $0) }
        loop.add(line: Self.upload(Self.at(Self.first + 40), samples))
        loop.commit()
        let later = StateKey.segment(stream: .heart, start: Double(Self.at(Self.first + 9)), end: 0)
        loop.state.apply([StateChange(connection: connection, stateKey: later, value: [9, 0, 0], heldBytes: nil)])
        loop.add(line: Self.upload(Self.at(Self.first + 40), [], deleted: [700_000]))
        let unreadable = loop.commit().unreadable
        #expect(unreadable?.format == .segment)
    }

    @Test func `ids are found in each page of a block`() throws {
        var loop = CommitLoop()
        let samples = (0..<5000).map { Self.steps($0, Self.first + Int32($0 % 8)) }
        loop.add(line: Self.upload(Self.at(Self.first + 30), samples))
        loop.commit()
        loop.add(line: Self.upload(Self.at(Self.first + 30), [], deleted: [700_000]))
        loop.commit()
        let pages = StateKey.range(.heldIDs, days: Self.first >> 3...Self.first >> 3)
        let count = loop.state.stateKeys(in: pages, of: try #require(connection)).count
        #expect(count == 8)
        // Two at a time, of days apart: a look at the day of one does not find the other.
        for number in 0..<16 {
            loop.add(line: Self.upload(Self.at(Self.first + 30), [], deleted: [number * 72, number * 72 + 3]))
            let unreadable = loop.commit().unreadable
            #expect(unreadable == nil)
        }
        let left = try held(loop.state).count
        #expect(left == 5000 - 32)
    }

    @Test func `a long history is indexed by one deletion after the other, and each finds its sample meanwhile`() throws
    {
        var loop = CommitLoop()
        let connection = try #require(connection)
        // The first block alone is as much as one commit indexes.
        let all = SampleIDIndex.indexedMax + 20
        let collected = Self.at(Self.first + 40)
        let samples = (0..<all).map { Self.steps($0, Self.first + ($0 < SampleIDIndex.indexedMax ? 0 : 8)) }
        loop.add(line: Self.upload(collected, samples))
        loop.commit()
        func indexed(_ store: borrowing MemoryStore) -> Int {
            let blocks = (Self.first >> 3)...(Self.first >> 3) + 1
            return Set(store.stateKeys(in: StateKey.range(.heldIDs, days: blocks), of: connection).map(\.day)).count
        }
        for (number, expected) in [(all - 1, 1), (all - 2, 2), (5, 2)] {
            loop.add(line: Self.upload(collected, [], deleted: [number]))
            loop.commit()
            let blocks = indexed(loop.state)
            #expect(blocks == expected)
        }
        let left = try held(loop.state)
        let gone = try [all - 1, all - 2, 5].map(id)
        #expect(left.count == all - 3 && left.isDisjoint(with: gone))
    }

    @Test func `many deletions at once find all of their samples`() throws {
        var loop = history(400)
        loop.add(line: Self.upload(Self.at(Self.first + 400), [], deleted: Array(0..<SampleIDIndex.soughtMax + 1)))
        loop.commit()
        let count = try held(loop.state).count
        #expect(count == 399 - SampleIDIndex.soughtMax)
    }

    @Test func `what has left the state leaves the index`() throws {
        var loop = history(100)
        let pages = StateKey.range(.heldIDs, days: .min + 1 ... .max)
        let before = loop.state.stateKeys(in: pages, of: try #require(connection))
        loop.add(line: Self.upload(Self.at(Self.first + 450), [Self.steps(9000, Self.first + 449)]))
        loop.commit()
        let after = loop.state.stateKeys(in: pages, of: try #require(connection))
        // Twelve blocks, and of the thirteenth what is over.
        #expect(before.count == 13)
        // The horizon lies fifty days after the first.
        #expect(after == before.filter { $0.day >= (Self.first + 50) >> 3 })
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `whatever comes when, a deletion leaves nothing of its sample`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        var loop = CommitLoop()
        var living: [Int] = []
        var day = Self.first
        var next = 0
        for _ in 0..<120 {
            if Int.random(in: 0...2, using: &dice) > 0 { day += Int32.random(in: 0...3, using: &dice) }
            var samples: [String] = []
            for _ in 0..<Int.random(in: 0...12, using: &dice) {
                let isLate = Int.random(in: 0...3, using: &dice) == 0
                let of = isLate ? Int32.random(in: max(Self.first, day - 90)...day, using: &dice) : day
                samples.append(Self.steps(next, of))
                living.append(next)
                next += 1
            }
            var deleted: [Int] = []
            if Bool.random(using: &dice) {
                for _ in 0..<Int.random(in: 0...3, using: &dice) where living.count > 20 {
                    // Those of this upload are among them: they never are held.
                    deleted.append(living.remove(at: Int.random(in: 0..<living.count, using: &dice)))
                }
            }
            loop.add(line: Self.upload(Self.at(day, 80_000), samples, deleted: deleted))
            if Bool.random(using: &dice) { continue }
            let unreadable = loop.commit().unreadable
            #expect(unreadable == nil)
            let ids = try held(loop.state)
            #expect(ids == Set(try living.map { try id($0) }), "seed \(seed)")
        }
    }

    @Test func `a page tells the days of its hashes`() throws {
        var dice = SeededRandom(seed: 4)
        let entries = (0..<1000).map { (hash: dice.next(), day: UInt8($0 % 8)) }
        let page = try #require(SampleIDPage(SampleIDPage(entries + entries).packed))
        #expect(page.packed.count == 3001)
        for (hash, day) in entries { #expect(page.days(of: [hash]) >> day & 1 == 1) }
        let strange = (0..<1000).filter { _ in page.days(of: [dice.next()]) != 0 }
        #expect(strange.count < 5)
        #expect(page.days(of: entries.prefix(3).map(\.hash)) & 7 == 7)
        #expect(SampleIDPage(Array(page.packed.dropLast())) == nil)
    }
}
