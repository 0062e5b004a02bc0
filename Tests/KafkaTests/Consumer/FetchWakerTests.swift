import Clients
import Glibc
import Kafka
import Testing

struct FetchWakerTests {
    /// What a queue that is read looks like, record by record, and whether fetchers are woken.
    private static func wakes(
        _ level: inout FetchLevel,
        waiting: Int,
        behind: Int,
        isRequested: Bool = false,
        bytes: Int = 0
    ) -> Bool {
        level.isLow(taking: bytes, waiting: waiting, isRequested: isRequested)
            && level.took(behind: behind, waiting: waiting, isRequested: isRequested)
    }

    @Test func `fetchers are woken when half of the queue is read and the broker has more`() {
        var level = FetchLevel(limitBytes: 1_000)
        let woken = (0...64).reversed().filter { Self.wakes(&level, waiting: $0, behind: 500) }
        #expect(woken == Array((0...32).reversed()))
        // While that is under way nothing is asked.
        let again = (0...64).reversed().filter { Self.wakes(&level, waiting: $0, behind: 500, isRequested: true) }
        #expect(again.isEmpty)
    }

    @Test func `nothing is asked while the queue has all there is, nor when all is read`() {
        var level = FetchLevel(limitBytes: 1_000)
        // The end may be a marker, which is an offset without a record.
        let woken = (0...10).reversed().filter { Self.wakes(&level, waiting: $0, behind: $0 + 1) }
        #expect(woken.isEmpty)
        let isWokenLater = level.tookNothing(isRequested: false)
        #expect(!isWokenLater)
    }

    @Test func `a queue that ran empty is asked for again, but not for ever`() {
        var level = FetchLevel(limitBytes: 1_000)
        // The last record counts even while a request is under way.
        _ = Self.wakes(&level, waiting: 0, behind: 100, isRequested: true)
        let early = level.tookNothing(isRequested: true)
        #expect(!early)
        let requests = (0..<1_000).count { _ in level.tookNothing(isRequested: false) }
        #expect(requests == 20)
        _ = Self.wakes(&level, waiting: 0, behind: 100)
        // The last record of all.
        _ = Self.wakes(&level, waiting: 0, behind: 0)
        let late = level.tookNothing(isRequested: false)
        #expect(!late)
    }

    @Test func `fetchers are woken once when a queue that may have been full is empty`() {
        var level = FetchLevel(limitBytes: 1_000)
        var woken = (0..<5).reversed().filter { Self.wakes(&level, waiting: $0, behind: $0, bytes: 100) }
        #expect(woken == [0])
        // What was taken before does not count again.
        woken = (0..<4).reversed().filter { Self.wakes(&level, waiting: $0, behind: $0, bytes: 100) }
        #expect(woken.isEmpty)
        // After a request that was under way there is another.
        _ = Self.wakes(&level, waiting: 0, behind: 0, isRequested: true, bytes: 500)
        let requests = (0..<1_000).count { _ in level.tookNothing(isRequested: false) }
        #expect(requests == 1)
    }

    /// Left to itself, a fetcher that has found its queue full looks at it again after a second: ten times in what is
    /// read here.
    @Test func `a queue that was full is filled again before it is empty`() async throws {
        let (whole, full) = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            try cluster.createTopic("topic", partitions: 1)
            let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers, "batch.num.messages": "10"])
            let record = [UInt8](repeating: 1, count: 1_000)
            for _ in 0..<1_000 { try producer.send("topic", record) }
            try producer.flush(timeoutMilliseconds: 120_000)
            // What the same takes of a queue that is never full: so long is each second of a slow machine.
            return (try Self.reading(cluster, queueKilobytes: "65536"), try Self.reading(cluster, queueKilobytes: "64"))
        }
        #expect(full < .seconds(5) + whole * 2, "\(full), \(whole) from a queue that holds all")
    }

    /// Left to itself, a fetcher that has filled its queue with all there was looks again after a second, each time.
    @Test func `a queue that was filled by all there was is filled again when more comes`() async throws {
        let (whole, full) = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            let whole = try Self.following(cluster, queueKilobytes: "65536")
            return (whole, try Self.following(cluster, queueKilobytes: "64"))
        }
        #expect(full < .seconds(5) + whole * 2, "\(full), \(whole) from a queue that holds all")
    }

    /// How long it takes to send and read a hundred records, twelve times, each time from the end.
    private static func following(_ cluster: borrowing EmbeddedCluster, queueKilobytes: String) throws -> Duration {
        let topic = "followed-\(queueKilobytes)"
        try cluster.createTopic(topic, partitions: 1)
        let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers])
        let consumer = try Consumer([
            "bootstrap.servers": cluster.bootstrapServers, "group.id": "group", "fetch.wait.max.ms": "20",
            "queued.max.messages.kbytes": queueKilobytes,
        ])
        let record = [UInt8](repeating: 1, count: 1_000)
        try consumer.assign([Assignment(TopicPartition(topic, 0), from: .beginning)])
        let began = ContinuousClock.now
        for _ in 0..<12 {
            for _ in 0..<100 { try producer.send(topic, record) }
            try producer.flush(timeoutMilliseconds: 120_000)
            #expect(try consumer.records(100).count == 100)
        }
        return ContinuousClock.now - began
    }

    /// How long ten readings of a hundred records take, with a pause before each.
    private static func reading(_ cluster: borrowing EmbeddedCluster, queueKilobytes: String) throws -> Duration {
        let consumer = try Consumer([
            "bootstrap.servers": cluster.bootstrapServers, "group.id": "group",
            "queued.max.messages.kbytes": queueKilobytes, "fetch.message.max.bytes": "16384",
        ])
        let began = ContinuousClock.now
        try consumer.assign([Assignment(TopicPartition("topic", 0), from: .beginning)])
        for _ in 0..<10 {
            // Meanwhile the queue gets full.
            usleep(100_000)
            #expect(try consumer.records(100).count == 100)
        }
        return ContinuousClock.now - began
    }
}
