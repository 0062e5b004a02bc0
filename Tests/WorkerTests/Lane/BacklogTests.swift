import Kafka
import Observation
import Testing
import Worker

struct BacklogTests {
    private let topics = TopicNames(prefix: "fork.")

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
        let lag = backlog.look(at: [0], of: topics, uncommitted, wall: 5_000)
        #expect(lag.map(\.records) == [4, 5])
        #expect(lag.map(\.oldest) == [1_000, nil])
        backlog.forget([0])
        #expect(backlog.look(at: [0], of: topics, UncommittedInput(), wall: 5_000).map(\.records) == [0, 0])
    }

    @Test(
        arguments: [
            // The timestamp of what was read, as long as there is something.
            [(3, 500, 9_000, 500), (2, 700, 9_050, 700), (0, nil, 9_100, nil)],
            // What was not read yet waits since it was first seen.
            [(1, nil, 9_000, 9_000), (5, nil, 60_000, 9_000)],
            // Between two commits of a backlog the oldest stays as old as it was.
            [(90, 500, 9_000, 500), (80, nil, 9_050, 500), (80, 800, 9_100, 800)],
            // After a pause the age begins anew.
            [(1, 500, 1_000, 500), (0, nil, 1_100, nil), (1, nil, 3_600_000, 3_600_000)],
        ] as [[(records: Int, read: Int64?, wall: Int64, oldest: Int64?)]]
    )
    func `the oldest upload has its timestamp, or the time at which uploads began to wait`(
        looks: [(records: Int, read: Int64?, wall: Int64, oldest: Int64?)]
    ) {
        var backlog = Backlog()
        for look in looks {
            var uncommitted = UncommittedInput()
            if let read = look.read { uncommitted.note(read, in: 0) }
            backlog.note([TopicPartition("fork.uploads", 0): look.records - (look.read == nil ? 0 : 1)], at: 0)
            let lag = backlog.look(at: [0], of: topics, uncommitted, wall: look.wall)
            #expect(lag.first?.oldest == look.oldest)
        }
    }

    @Test func `a partition that is gone is forgotten, and others are not`() {
        var backlog = Backlog()
        backlog.note([TopicPartition("fork.uploads", 0): 1, TopicPartition("fork.uploads", 1): 1], at: 0)
        _ = backlog.look(at: [0, 1], of: topics, UncommittedInput(), wall: 1_000)
        _ = backlog.look(at: [1], of: topics, UncommittedInput(), wall: 1_500)
        let lag = backlog.look(at: [0, 1], of: topics, UncommittedInput(), wall: 2_000)
        #expect(lag.map(\.oldest) == [2_000, nil, 1_000, nil])
    }
}
