/// Documents that are derived again, since rules have changed.
extension Observer {
    /// Documents of a partition that other rules have shaped are derived again from now on, or go on to be.
    ///
    /// - Parameters:
    ///   - lane: the lane that owns it.
    ///   - partition: its number.
    ///   - differences: what is different in the rules; nothing where one that was begun goes on.
    ///   - connections: how many connections there are to do.
    ///   - frozen: how many documents stay as they are, since they are frozen.
    package func rederivationBegun(
        lane: Int,
        partition: Int32,
        differences: [String],
        connections: Int,
        frozen: Int
    ) {
        let message: StaticString =
            differences.isEmpty
            ? "documents go on to be derived again, in the time that uploads leave"
            : "rules have changed: documents are derived again, in the time that uploads leave"
        log(.info, "rederivation_begun", message) { line in
            line.number("lane", lane)
            line.number("partition", Int(partition))
            if !differences.isEmpty { line.text("changed", differences.joined(separator: "; ")) }
            line.number("connections", connections)
            line.number("frozen_documents_that_stay", frozen)
        }
    }

    /// How far it is; said every ten seconds.
    package func rederivationProgress(
        lane: Int,
        partition: Int32,
        done: Int,
        connections: Int,
        perSecond: Double,
        secondsLeft: Double?
    ) {
        log(.info, "rederivation_progress", "documents are being derived again") { line in
            line.number("lane", lane)
            line.number("partition", Int(partition))
            line.number("done", done)
            line.number("connections", connections)
            line.rate("connections_per_second", perSecond)
            if let secondsLeft { line.seconds("left_seconds", secondsLeft) }
        }
    }

    /// All documents of a partition are as its rules make them.
    package func rederivationEnded(lane: Int, partition: Int32, seconds: Double) {
        log(.info, "rederivation_ended", "documents are as the rules make them") { line in
            line.number("lane", lane)
            line.number("partition", Int(partition))
            line.seconds("seconds", seconds)
        }
    }

    /// Whether documents of this process's partitions are still to be derived again.
    package var isRederiving: Bool { metrics.rederivingConnections.cell.value > 0 }

    /// So many more connections are to be done, or fewer.
    package func rederiving(connections: Int) { metrics.rederivingConnections.add(connections) }
}
