import Health

/// What is read, and when it is committed.
extension Cycle {
    /// What to do with a record that was read.
    package enum Reception: Equatable, Sendable {
        /// Add it to its partition's batch.
        case take
        /// It was read before: let it pass.
        case skip
        /// It is beyond the end: take no more of its input.
        case beyond
        /// It is of a connection that the batch takes nothing more of: `mustWait` says how it comes again.
        case wait
        /// It came too early: pause its input and let its next record be the one at this offset.
        case putBack(Int64)
    }

    /// A record was read; one that is not wanted is passed over, and committed as read.
    ///
    /// - Parameters:
    ///   - input: Where it comes from.
    ///   - offset: Its own.
    ///   - isWanted: Whether it is to be read.
    ///   - isClosed: Whether the batch takes nothing more of its connection.
    ///   - now: The time.
    /// - Returns: What to do with it.
    package mutating func received(
        _ input: Input,
        offset: Int64,
        isWanted: Bool = true,
        isClosed: Bool = false,
        at now: Int64
    ) -> Reception {
        guard var partition = partitions[input.partition], partition.phase.isRead else { return .skip }
        if let end = range?.end(input), offset >= end, partition.phase == .active || input.topic == .connections {
            partition.over.insert(input)
            partition.reach(end, of: input)
            partitions[input.partition] = partition
            return .beyond
        }
        switch input.topic {
        case .uploads:
            guard offset >= partition.nextUploads else { return .skip }
            guard partition.phase == .active else { return .putBack(partition.nextUploads) }
            if isClosed { return .wait }
            partition.nextUploads = offset + 1
        case .connections:
            guard offset >= partition.nextConnections else { return .skip }
            if isClosed { return .wait }
            partition.nextConnections = offset + 1
        }
        partitions[input.partition] = partition
        if !isWanted { return .skip }
        pacing.took(at: now)
        return .take
    }

    /// How much the batches hold now, after a record was added.
    package mutating func holding(bytes: Int, connections: Int, at now: Int64) -> [Action] {
        guard case .polling = flow, hasInput else { return [] }
        guard bytes >= limits.batchBytes || connections >= limits.batchConnections else { return [] }
        return beginCommit(at: now)
    }

    /// Whether what has come may be derived before its commit is due, where the batches hold so much.
    ///
    /// It is derived of a copy, which takes room, and a batch that fills has more to be read.
    package func mayDeriveAhead(holding bytes: Int) -> Bool { bytes < limits.batchBytes / 4 }

    /// There was nothing to read: no backlog.
    package mutating func idle() {
        pacing.idle()
        rederivation.idle()
    }

    /// How long reading may wait for a record, before `tick` or something else is worth calling.
    package func waitMilliseconds(at now: Int64) -> Int64 {
        pacing.isDueWhenIdle(at: now) ? 0 : max(nextTick - now, 0)
    }

    /// So many records wait to be read, fetched ones included.
    package mutating func lagging(by records: Int) { pacing.lagging(by: records) }

    /// When `tick` is next worth calling.
    package var nextTick: Int64 {
        switch flow {
        case .closed(let dueAt, _): dueAt
        case .opening, .committing, .ended: .max
        case .polling: min(pacing.nextCommit, nextRederivation)
        }
    }

    /// Time has passed.
    ///
    /// - Parameters:
    ///   - positions: Where the consumer stands in each input: past markers, which are no records. Only from where
    ///     every record that it has handed out was reported.
    ///   - now: The time.
    /// - Returns: What is due.
    package mutating func tick(positions: [Input: Int64], at now: Int64) -> [Action] {
        guard now >= nextTick else { return [] }
        switch flow {
        case .closed(_, let attempts):
            if let stopBy, now >= stopBy { return fail(.unfinished(.openProducer)) }
            flow = .opening(attempts: attempts)
            return [.perform(.openProducer)]
        case .opening, .committing, .ended: return []
        case .polling: break
        }
        advance(to: positions)
        var actions = tryLeftAlone(at: now)
        let resumed = endSettings()
        if !resumed.isEmpty { actions.append(.resume(resumed)) }
        let isDue = pacing.nextCommit <= now
        if isDue, hasInput || !offsetsToSend.isEmpty {
            actions += beginCommit(at: now)
        } else {
            if isDue { pacing.end(at: now) }
            if actions.isEmpty { actions = beginRederivation(at: now) }
        }
        return actions
    }

    /// The inputs that were read further than they were committed.
    var offsetsToSend: [Input: Int64] {
        var offsets: [Input: Int64] = [:]
        for (number, partition) in partitions where partition.phase.isRead {
            if partition.isUnknown || partition.nextUploads > partition.committedUploads {
                offsets[.uploads(number)] = partition.nextUploads
            }
            if partition.isUnknown || partition.nextConnections > partition.committedConnections {
                offsets[.connections(number)] = partition.nextConnections
            }
        }
        return offsets
    }

    private mutating func advance(to positions: [Input: Int64]) {
        for (input, position) in positions {
            guard var partition = partitions[input.partition], partition.phase.isRead else { continue }
            partition.reach(min(position, range?.end(input) ?? .max), of: input)
            partitions[input.partition] = partition
        }
    }

    /// The uploads whose settings have been read to their end.
    private mutating func endSettings() -> [Input] {
        var resumed: [Input] = []
        for (number, partition) in partitions {
            guard case .settings(let end) = partition.phase, partition.nextConnections >= end else { continue }
            partitions[number]?.phase = .active
            resumed.append(.uploads(number))
        }
        return resumed.sorted()
    }
}
