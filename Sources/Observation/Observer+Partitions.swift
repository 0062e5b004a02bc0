/// Events of partitions and their state; lanes are counted from 0.
extension Observer {
    /// Reports that partitions were assigned to a lane, which has not restored their state yet.
    package func partitionsAssigned(lane: Int, _ partitions: [Int32]) {
        metrics.partitions.rebalances.add("assigned")
        metrics.partitions.owned.add(partitions.count)
        log(.info, "partitions_assigned", "partitions assigned") { line in
            line.place(lane, partitions)
        }
    }

    /// Reports that a lane no longer owns partitions.
    ///
    /// `lost` is true if the group took the partitions without asking, for example from a member that was silent.
    package func partitionsRevoked(lane: Int, _ partitions: [Int32], lost: Bool) {
        metrics.partitions.rebalances.add(lost ? "lost" : "revoked")
        metrics.partitions.owned.add(-partitions.count)
        let level: Level = lost ? .warning : .info
        log(level, "partitions_revoked", lost ? "partitions lost" : "partitions revoked") { line in
            line.place(lane, partitions)
        }
    }

    /// Reports that one partition has failed: its records wait, and the worker retries the partition later.
    ///
    /// `pauseSeconds` is the time until the next attempt. `isFirst` is false if the partition failed again for
    /// another reason.
    package func partitionLeftAlone(lane: Int, partition: Int32, reason: Reason, pauseSeconds: Double, isFirst: Bool) {
        if isFirst { metrics.partitions.leftAlone.add(1) }
        log(.error, "partition_left_alone", "partition left alone; its records wait, other partitions continue") {
            line in
            line.place(lane, partition)
            line.reason(reason)
            line.seconds("retry_in_seconds", pauseSeconds)
        }
    }

    /// Reminds, once per minute, of failed partitions whose records still wait for the same reason.
    package func partitionsStillLeftAlone(lane: Int, _ partitions: [Int32], reason: Reason, seconds: Double) {
        log(.warning, "partitions_still_left_alone", "partitions still left alone; their records wait") { line in
            line.place(lane, partitions)
            line.reason(reason)
            line.seconds("duration_seconds", seconds)
        }
    }

    /// Reports that a failed partition works again.
    package func partitionResumed(lane: Int, partition: Int32) {
        log(.info, "partition_resumed", "partition resumed") { line in
            line.place(lane, partition)
        }
    }

    /// Reports inputs that may be other topics: the group has lost their offsets, or their last read records differ.
    package func inputsDoubted(lane: Int, _ partitions: [Int32], places: String, group: String) {
        log(
            .warning,
            "inputs_doubted",
            "inputs may be other topics: their partitions are restored and compared"
        ) { line in
            line.place(lane, partitions)
            line.text("inputs", places)
            line.text("group", group)
        }
    }

    /// Counts a commit that was stopped because it broke an invariant; `partitionLeftAlone` logs the failure.
    package func invariantBroken(_ name: String) { metrics.partitions.brokenInvariants.add(name) }

    /// Subtracts 1 from the number of failed partitions, because one has resumed or left its lane.
    package func partitionNoLongerLeftAlone() { metrics.partitions.leftAlone.add(-1) }

    /// Reports that a lane has joined the group but owns no partitions.
    ///
    /// `sessionSeconds` is how long the group keeps the partitions of a member that is gone.
    package func waitingForPartitions(lane: Int, sessionSeconds: Double) {
        log(
            .info,
            "waiting_for_partitions",
            "lane has no partitions; active or stopped members still hold all of them"
        ) { line in
            line.number("lane", lane)
            line.seconds("session_seconds", sessionSeconds)
        }
    }

    /// Reports that a lane ends but stays a member, so that a restarted worker gets the same partitions.
    ///
    /// `sessionSeconds` is how long the group keeps the partitions.
    package func partitionsKept(lane: Int, _ partitions: [Int32], sessionSeconds: Double) {
        log(
            .info,
            "partitions_kept",
            "partitions stay assigned but idle until a restart or the session timeout"
        ) { line in
            line.place(lane, partitions)
            line.seconds("session_seconds", sessionSeconds)
        }
    }

    /// Reports the progress of a restore, with at most one line per second and partition.
    ///
    /// `records` is the number of records read so far, and `left` is the number of offsets left to read. `etaSeconds`
    /// is the estimated remaining time, or nil if unknown.
    package func restoring(lane: Int, partition: Int32, records: Int, bytes: Int, left: Int, etaSeconds: Double?) {
        metrics.partitions.restoring.set(
            partition,
            RestoreBoard.Standing(records: records, bytes: bytes, left: left, etaSeconds: etaSeconds)
        )
        log(repeated: "restoring \(partition)", each: .second, .info, "restoring", "restoring state") { line in
            line.place(lane, partition)
            line.number("records", records)
            line.number("bytes", bytes)
            if let etaSeconds { line.seconds("eta_seconds", etaSeconds) }
        }
    }

    /// Returns how much of a partition's state a running restore has read, from 0 to 1; nil if unknown.
    package func restoredShare(of partition: Int32) -> Double? { metrics.partitions.restoring.share(of: partition) }

    /// Removes the progress of a restore that has ended, successfully or not.
    package func restoreEnded(partition: Int32) { metrics.partitions.restoring.set(partition, nil) }

    /// Reports that the state of a partition is restored.
    ///
    /// `records` is the number of records read, or 0 if the local store was up to date.
    package func restored(lane: Int, partition: Int32, records: Int, bytes: Int, seconds: Double) {
        metrics.partitions.restores.add()
        metrics.partitions.restoredRecords.add(records)
        metrics.partitions.restoredBytes.add(bytes)
        log(.info, "restored", "state restored") { line in
            line.place(lane, partition)
            line.number("records", records)
            line.number("bytes", bytes)
            line.seconds("seconds", seconds)
        }
    }

    /// Reports that a local store cannot be used and is rebuilt from the changelog.
    package func storeRebuilt(lane: Int, partition: Int32, reason: String) {
        metrics.partitions.storeRebuilds.add()
        log(.warning, "store_rebuilt", "local store cleared; it is rebuilt from the changelog") { line in
            line.place(lane, partition)
            line.text("reason", reason)
        }
    }

    /// Reports that the local state of a partition was deleted, because another worker has owned it for a long time.
    package func storeDropped(partition: Int32, reason: String) {
        log(.info, "store_dropped", "state of a moved partition deleted from disk; the changelog keeps it") {
            line in
            line.number("partition", Int(partition))
            line.text("reason", reason)
        }
    }

    /// Warns that deleted data could not be removed from the files of the store yet.
    package func storeNotSwept(reason: String) {
        log(.warning, "store_not_swept", "deleted data is still in the store's files; it is removed later") { line in
            line.text("reason", reason)
        }
    }

    /// Reports that an operator has adopted the state of a partition with `--adopt-state`.
    package func stateAdopted(lane: Int, partition: Int32, isWrittenBack: Bool) {
        let text: StaticString =
            isWrittenBack
            ? "state adopted and written to the changelog; remove --adopt-state now"
            : "state adopted; remove --adopt-state now"
        log(.warning, "state_adopted", text) { line in
            line.place(lane, partition)
        }
    }

    /// Reports that all partitions of the process are assigned and restored.
    ///
    /// Operators and tests wait for this line.
    package func ready(_ partitions: [Int32]) {
        log(.info, "ready", "ready: partitions are assigned and restored") { line in
            line.partitions(partitions)
        }
    }
}
