import Kafka
package import Observation
package import Store
package import System

/// Reads the totals of a replay from the newest state identities of its partitions.
package enum StateTallies {
    private static let askMilliseconds: Int32 = 2_000
    private static let turnMilliseconds: Int64 = 500
    private static let patienceMilliseconds: Int64 = 60_000

    /// Reads the totals, and retries for up to a minute.
    ///
    /// - Returns: The totals of each partition that has a commit.
    package static func read(
        _ options: WorkerOptions,
        clocks: Clocks = Clocks(),
        observer: Observer
    ) -> Result<[StateTally], StartError> {
        let deadline = clocks.steadyMilliseconds() + patienceMilliseconds
        while true {
            do throws(KafkaError) {
                return try attempt(options, clocks, observer, until: deadline)
            } catch {
                guard error.kind == .passing, clocks.steadyMilliseconds() < deadline else {
                    return .failure(
                        StartError(
                            "the figures in \(options.topics.state) cannot be read: \(error.withAdvice)",
                            code: .brokerRefused
                        )
                    )
                }
                clocks.sleep(milliseconds: 100)
            }
        }
    }

    private static func attempt(
        _ options: WorkerOptions,
        _ clocks: Clocks,
        _ observer: Observer,
        until deadline: Int64
    ) throws(KafkaError) -> Result<[StateTally], StartError> {
        let topic = options.topics.state
        let clients = ClientProperties(options, lane: 0)
        let report = ClientReports.sink(observer)
        // Search up to the high watermark, because records that were just committed may lie after the last stable
        // offset.
        let admin = try Admin(clients.restorer, isolation: .uncommitted, onEvent: report)
        var search = try IdentitySearch(topic, clients.restorer, clocks, onEvent: report)
        let count = try admin.partitionCounts(of: [topic], timeoutMilliseconds: askMilliseconds)[topic] ?? 0
        for partition in 0..<count {
            let place = TopicPartition(topic, partition)
            search.begin(partition, try admin.watermarks(of: place, timeoutMilliseconds: askMilliseconds))
        }
        var tallies: [StateTally] = []
        while search.isUnderWay {
            guard clocks.steadyMilliseconds() < deadline else { throw KafkaError(.poll, .timedOut) }
            for (partition, answer) in try search.advance(milliseconds: turnMilliseconds) {
                switch answer {
                case .success(let logged): if let tally = logged?.identity.tally { tallies.append(tally) }
                case .failure(let error):
                    return .failure(StartError(error.reason.after("the state in \(topic) [\(partition)]: ")))
                }
            }
        }
        return .success(tallies)
    }
}
