import Vocabulary

/// The assignment, the restore and the revocation of partitions.
extension Cycle {
    /// Reports an assignment.
    ///
    /// `isIncremental` is true if the partitions are added to the current assignment, and false if they replace it.
    ///
    /// - Returns: The actions to perform.
    package mutating func assigned(_ numbers: [Int32], isIncremental: Bool = false) -> [Action] {
        if !isIncremental { partitions = [:] }
        let new = numbers.filter { partitions[$0] == nil }.sorted()
        for number in new { partitions[number] = Partition() }
        // Without a producer, an earlier transaction of this lane may still be open. The restore begins after a new
        // producer has aborted this transaction.
        guard case .polling = flow, !isIncremental || !new.isEmpty else { return [] }
        return [.restore(new)]
    }

    /// Reports that the state of a partition is restored.
    ///
    /// - Parameters:
    ///   - number: The partition.
    ///   - uploads: The committed offset of its uploads, or the first existing offset if there is none.
    ///   - connections: The committed offset of its settings, or the first existing offset if there is none.
    ///   - settingsEnd: The current end offset of its settings, up to which settings are read before any upload.
    ///   - isKnown: Whether the group has committed both offsets. If not, a replay commits offsets even if there is
    ///     nothing to read, because the committed offsets show its progress.
    /// - Returns: The actions that begin reading.
    package mutating func restored(
        _ number: Int32,
        uploads: Int64,
        connections: Int64,
        settingsEnd: Int64,
        isKnown: Bool = true
    ) -> [Action] {
        guard case .polling = flow, partitions[number]?.phase == .restoring else { return [] }
        let isComplete = connections >= settingsEnd
        partitions[number] = Partition(
            phase: isComplete ? .active : .settings(end: settingsEnd),
            committedUploads: uploads,
            committedConnections: connections,
            nextUploads: uploads,
            nextConnections: connections,
            settingsEnd: settingsEnd,
            failures: partitions[number]?.failures ?? 0,
            isUnknown: range != nil && !isKnown
        )
        let both: [Input: Int64] = [.connections(number): connections, .uploads(number): uploads]
        return [.seek(both), .resume(isComplete ? [.connections(number), .uploads(number)] : [.connections(number)])]
    }

    /// Releases partitions (nil: all) that the group revokes, after a commit of the pending input.
    package mutating func revoked(_ numbers: [Int32]? = nil, at now: Int64) -> [Action] {
        let going = numbers?.sorted() ?? assigned
        guard case .polling = flow, hasInput else { return release(going) }
        return beginCommit(at: now, revoked: going)
    }

    /// Releases partitions (nil: all) that already belong to another member, without committing their input.
    package mutating func lost(_ numbers: [Int32]? = nil) -> [Action] {
        let open = takeOpen(at: handover.openSince ?? 0)
        let released = release(numbers?.sorted() ?? assigned)
        if let open { return released + abort(open, at: open.began) }
        return rewind() + released
    }

    mutating func release(_ numbers: [Int32]) -> [Action] {
        for number in numbers { partitions[number] = nil }
        return [.release(numbers)]
    }

    /// Reads all inputs again from their committed offsets.
    mutating func rewind() -> [Action] {
        pacing.empty()
        var paused: [Input] = []
        var resumed: Set<Input> = []
        for (number, partition) in partitions where partition.phase.isRead {
            var back = partition
            back.nextUploads = partition.committedUploads
            back.nextConnections = partition.committedConnections
            if partition.phase == .active, back.nextConnections < back.settingsEnd {
                back.phase = .settings(end: back.settingsEnd)
                paused.append(.uploads(number))
            }
            resumed.formUnion(back.over)
            back.over = []
            partitions[number] = back
        }
        var actions: [Action] = [.drop]
        if !paused.isEmpty { actions.append(.pause(paused.sorted())) }
        let offsets = committed
        if !offsets.isEmpty { actions.append(.seek(offsets)) }
        resumed.subtract(paused)
        if !resumed.isEmpty { actions.append(.resume(resumed.sorted())) }
        return actions
    }
}
