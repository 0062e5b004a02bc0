import System

/// Updates of gauges, most of them without a log line.
extension Observer {
    /// Sets the lag of each input partition of a lane.
    package func backlog(lane: Int, _ partitions: [PartitionBacklog]) {
        metrics.inputs.backlogs.set(partitions, ofLane: lane)
    }

    /// Records the time at which a broker answered a lane, so that the lag of the lane is known.
    package func answered(lane: Int, at unixMilliseconds: Int64) {
        metrics.inputs.backlogs.answered(lane: lane, at: unixMilliseconds)
    }

    /// Removes the values of a lane that has ended.
    package func backlogGone(lane: Int) {
        metrics.inputs.backlogs.set(nil, ofLane: lane)
        metrics.clients.queues.forget(lane: lane)
        metrics.inputs.transactions.set(nil, ofLane: lane)
    }

    /// Records that a lane has begun a transaction.
    package func transactionBegan(lane: Int) {
        metrics.inputs.transactions.set(clocks.steadyMilliseconds(), ofLane: lane)
    }

    /// Records that the transaction of a lane has ended, or was ended by another producer.
    package func transactionEnded(lane: Int) { metrics.inputs.transactions.set(nil, ofLane: lane) }

    /// Sets the number of messages in a queue of a lane's clients.
    package func queued(_ count: Int, in queue: ClientQueue, lane: Int) {
        metrics.clients.queues.set(count, in: queue, ofLane: lane)
    }

    /// Sets the size of the local store, and the free and the needed space of its disk.
    ///
    /// Warns at most once an hour if the free space is below twice the needed space.
    package func storeHolds(bytes: Int, freeBytes: Int?, neededBytes: Int) {
        metrics.process.storeBytes.set(bytes)
        metrics.process.storeNeededBytes.set(neededBytes)
        guard let freeBytes else { return }
        metrics.process.storeFreeBytes.set(freeBytes)
        guard freeBytes < 2 * neededBytes else { return }
        let event: StaticString = "disk_nearly_full"
        log(repeated: "\(event)", each: .hour, .warning, event, "disk of the state directory is nearly full") { line in
            line.number("free_bytes", freeBytes)
            line.number("needed_bytes", neededBytes)
        }
    }

    /// Sets the memory limit of the process.
    package func memoryLimit(bytes: Int) { metrics.process.memoryLimit.set(bytes) }
}
