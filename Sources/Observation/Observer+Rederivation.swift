/// Events of re-derivations.
extension Observer {
    /// Reports that a re-derivation begins or continues.
    ///
    /// `differences` is empty if an earlier re-derivation continues. `connections` is the number of connections left to
    /// derive. `frozen` is the number of frozen documents, which stay unchanged.
    package func rederivationBegun(
        lane: Int,
        partition: Int32,
        differences: [String],
        connections: Int,
        frozen: Int
    ) {
        let message: StaticString =
            differences.isEmpty
            ? "re-derivation continues in the time that uploads leave"
            : "rules changed; documents are re-derived in the time that uploads leave"
        log(.info, "rederivation_begun", message) { line in
            line.place(lane, partition)
            if !differences.isEmpty { line.text("changed", differences.joined(separator: "; ")) }
            line.number("connections", connections)
            line.number("frozen_documents_that_stay", frozen)
        }
    }

    /// Logs the progress of a re-derivation, every ten seconds.
    package func rederivationProgress(
        lane: Int,
        partition: Int32,
        done: Int,
        connections: Int,
        perSecond: Double,
        secondsLeft: Double?
    ) {
        log(.info, "rederivation_progress", "re-derivation in progress") { line in
            line.place(lane, partition)
            line.number("done", done)
            line.number("connections", connections)
            line.rate("connections_per_second", perSecond)
            if let secondsLeft { line.seconds("left_seconds", secondsLeft) }
        }
    }

    /// Reports that all documents of a partition follow the current rules.
    package func rederivationEnded(lane: Int, partition: Int32, seconds: Double) {
        log(.info, "rederivation_ended", "re-derivation finished; all documents follow the current rules") { line in
            line.place(lane, partition)
            line.seconds("seconds", seconds)
        }
    }

    /// Whether the process has documents to derive again, now or when their topics accept them.
    package var isRederiving: Bool {
        metrics.partitions.rederivingConnections.value > 0 || metrics.partitions.owedConnections.value > 0
    }

    /// Adds `connections`, which may be negative, to the number of connections left to derive again.
    package func rederiving(connections: Int) { metrics.partitions.rederivingConnections.add(connections) }

    /// Adds `connections`, which may be negative, to the number of connections whose topics refuse documents.
    package func owed(connections: Int) { metrics.partitions.owedConnections.add(connections) }

    /// Reports, at once and then once a minute, that documents wait because topics refuse them.
    ///
    /// `topics` is the number of these topics. `topic` is the first one, and `reason` says why it refuses documents.
    package func documentsOwed(lane: Int, connections: Int, topics: Int, topic: String, reason: String) {
        log(.warning, "documents_owed", "documents wait for topics that take nothing; all others are published") {
            line in
            line.number("lane", lane)
            line.number("connections", connections)
            line.number("topics", topics)
            line.text("topic", topic)
            line.text("reason", reason)
        }
    }
}
