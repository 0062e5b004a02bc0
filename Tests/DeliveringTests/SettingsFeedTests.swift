import Clients
import Delivering
import Kafka
import System
import Testing
import Vocabulary
import Worker

/// Reading the settings over the broker in the process.
struct SettingsFeedTests {
    /// More records than one call takes.
    private static let count = 2_500

    @Test(.timeLimit(.minutes(2)))
    func `the lag is the number of settings that are not read yet`() async throws {
        let lags = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            let topic = "fork.connections"
            try cluster.createTopic(topic, partitions: 1)
            let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers])
            for number in 0..<Self.count {
                let key = Array("conn-\(number)".utf8)
                let value = Array("{\"connection_id\":\"conn-\(number)\"}".utf8)
                unsafe try producer.produce(to: topic, partition: 0, key: key.span.bytes, value: value.span.bytes)
            }
            try producer.flush(timeoutMilliseconds: 60_000)
            let servers = cluster.bootstrapServers
            let options = WorkerOptions(bootstrapServers: servers, groupID: "g", instanceID: "i", rules: Rules())
            let settings = KnownSettings(
                zones: try ZoneFolder(environment: [:]).table(),
                forms: [],
                allowsLoopback: false
            )
            let feed = try SettingsFeed(topic, ClientProperties(options, lane: 0), Clocks(), settings) { _ in }
            var lags = [feed.lagRecords]
            while !feed.isComplete {
                _ = try feed.advance(milliseconds: 100)
                lags.append(feed.lagRecords)
            }
            return lags
        }
        #expect(lags.contains { (1..<Self.count).contains($0) } && lags.last == 0, "\(lags)")
    }
}
