import Kafka
import Operations
import Testing

struct StatusTests {
    private static func reading(_ time: Int64, end: Int64, committed: Int64?) -> StatusReading {
        var reading = StatusReading(at: time)
        reading.group.members = [
            GroupMember(
                clientID: "fork-worker-w-0",
                instanceID: "w-0",
                host: "/10.0.0.3",
                partitions: [TopicPartition("fork.connections", 0), TopicPartition("fork.uploads", 0)]
            )
        ]
        reading.group.partitions = [
            StatusReading.Partition(TopicPartition("fork.connections", 0), begin: 0, end: 4, committed: 4),
            StatusReading.Partition(TopicPartition("fork.uploads", 1), begin: 10, end: 15, committed: nil),
            StatusReading.Partition(TopicPartition("fork.uploads", 0), begin: 0, end: end, committed: committed),
        ]
        reading.oldest = [TopicPartition("fork.uploads", 0): time - 2_500]
        return reading
    }

    @Test func `a partition has its owner, its lag, and the age of what waits`() {
        let status = Status(Self.reading(60_000, end: 120, committed: 100))
        #expect(
            status.partitions.map(\.place.description) == [
                "fork.uploads [0]", "fork.uploads [1]", "fork.connections [0]",
            ]
        )
        #expect(status.partitions.map(\.owner) == ["w-0", nil, "w-0"])
        #expect(status.partitions.map(\.lag) == [20, 5, 0])
        #expect(status.partitions.map(\.oldestSeconds) == [2.5, nil, nil])
        #expect(status.partitions.allSatisfy { $0.arrivingPerSecond == nil && $0.committedPerSecond == nil })
    }

    @Test func `two readings make a rate`() {
        let earlier = Self.reading(60_000, end: 120, committed: 100)
        let status = Status(Self.reading(62_000, end: 130, committed: 125), after: earlier)
        #expect(status.partitions[0].arrivingPerSecond == 5)
        #expect(status.partitions[0].committedPerSecond == 12.5)
        #expect(status.partitions[1].arrivingPerSecond == 0)
        #expect(status.partitions[1].committedPerSecond == nil)
        let back = Status(Self.reading(62_000, end: 7, committed: 7), after: earlier)
        #expect(back.partitions[0].committedPerSecond == 0, "a topic that was made again goes no way back")
        #expect(Status(earlier, after: earlier).partitions[0].arrivingPerSecond == nil)
    }

    @Test func `what was deleted before it was read is no lag`() {
        let place = TopicPartition("fork.uploads", 0)
        #expect(StatusReading.Partition(place, begin: 50, end: 60, committed: 10).lag == 10)
        #expect(StatusReading.Partition(place, begin: 0, end: 60, committed: 70).lag == 0)
    }

    @Test func `a transaction hangs when its first record is older than 30 s`() {
        let place = TopicPartition("fork.uploads", 0)
        #expect(HangingTransaction(place, offset: 7, since: 0, at: 30_000) == nil)
        #expect(HangingTransaction(place, offset: 7, since: 0, at: 30_001)?.offset == 7)
    }

    @Test func `of a worker's page the series without labels are read`() {
        let page = """
            # TYPE fork_worker_ready gauge
            fork_worker_ready 1
            fork_worker_restoring_partitions 2
            fork_worker_samples_total{outcome="new"} 7
            fork_worker_odd NaN
            no number here
            """
        let worker = WorkerReading(address: "a:1", page: page)
        #expect(worker.figures == ["fork_worker_ready": 1, "fork_worker_restoring_partitions": 2])
        #expect(worker.isReady)
        #expect(worker.count("fork_worker_restoring_partitions") == 2)
        #expect(worker.count("fork_worker_restoring_bytes") == 0)
        #expect(!WorkerReading(address: "a:1", failure: "x").isReady)
    }
}
