package import Vocabulary

/// Partitions, from their assignment to their release.
extension Dispatcher {
    /// Takes over a partition whose state is restored.
    ///
    /// `offset` is the group's offset, at which the input begins. `state` has the partition's rows as of the last
    /// commit. `sequences` decides whether the partition keeps its base of sequences or gets a new base. If an operator
    /// has adopted the state, its rows are repaired before a job is read or sent.
    ///
    /// - Throws: If a row is damaged or has an unknown version.
    package mutating func assigned(
        _ partition: Int32,
        offset: Int64,
        state: any PartitionState,
        sequences: SequenceStart = .kept,
        isAdopted: Bool = false,
        at now: Int64
    ) throws(UnreadableRow) {
        advance(to: now)
        let jobs = try PartitionJobs(
            partition,
            from: offset,
            over: state,
            options,
            parser,
            newest: newest,
            sequences: sequences,
            isAdopted: isAdopted,
            at: self.now
        )
        partitions[partition] = jobs
        for host in jobs.failedHosts { hosts.failedBefore(host) }
        for host in jobs.pausedHosts { jobs.notePause(of: host, until: hosts.pauseEnd(host)) }
        attend(jobs)
    }

    /// Starts no new requests for these partitions from now on.
    ///
    /// - Returns: The time at which `cutOff` is due, unless all requests end earlier.
    package mutating func drain(_ partitions: [Int32], at now: Int64) -> Int64 {
        advance(to: now)
        for partition in partitions { self.partitions[partition]?.isDraining = true }
        return self.now + options.drainMilliseconds
    }

    /// Returns the number of requests under way for these partitions.
    package func requestCount(of partitions: [Int32]) -> Int {
        requests.values.count { partitions.contains($0.partition) }
    }

    /// Ends the running requests of these partitions, without counting the requests as attempts.
    ///
    /// - Returns: The requests that the caller must stop. The caller must not call `answered` for them.
    package mutating func cutOff(_ partitions: [Int32]) -> [Delivery.ID] {
        let ids = requests.filter { partitions.contains($0.value.partition) }.keys.sorted()
        for id in ids {
            guard let request = requests.removeValue(forKey: id) else { continue }
            _ = hosts.ended(request.host, request.account, nil, at: now)
            if let jobs = self.partitions[request.partition] {
                jobs.end(request.connection, request.place)
                attend(jobs)
            }
            markReady(request.host)
        }
        return ids
    }

    /// Releases these partitions, with or without a last commit.
    ///
    /// - Returns: The requests that the caller must stop. The caller must not call `answered` for them.
    package mutating func released(_ partitions: [Int32]) -> [Delivery.ID] {
        for partition in partitions { self.partitions[partition]?.isDraining = true }
        let ids = cutOff(partitions)
        for partition in partitions { self.partitions[partition] = nil }
        for (host, var queue) in queues {
            queue.partitions.removeAll { partitions.contains($0) }
            queues[host] = queue.isEmpty && !queue.isReady && queue.waitsForShare == nil ? nil : queue
        }
        return ids
    }
}
