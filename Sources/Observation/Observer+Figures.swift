import System

/// Values that appear only in metrics, and in no log line.
extension Observer {
    /// Sets the lag of a lane.
    ///
    /// Called often.
    package func backlog(lane: Int, _ partitions: [PartitionBacklog]) {
        metrics.inputs.backlogs.set(partitions, ofLane: lane)
    }

    /// Removes the values of a lane that has ended.
    package func backlogGone(lane: Int) {
        metrics.inputs.backlogs.set(nil, ofLane: lane)
        metrics.clients.queues.forget(lane: lane)
        metrics.inputs.transactions.set(nil, ofLane: lane)
    }

    /// Notes that a lane has begun a transaction.
    package func transactionBegan(lane: Int) {
        metrics.inputs.transactions.set(clocks.steadyMilliseconds(), ofLane: lane)
    }

    /// Notes that the transaction of a lane has ended, or was ended by another producer.
    package func transactionEnded(lane: Int) { metrics.inputs.transactions.set(nil, ofLane: lane) }

    /// Sets the number of messages in a queue of a lane's clients.
    package func queued(_ count: Int, in queue: ClientQueue, lane: Int) {
        metrics.clients.queues.set(count, in: queue, ofLane: lane)
    }

    /// Sets the size of the local store.
    package func storeHolds(bytes: Int) { metrics.process.storeBytes.set(bytes) }

    /// Sets the memory limit of the process.
    package func memoryLimit(bytes: Int) { metrics.process.memoryLimit.set(bytes) }
}
