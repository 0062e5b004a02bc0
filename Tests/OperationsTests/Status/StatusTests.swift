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

/// The answers that a worker, or something else at its address, may give.
struct PageAnswerTests {
    @Test func `status, headers and body are told apart`() throws {
        let answer = try PageClient.answer(
            in: Array("HTTP/1.1 503 Service Unavailable\r\nA: b\r\n\r\nnot ready\r\n\r\n".utf8)
        )
        #expect(answer.status == 503)
        #expect(answer.head.hasSuffix("A: b"))
        #expect(answer.body == Array("not ready\r\n\r\n".utf8))
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\n", "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 x y\r\n\r\n"])
    func `what does not speak HTTP is said`(text: String) {
        let error = #expect(throws: PageClient.Failure.self) { try PageClient.answer(in: Array(text.utf8)) }
        #expect(error?.reason == "the answer is not HTTP")
    }

    @Test func `nobody there is said`() {
        let client = PageClient(host: "127.0.0.1", port: 1)
        let error = #expect(throws: PageClient.Failure.self) { try client.get("/metrics") }
        #expect(error?.reason == "Connection refused")
    }
}
