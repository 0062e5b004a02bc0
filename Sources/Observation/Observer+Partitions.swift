/// Partitions and their state. Lanes are counted from 0.
extension Observer {
    /// A lane owns more partitions; their state is not there yet.
    package func partitionsAssigned(lane: Int, _ partitions: [Int32]) {
        metrics.rebalances.add("assigned")
        metrics.partitions.add(partitions.count)
        log(.info, "partitions_assigned", "partitions assigned") { line in
            line.number("lane", lane)
            line.partitions(partitions)
        }
    }

    /// A lane no longer owns partitions.
    ///
    /// - Parameters:
    ///   - lane: the lane.
    ///   - partitions: the ones it owned.
    ///   - lost: the group took them away unasked, as from a member that was silent too long.
    package func partitionsRevoked(lane: Int, _ partitions: [Int32], lost: Bool) {
        metrics.rebalances.add(lost ? "lost" : "revoked")
        metrics.partitions.add(-partitions.count)
        let level: Level = lost ? .warning : .info
        log(level, "partitions_revoked", lost ? "partitions lost" : "partitions revoked") { line in
            line.number("lane", lane)
            line.partitions(partitions)
        }
    }

    /// Something is wrong with one partition alone: its uploads wait, and it is tried again later.
    ///
    /// - Parameters:
    ///   - lane: the lane that owns it.
    ///   - partition: its number.
    ///   - reason: a sentence for whoever is on call.
    ///   - pauseSeconds: until it is tried again.
    ///   - isFirst: whether it went on before; else it has failed again, for another reason.
    package func partitionLeftAlone(lane: Int, partition: Int32, reason: String, pauseSeconds: Double, isFirst: Bool) {
        if isFirst { metrics.partitionsLeftAlone.add(1) }
        log(.error, "partition_left_alone", "partition left alone: its uploads wait, the others go on") { line in
            line.number("lane", lane)
            line.number("partition", Int(partition))
            line.text("reason", reason)
            line.seconds("again_in_seconds", pauseSeconds)
        }
    }

    /// Partitions are still left alone for the same reason; said once a minute.
    package func partitionsStillLeftAlone(lane: Int, _ partitions: [Int32], reason: String, seconds: Double) {
        log(.warning, "partitions_still_left_alone", "partitions still left alone: their uploads wait") { line in
            line.number("lane", lane)
            line.partitions(partitions)
            line.text("reason", reason)
            line.seconds("for_seconds", seconds)
        }
    }

    /// A partition that was left alone goes on.
    package func partitionGoesOn(lane: Int, partition: Int32) {
        log(.info, "partition_goes_on", "partition is read again") { line in
            line.number("lane", lane)
            line.number("partition", Int(partition))
        }
    }

    /// The group has lost offsets of partitions that are being read: their inputs may be other ones by now.
    ///
    /// - Parameters:
    ///   - lane: the lane that owns them.
    ///   - partitions: their numbers.
    ///   - places: the inputs without offset.
    ///   - group: the group's name.
    package func inputsDoubted(lane: Int, _ partitions: [Int32], places: String, group: String) {
        log(
            .warning,
            "inputs_doubted",
            "group has lost offsets: its partitions are restored, and compared with their topics"
        ) { line in
            line.number("lane", lane)
            line.partitions(partitions)
            line.text("inputs", places)
            line.text("group", group)
        }
    }

    /// One partition less is left alone: it goes on, or is no longer this lane's.
    package func partitionNoLongerLeftAlone() { metrics.partitionsLeftAlone.add(-1) }

    /// A lane has joined the group and owns nothing yet.
    ///
    /// - Parameters:
    ///   - lane: the lane.
    ///   - sessionSeconds: for how long the group keeps the partitions of a member that is gone.
    package func waitingForPartitions(lane: Int, sessionSeconds: Double) {
        log(
            .info,
            "waiting_for_partitions",
            "no partitions yet: the other members have them all, or one that is gone keeps some until its session ends"
        ) { line in
            line.number("lane", lane)
            line.seconds("session_seconds", sessionSeconds)
        }
    }

