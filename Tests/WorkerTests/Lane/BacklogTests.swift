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
}
