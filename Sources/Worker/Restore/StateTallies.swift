import Kafka
package import Observation
package import Store
package import System

/// What the partitions of a replay have come to, by what their changelogs say last of themselves.
package enum StateTallies {
    private static let askMilliseconds: Int32 = 2_000
    private static let turnMilliseconds: Int64 = 500
    private static let patienceMilliseconds: Int64 = 60_000

    /// Asks until brokers have told, for a minute at most; partitions of which nothing was committed have no tally.
    ///
    /// - Parameters:
    ///   - options: Those of the replay's worker.
    ///   - clocks: For how long it is asked.
    ///   - observer: Where brokers' notices go.
    /// - Returns: A tally for each partition that has one.
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
                        StartError("the figures in \(options.topics.state) cannot be read: \(error.withAdvice)")
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
        // To the high watermark: what others have just committed may not be open to readers yet, and is waited for.
        let admin = try Admin(clients.restorer, isolation: .uncommitted, onEvent: report)
        var search = try IdentitySearch(topic, clients, clocks, onEvent: report)
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
                case .failure(let error): return .failure(StartError("the state in \(topic) [\(partition)]: \(error)"))
                }
            }
        }
        return .success(tallies)
    }
}
