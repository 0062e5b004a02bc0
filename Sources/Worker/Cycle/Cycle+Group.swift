import Health

/// What the group does: partitions come, are restored, and go.
extension Cycle {
    /// Partitions were assigned; those of an earlier assignment have been revoked or lost before.
    package mutating func assigned(_ numbers: [Int32]) -> [Action] {
        partitions = [:]
        for number in numbers { partitions[number] = Partition() }
        // Without a producer an own earlier transaction may still be open: restore once it is fenced.
        guard case .polling = flow else { return [] }
        return [.restore(assigned)]
    }

    /// A partition's state is up to date.
    ///
    /// - Parameters:
    ///   - number: The partition.
    ///   - uploads: The group's offset of its uploads, the first that there is when it has none.
    ///   - connections: The same of its settings.
    ///   - settingsEnd: Where its settings end now: they are read so far before its uploads.
    /// - Returns: What to read from now on.
    package mutating func restored(
        _ number: Int32,
        uploads: Int64,
        connections: Int64,
        settingsEnd: Int64
    ) -> [Action] {
        guard case .polling = flow, partitions[number]?.phase == .restoring else { return [] }
        let isComplete = connections >= settingsEnd
        partitions[number] = Partition(
            phase: isComplete ? .active : .settings(end: settingsEnd),
            committedUploads: uploads,
            committedConnections: connections,
            nextUploads: uploads,
            nextConnections: connections,
            settingsEnd: settingsEnd
        )
        let both: [Input: Int64] = [.connections(number): connections, .uploads(number): uploads]
        return [.seek(both), .resume(isComplete ? [.connections(number), .uploads(number)] : [.connections(number)])]
    }

    /// The group takes all partitions back and waits: what is in hand is committed before it gets them.
    package mutating func revoked(at now: Int64) -> [Action] {
        guard case .polling = flow, hasInput else { return release() }
        return beginCommit(at: now, isRevoked: true)
    }

    /// The partitions are already another's: what is in hand is theirs to read again.
    package mutating func lost() -> [Action] {
        heldSince = nil
        return [.drop] + release()
    }

    mutating func release() -> [Action] {
        partitions = [:]
        return [.release]
    }

    /// Everything is read again from where it was last committed.
    mutating func rewind() -> [Action] {
        heldSince = nil
        var paused: [Input] = []
        for (number, partition) in partitions where partition.phase != .restoring {
            var back = partition
            back.nextUploads = partition.committedUploads
            back.nextConnections = partition.committedConnections
            if partition.phase == .active, back.nextConnections < back.settingsEnd {
                back.phase = .settings(end: back.settingsEnd)
                paused.append(.uploads(number))
            }
            partitions[number] = back
        }
        var actions: [Action] = [.drop]
        if !paused.isEmpty { actions.append(.pause(paused.sorted())) }
        let offsets = committed
        if !offsets.isEmpty { actions.append(.seek(offsets)) }
        return actions
    }
}
