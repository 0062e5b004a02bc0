import Health
import Kafka
import Observation
import Testing
import Worker

struct BacklogTests {
    private let topics = TopicNames(prefix: "fork.", forms: [])

    @Test func `the lag of partitions that are not read is requested every five seconds`() {
        var backlog = Backlog()
        let times: [(hasUnread: Bool, at: Int64)] = [(false, 10_000), (true, 14_999), (true, 15_000), (true, 19_999)]
        let asked = times.map { backlog.mustAsk(hasUnread: $0.hasUnread, at: $0.at) }
        #expect(asked == [false, false, true, false])
    }

    @Test func `the lag is what waits and what is uncommitted, until the partition is gone`() {
        var backlog = Backlog()
        #expect(backlog.isDue(at: 50))
        backlog.note([TopicPartition("fork.uploads", 0): 3], at: 50)
        #expect(!backlog.isDue(at: 99))
        let ends = [TopicPartition("fork.connections", 0): Watermarks(low: 2, high: 9)]
        backlog.note(ends, committed: [TopicPartition("fork.connections", 0): 4])
        var uncommitted = UncommittedInput()
        uncommitted.note(1_000, in: 0)
        let lag = backlog.look(at: [0], of: topics, uncommitted, committed: [:], wall: 5_000)
        #expect(lag.map(\.records) == [4, 5])
        #expect(lag.map(\.oldest) == [1_000, nil])
        backlog.forget([0])
        let gone = backlog.look(at: [0], of: topics, UncommittedInput(), committed: [:], wall: 5_000)
        #expect(gone.map(\.records) == [0, 0])
    }

    @Test(
        arguments: [
            // The timestamp of what was read, as long as there is something.
            [(3, 500, 5, 9_000, 500), (2, 700, 6, 9_050, 700), (0, nil, 7, 9_100, nil)],
            // What was not read yet waits since it was first seen.
            [(1, nil, 5, 9_000, 9_000), (5, nil, 5, 60_000, 9_000)],
            // Between two commits of a backlog the oldest stays as old as it was.
            [(90, 500, 5, 9_000, 500), (80, nil, 15, 9_050, 500), (80, 800, 15, 9_100, 800)],
            // After a pause the age begins anew.
            [(1, 500, 5, 1_000, 500), (0, nil, 6, 1_100, nil), (1, nil, 6, 3_600_000, 3_600_000)],
            // A partition that is tried again and again keeps the age of what was read once, until it is committed.
            [
                (1, 500, 5, 1_000, 500), (0, nil, 5, 1_050, 500), (0, nil, nil, 2_000, 500), (1, nil, nil, 6_000, 500),
                (1, nil, 5, 30_000, 500), (2, 600, 5, 30_050, 500), (0, nil, nil, 30_100, 500),
                (0, nil, 7, 31_000, nil),
            ],
            // A commit ends the age of what was read, also after the offset was unknown for a while.
            [(1, 500, 5, 9_000, 500), (1, 500, nil, 9_050, 500), (0, nil, 6, 9_100, nil)],
            // What was noticed before it was read is as old as its record.
            [(1, nil, nil, 9_000, 9_000), (1, 500, 5, 9_050, 500), (3, 400, 5, 9_100, 400), (3, 450, 5, 9_150, 400)],
        ] as [[(records: Int, read: Int64?, committed: Int64?, wall: Int64, oldest: Int64?)]]
    )
    func `the oldest upload has its timestamp until it is committed, or the time at which uploads began to wait`(
        looks: [(records: Int, read: Int64?, committed: Int64?, wall: Int64, oldest: Int64?)]
    ) {
        var backlog = Backlog()
        for look in looks {
            var uncommitted = UncommittedInput()
            if let read = look.read { uncommitted.note(read, in: 0) }
            backlog.note([TopicPartition("fork.uploads", 0): look.records - (look.read == nil ? 0 : 1)], at: 0)
            let committed: [Input: Int64] = look.committed.map { [.uploads(0): $0] } ?? [:]
            let lag = backlog.look(at: [0], of: topics, uncommitted, committed: committed, wall: look.wall)
            #expect(lag.first?.oldest == look.oldest, "\(look)")
        }
    }

    @Test func `the first upload that waits is looked up once, and again after a commit`() {
        var backlog = Backlog()
        let place = TopicPartition("fork.uploads", 0)
        func isUnknown() -> Bool {
            !backlog.unknownFirst([place: Watermarks(low: 0, high: 9)], committed: [:], of: topics).isEmpty
        }
        func look(_ committed: Int64?, wall: Int64) -> Int64? {
            let offsets: [Input: Int64] = committed.map { [.uploads(0): $0] } ?? [:]
            return backlog.look(at: [0], of: topics, UncommittedInput(), committed: offsets, wall: wall).first?.oldest
        }
        #expect(!isUnknown())
        backlog.note([place: 4], at: 0)
        #expect(isUnknown() && backlog.unknown(wall: 90_000) == [])
        #expect(look(nil, wall: 90_000) == 90_000)
        #expect(backlog.unknown(wall: 94_999) == [] && backlog.unknown(wall: 95_000) == [0])
        backlog.noteFirst(500, of: 0, committed: 5)
        #expect(!isUnknown() && backlog.unknown(wall: 95_000) == [])
        // The restored partition stands where its first upload waits.
        #expect(look(nil, wall: 96_000) == 500 && look(5, wall: 97_000) == 500)
        #expect(!isUnknown())
        #expect(look(6, wall: 98_000) == 500 && isUnknown())
        #expect(backlog.unknown(wall: 102_999) == [] && backlog.unknown(wall: 103_000) == [0])
        backlog.noteFirst(700, of: 0, committed: 6)
        #expect(look(6, wall: 104_000) == 700)
        // Transaction markers and aborted records are no uploads.
        backlog.note([place: 0], at: 0)
        #expect(look(6, wall: 105_000) == nil)
    }

    @Test func `only uploads that wait are looked up, at the committed offset or the first that still exists`() {
        var backlog = Backlog()
        let (zero, one) = (TopicPartition("fork.uploads", 0), TopicPartition("fork.uploads", 1))
        let (two, settings) = (TopicPartition("fork.uploads", 2), TopicPartition("fork.connections", 0))
        let ends = [zero, one, two, settings].reduce(into: [:]) { $0[$1] = Watermarks(low: 3, high: 9) }
        let committed = [zero: Int64(5), one: 1, two: 9, settings: 4]
        backlog.note(ends, committed: committed)
        #expect(backlog.unknownFirst(ends, committed: committed, of: topics) == [zero: 5, one: 3])
        #expect(backlog.unknownFirst([two: Watermarks(low: 3, high: 9)], committed: [:], of: topics) == [:])
        #expect(backlog.unknownFirst([zero: Watermarks(low: 3, high: 9)], committed: [:], of: topics) == [zero: 3])
    }

    @Test func `a partition that is gone is forgotten, and others are not`() {
        var backlog = Backlog()
        backlog.note([TopicPartition("fork.uploads", 0): 1, TopicPartition("fork.uploads", 1): 1], at: 0)
        _ = backlog.look(at: [0, 1], of: topics, UncommittedInput(), committed: [:], wall: 1_000)
        _ = backlog.look(at: [1], of: topics, UncommittedInput(), committed: [:], wall: 1_500)
        let lag = backlog.look(at: [0, 1], of: topics, UncommittedInput(), committed: [:], wall: 2_000)
        #expect(lag.map(\.oldest) == [2_000, nil, 1_000, nil])
    }
}
