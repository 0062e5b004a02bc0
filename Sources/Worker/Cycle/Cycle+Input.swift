import Vocabulary

/// Reading input, and deciding when to commit it.
extension Cycle {
    /// The action that the lane must take for a record.
    package enum Reception: Equatable, Sendable {
        /// Add it to its partition's batch.
        case take
        /// Ignore the record, because it was read before or is not wanted.
        case skip
        /// Pause the input, because the record is beyond the end of the range.
        case beyond
        /// Call `mustWait`, because the current batch accepts no more records of this connection.
        case wait
        /// Pause the input and resume it at this offset later, because the settings are not read to their end yet.
        case putBack(Int64)
    }

    /// Returns the action that the lane must take for a record.
    ///
    /// `isWanted` is true if the record passes the filter of a replay. An unwanted record is skipped, and its offset is
    /// committed. `isClosed` is true if the batch accepts no more records of the record's connection.
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

    /// Begins a commit if the batches have reached the limit of bytes or connections.
    package mutating func holding(bytes: Int, connections: Int, at now: Int64) -> [Action] {
        guard case .polling = flow, hasInput else { return [] }
        guard bytes >= limits.batchBytes || connections >= limits.batchConnections else { return [] }
        return beginCommit(at: now)
    }

    /// Whether documents may be derived before the commit is due; only while the batches are small.
    ///
    /// Early derivation copies data, which needs memory. Large batches are a sign of a backlog, which early derivation
    /// would slow down.
    package func mayDeriveAhead(holding bytes: Int) -> Bool { bytes < limits.batchBytes / 4 }

    /// Reports that a poll returned no record.
    package mutating func idle() {
        pacing.idle()
        rederivation.idle()
    }

    /// Returns how long a poll may wait for a record before `tick` or `beginHandOver` must be called.
    package func waitMilliseconds(at now: Int64) -> Int64 {
        pacing.isDueWhenIdle(at: now) ? 0 : max(min(nextTick, nextHandOver ?? .max) - now, 0)
    }

    /// Updates the number of records that wait to be read, including fetched records.
    package mutating func lagging(by records: Int) { pacing.lagging(by: records) }

    /// The time at which `tick` must be called next.
    package var nextTick: Int64 {
        switch flow {
        case .closed(let dueAt, _): dueAt
        case .opening, .committing, .ended: .max
        case .polling: min(pacing.nextCommit, nextRederivation)
        }
    }

    /// Returns the actions that are due.
    ///
    /// `positions` are the consumer's positions, which can be past transaction markers. A position may be given only if
    /// every record before it was reported.
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

    /// The next offset of each input whose read records are not all committed.
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

    /// Activates the partitions whose settings are read to the end, and returns their uploads to resume.
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