    /// A lane ends and stays a member, so that a restart finds its partitions where they were.
    ///
    /// - Parameters:
    ///   - lane: the lane.
    ///   - partitions: those that stay its own.
    ///   - sessionSeconds: for how long.
    package func partitionsKept(lane: Int, _ partitions: [Int32], sessionSeconds: Double) {
        log(
            .info,
            "partitions_kept",
            "partitions wait for this worker's next start, and are idle until its session ends"
        ) { line in
            line.number("lane", lane)
            line.partitions(partitions)
            line.seconds("session_seconds", sessionSeconds)
        }
    }

    /// The state of a partition is being read back; at most one line a second and partition.
    ///
    /// - Parameters:
    ///   - lane: the lane that owns the partition.
    ///   - partition: its number.
    ///   - records: read so far.
    ///   - bytes: read so far.
    ///   - left: offsets to go.
    ///   - etaSeconds: what is left at this speed; nil if nobody knows.
    package func restoring(lane: Int, partition: Int32, records: Int, bytes: Int, left: Int, etaSeconds: Double?) {
        metrics.restoreBoard.set(
            partition,
            RestoreBoard.Standing(records: records, bytes: bytes, left: left, etaSeconds: etaSeconds)
        )
        log(.info, "restoring", "restoring state", kind: "restoring \(partition)", limit: 1) { line in
            line.number("lane", lane)
            line.number("partition", Int(partition))
            line.number("records", records)
            line.number("bytes", bytes)
            if let etaSeconds { line.seconds("eta_seconds", etaSeconds) }
        }
    }

    /// The state of a partition is no longer read back, be it there or not.
    package func restoreEnded(partition: Int32) { metrics.restoreBoard.set(partition, nil) }

    /// The state of a partition is there.
    ///
    /// - Parameters:
    ///   - lane: the lane that owns the partition.
    ///   - partition: its number.
    ///   - records: read back, 0 if the local store was in step.
    ///   - bytes: read back.
    ///   - seconds: that it took.
    package func restored(lane: Int, partition: Int32, records: Int, bytes: Int, seconds: Double) {
        metrics.restores.add()
        metrics.restoredRecords.add(records)
        metrics.restoredBytes.add(bytes)
        log(.info, "restored", "state restored") { line in
            line.number("lane", lane)
            line.number("partition", Int(partition))
            line.number("records", records)
            line.number("bytes", bytes)
            line.seconds("seconds", seconds)
        }
    }

    /// A local store could not be brought into step, and is rebuilt from the changelog.
    package func storeRebuilt(lane: Int, partition: Int32, reason: String) {
        metrics.storeRebuilds.add()
        log(.warning, "store_rebuilt", "local store dropped; it is rebuilt from the changelog") { line in
            line.number("lane", lane)
            line.number("partition", Int(partition))
            line.text("reason", reason)
        }
    }

    /// The state of a partition that has long been another worker's is gone from this one's disk.
    package func storeDropped(partition: Int32, reason: String) {
        log(.info, "store_dropped", "old state deleted from disk; the changelog has it, should the partition come back")
        {
            line in
            line.number("partition", Int(partition))
            line.text("reason", reason)
        }
    }

    /// What was deleted could not be removed from the store's files yet.
    package func storeNotSwept(reason: String) {
        log(.warning, "store_not_swept", "deleted state is still in the store's files; it is removed later") { line in
            line.text("reason", reason)
        }
    }

    /// An operator has had a partition's state taken as it is: `--adopt-state`.
    package func stateAdopted(lane: Int, partition: Int32, isWrittenBack: Bool) {
        let text: StaticString =
            isWrittenBack
            ? "state adopted and written back to the changelog: start without --adopt-state from now on"
            : "state adopted: start without --adopt-state from now on"
        log(.warning, "state_adopted", text) { line in
            line.number("lane", lane)
            line.number("partition", Int(partition))
        }
    }

    /// Everything that the process's lanes own is assigned and restored: the line that operators and tests wait for.
    package func ready(_ partitions: [Int32]) {
        log(.info, "ready", "ready: partitions are assigned and restored") { line in
            line.partitions(partitions)
        }
    }
}
