import Kafka
package import Vocabulary
import Worker

/// Forgets a connection with the help of the workers, and deletes the data that workers leave.
///
/// The command can be repeated after any failure: it reuses existing forget settings, and searches for the remaining
/// data again.
package struct Forgetting {
    /// The result of the command.
    package struct Outcome: Sendable {
        /// The timestamp of the forget settings in Unix milliseconds; all earlier uploads are forgotten.
        package let sinceMilliseconds: Int64?
        /// The names of the topics that the command deleted.
        package let topics: [String]
        /// The number of tombstones written for frozen documents, which workers do not delete.
        package let documents: Int
        /// The number of dead letters that were open and are now marked, so that they cannot be redriven.
        package let letters: Int
        /// The group members that may have owned the connection's partition before.
        ///
        /// The state directories of these members may contain data of the connection until `ownersUntilMilliseconds`.
        package let formerOwners: [String]
        package let ownersUntilMilliseconds: Int64
        package let remaining: [RemainingTrace]

        package init(
            sinceMilliseconds: Int64?,
            topics: [String],
            documents: Int,
            letters: Int = 0,
            formerOwners: [String] = [],
            ownersUntilMilliseconds: Int64 = 0,
            remaining: [RemainingTrace]
        ) {
            self.sinceMilliseconds = sinceMilliseconds
            self.topics = topics
            self.documents = documents
            self.letters = letters
            self.formerOwners = formerOwners
            self.ownersUntilMilliseconds = ownersUntilMilliseconds
            self.remaining = remaining
        }
    }

    /// The settings record that forgets the connection.
    struct Order: CustomStringConvertible {
        let place: TopicPartition
        let offset: Int64
        let timestampMilliseconds: Int64?
        /// Whether the record has no other members.
        let isBare: Bool

        var description: String { "the settings at \(place.partition):\(offset) of \(place.topic)" }
    }

    /// The time within which a worker deletes the rows of a partition that it no longer owns.
    private static let ownersMilliseconds: Int64 = 600_000

    private let survey: TraceSurvey
    let zones: ZoneTable
    let timeout: Duration
    let allowsLoopback: Bool

    var connection: ConnectionID { survey.connection }
    var cluster: Cluster { survey.cluster }

    /// Creates the command; settings with a time zone that is not in `zones` are invalid.
    ///
    /// `timeoutMilliseconds` is the longest wait for workers.
    package init(
        _ connection: ConnectionID,
        in cluster: Cluster,
        zones: ZoneTable,
        allowsLoopback: Bool = false,
        timeoutMilliseconds: Int
    ) {
        self.allowsLoopback = allowsLoopback
        survey = TraceSurvey(connection, in: cluster)
        self.zones = zones
        timeout = .milliseconds(timeoutMilliseconds)
    }

    /// Runs the command; `now` is the current Unix time in milliseconds.
    package func run(atMilliseconds now: Int64) throws(OperationError) -> Outcome {
        var left = timeout
        let order = try takenOrder(&left)
        let topics = try survey.topics()
        var search = TraceSearch(connection, in: topics)
        try waitForState(order, within: left, into: &search)
        let others = topics.filter { $0.name != cluster.topics.state }
        // The transaction that committed the settings may still be open in the document topics. Its records are hidden
        // until it ends.
        let documented = others.filter { $0.prefix == cluster.topics.prefix && ($0.kind == .own || $0.kind == .shared) }
        let places = survey.partitions(of: others, in: order.place.partition)
            .filter { place in documented.contains { $0.name == place.topic } }
        try cluster.settle(places)
        try survey.read(others, in: order.place.partition, into: &search)
        let documents = search.liveDocuments(under: cluster.topics.prefix)
        let own = topics.filter { $0.kind == .own && $0.prefix == cluster.topics.prefix }.map(\.name)
        var letters = 0
        var marked: [String] = []
        for owner in [StateOwner.worker, .dispatcher] {
            let count = try markLetters(order, of: owner)
            letters += count
            if count > 0 { marked.append(cluster.topics.deadLetters(of: owner)) }
        }
        var written = Set(documents.keys.map(\.topic))
        let writer = try ForgetWriter(cluster, to: [cluster.topics.connections] + written.sorted())
        cluster.progress.title = "deleting frozen documents"
        try writer.delete(documents, of: connection)
        try delete(own)
        try close(order, writer)
        written.insert(cluster.topics.connections)
        written.formUnion(marked)
        return Outcome(
            sinceMilliseconds: order.timestampMilliseconds,
            topics: own,
            documents: documents.values.reduce(0) { $0 + $1.count },
            letters: letters,
            formerOwners: try formerOwners(of: order.place.partition),
            ownersUntilMilliseconds: now + Self.ownersMilliseconds,
            remaining: search.remaining(
                under: cluster.topics.prefix,
                written: written,
                gone: Set(own),
                atMilliseconds: now
            )
        )
    }

    private func delete(_ topics: [String]) throws(OperationError) {
        if topics.isEmpty { return }
        let admin = try cluster.openAdmin()
        try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try admin.deleteUntilGone(topics, timeoutMilliseconds: timeout)
        }
    }
}
