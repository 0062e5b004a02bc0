import System

/// Figures that are on the page of metrics and in no line of their own.
extension Observer {
    /// What a lane has before it: called often.
    package func backlog(lane: Int, _ partitions: [PartitionBacklog]) { metrics.backlogs.set(partitions, ofLane: lane) }

    /// A lane has ended: others have what it had before it, and its clients are gone.
    package func backlogGone(lane: Int) {
        metrics.backlogs.set(nil, ofLane: lane)
        metrics.clientQueues.forget(lane: lane)
        metrics.transactions.set(nil, ofLane: lane)
    }

    /// A lane has begun a transaction, which is open from now on.
    package func transactionBegan(lane: Int) {
        metrics.transactions.set(clocks.steadyMilliseconds(), ofLane: lane)
    }

    /// The transaction of a lane is committed or aborted, or another producer has ended it.
    package func transactionEnded(lane: Int) { metrics.transactions.set(nil, ofLane: lane) }

    /// So much waits in a queue of a lane's clients.
    package func queued(_ count: Int, in queue: ClientQueue, lane: Int) {
        metrics.clientQueues.set(count, in: queue, ofLane: lane)
    }

    /// The local store holds so much.
    package func storeHolds(bytes: Int) { metrics.storeBytes.cell.set(bytes) }

    /// What the process was told to keep to.
    package func memoryLimit(bytes: Int) { metrics.memoryLimit.cell.set(bytes) }
}
