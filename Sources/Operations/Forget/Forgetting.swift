package import Health
import Kafka
import Worker

/// Has workers forget a connection, and takes away what they leave.
///
/// Whatever stops it, the same again goes on: settings that say it already stand as they are, and the rest is found anew.
package struct Forgetting {
    /// What it came to.
    package struct Outcome: Sendable {
        /// The timestamp of the settings that say it, in milliseconds since 1970: what was uploaded up to then is forgotten.
        package let sinceMilliseconds: Int64?
        /// Topics that were deleted.
        package let topics: [String]
        /// Tombstones that were written for what workers leave: documents that were frozen.
        package let documents: Int
        /// Dead letters that were open, and are marked so that nobody redrives them.
        package let letters: Int
        /// Members of the group that do not have the connection's partition, and may have had it lately: their state
        /// directories may have something of it until that time, in milliseconds since 1970.
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

    /// Settings that say that the connection is to be forgotten.
    struct Order: CustomStringConvertible {
        let place: TopicPartition
        let offset: Int64
        let timestampMilliseconds: Int64?
        /// Whether they say nothing else.
        let isBare: Bool

        var description: String { "the settings at \(place.partition):\(offset) of \(place.topic)" }
    }

    /// Within so long a worker deletes the rows of a partition that has moved away from it.
    private static let ownersMilliseconds: Int64 = 600_000

    private let survey: TraceSurvey
    let zones: ZoneTable
    let timeout: Duration

    var connection: ConnectionID { survey.connection }
    var cluster: Cluster { survey.cluster }

    /// - Parameters:
    ///   - connection: who is to be forgotten.
    ///   - cluster: where.
    ///   - zones: settings that name a zone which is not among these are wrong.
    ///   - timeoutMilliseconds: how long to wait for workers.
    package init(_ connection: ConnectionID, in cluster: Cluster, zones: ZoneTable, timeoutMilliseconds: Int) {
        survey = TraceSurvey(connection, in: cluster)
        self.zones = zones
        timeout = .milliseconds(timeoutMilliseconds)
    }

    /// Does it, up to the end; nil when the work was stopped; now is in milliseconds since 1970.
    package func run(atMilliseconds now: Int64, _ work: inout LongWork) throws(OperationError) -> Outcome? {
        var left = timeout
        guard let order = try takenOrder(&left, &work) else { return nil }
        guard let topics = try survey.topics(&work) else { return nil }
        var search = TraceSearch(connection, in: topics)
        guard try waitForState(order, within: left, into: &search, &work) else { return nil }
        let others = topics.filter { $0.name != cluster.topics.state }
        // The markers of the commit that has taken the settings may come later to documents than to what was read so far.
        let documented = others.filter { $0.prefix == cluster.topics.prefix && ($0.kind == .own || $0.kind == .shared) }
        let places = survey.partitions(of: others, in: order.place.partition)
            .filter { place in documented.contains { $0.name == place.topic } }
        guard try cluster.settle(places, &work) else { return nil }
        guard try survey.read(others, in: order.place.partition, into: &search, &work) else { return nil }
        let documents = search.liveDocuments(under: cluster.topics.prefix)
        let own = topics.filter { $0.kind == .own && $0.prefix == cluster.topics.prefix }.map(\.name)
        guard let letters = try markLetters(order, &work) else { return nil }
        var written = Set(documents.keys.map(\.topic))
        let writer = try ForgetWriter(cluster, to: [cluster.topics.connections] + written.sorted())
        work.title = "deleting frozen documents"
        guard try writer.delete(documents, of: connection, &work) else { return nil }
        try delete(own)
        guard try close(order, writer, &work) else { return nil }
        written.insert(cluster.topics.connections)
        if letters > 0 { written.insert(cluster.topics.deadLetters) }
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
        let admin = try OperationError.of { () throws(KafkaError) in try Admin(cluster.admin, onEvent: cluster.events) }
        try Patience().ask(cluster) { timeout throws(KafkaError) in
            try admin.deleteTopics(topics, timeoutMilliseconds: timeout)
        }
    }
}
