import Health

/// What the group does: partitions come, are restored, and go.
extension Cycle {
    /// Partitions were assigned.
    ///
    /// - Parameters:
    ///   - numbers: The partitions.
    ///   - isIncremental: They come on top of what is assigned; else they are all, those of an earlier assignment
    ///     having been revoked or lost before.
    /// - Returns: What to do about them.
    package mutating func assigned(_ numbers: [Int32], isIncremental: Bool = false) -> [Action] {
        if !isIncremental { partitions = [:] }
        let new = numbers.filter { partitions[$0] == nil }.sorted()
        for number in new { partitions[number] = Partition() }
        // Without a producer an own earlier transaction may still be open: restore once it is fenced.
        guard case .polling = flow, !isIncremental || !new.isEmpty else { return [] }
        return [.restore(new)]
    }

    /// A partition's state is up to date.
    ///
    /// - Parameters:
    ///   - number: The partition.
    ///   - uploads: The group's offset of its uploads, the first that there is when it has none.
    ///   - connections: The same of its settings.
    ///   - settingsEnd: Where its settings end now: they are read so far before its uploads.
    ///   - isKnown: Whether the group has both offsets; what is to be read to an end is committed where it has not, since
    ///     who waits for the end asks the group.
    /// - Returns: What to read from now on.
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

    /// The group takes partitions back, all of them unless it names some, and waits: what is in hand is committed before
    /// it gets them.
    package mutating func revoked(_ numbers: [Int32]? = nil, at now: Int64) -> [Action] {
        let going = numbers?.sorted() ?? assigned
        guard case .polling = flow, hasInput else { return release(going) }
        return beginCommit(at: now, revoked: going)
    }

    /// Partitions, all of them unless some are named, are already another's: what is in hand is theirs to read again.
    package mutating func lost(_ numbers: [Int32]? = nil) -> [Action] {
        let open = takeOpen(at: openSince ?? 0)
        let released = release(numbers?.sorted() ?? assigned)
        if let open { return released + abort(open, at: open.began) }
        return rewind() + released
    }

    mutating func release(_ numbers: [Int32]) -> [Action] {
        for number in numbers { partitions[number] = nil }
        return [.release(numbers)]
    }

    /// Everything is read again from where it was last committed.
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
