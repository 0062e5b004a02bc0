import Vocabulary

/// The turns of hosts that have jobs to send.
extension Dispatcher {
    /// Offers fresh jobs of a partition to their hosts, and schedules checks of its connections and hosts.
    mutating func attend(_ jobs: PartitionJobs) {
        let touched = jobs.touched
        jobs.touched = []
        for connection in touched {
            for offer in jobs.offers(of: connection, at: now) {
                queues[offer.host, default: HostQueue()].offers.append(
                    HostQueue.FreshOffer(partition: jobs.partition, offer: offer)
                )
                markReady(offer.host)
            }
            // Stored jobs of the connection were skipped while an earlier request was running.
            let host = jobs.host(of: connection).key
            if jobs.windows[host] != nil { markReady(host) }
        }
        for timer in jobs.timers {
            let subject = ConnectionTimer(partition: jobs.partition, connection: timer.connection)
            connectionAgenda.add(subject, at: timer.time)
        }
        jobs.timers = []
        for wake in jobs.wakes {
            var queue = queues[wake.host] ?? HostQueue()
            if !queue.partitions.contains(jobs.partition) { queue.partitions.append(jobs.partition) }
            queues[wake.host] = queue
            look(at: wake.host, at: wake.time)
        }
        jobs.wakes = []
    }

    /// Schedules a check of a host.
    mutating func look(at host: HostKey, at time: Int64) {
        if time <= now { return markReady(host) }
        guard let queue = queues[host], time < queue.lookAt else { return }
        queues[host]?.lookAt = time
        hostAgenda.add(host, at: time)
        if hostAgenda.count > 1_024 + 2 * queues.count { rebuildAgenda() }
    }

    /// Rebuilds the agenda without the times that an earlier time of the same host has replaced.
    private mutating func rebuildAgenda() {
        hostAgenda = Agenda()
        for (host, queue) in queues where queue.lookAt < .max { hostAgenda.add(host, at: queue.lookAt) }
    }

    mutating func markReady(_ host: HostKey) {
        guard let queue = queues[host], !queue.isReady else { return }
        queues[host]?.isReady = true
        ready.append(host)
    }

    /// Marks one waiting host of each standing as ready, unless the standing has used up its share of the requests.
    mutating func markWaitingForShare() {
        for standing in Host.Standing.allCases where hosts.hasRoom(for: standing) {
            while let host = waitingForShare[standing]?.popFirst() {
                guard queues[host]?.waitsForShare == standing else { continue }
                queues[host]?.waitsForShare = nil
                markReady(host)
                break
            }
        }
    }

    /// Makes all waiting jobs of a host due at once, because the host accepts deliveries again.
    mutating func release(_ host: HostKey) {
        for jobs in ordered { jobs.release(host, dueAfter: now, attemptedUntil: now) }
    }

    /// Marks the hosts that are due as ready, and checks the connections that are due.
    mutating func checkAgendas() {
        while let (time, host) = hostAgenda.pop(at: now) {
            guard queues[host]?.lookAt == time else { continue }
            queues[host]?.lookAt = .max
            markReady(host)
        }
        while let (_, timer) = connectionAgenda.pop(at: now) {
            guard let jobs = partitions[timer.partition] else { continue }
            jobs.touch(timer.connection)
            attend(jobs)
        }
    }

    /// A job that may be sent in the order of its connection.
    enum Candidate {
        case fresh(PartitionJobs, PartitionJobs.Offer)
        case stored(PartitionJobs, DueWindow.DueJob)
    }

    /// Takes the next job of a host, alternating between stored and fresh jobs.
    ///
    /// If there is none, schedules the next check of the host.
    mutating func candidate(of host: HostKey) -> Candidate? {
        guard var queue = queues[host] else { return nil }
        queue.prefersStored.toggle()
        defer { if queues[host]?.isEmpty == true, queues[host]?.waitsForShare == nil { queues[host] = nil } }
        if !queue.prefersStored, let offer = popOffer(&queue) {
            queues[host] = queue
            return offer
        }
        var next = Int64.max
        for _ in queue.partitions.indices {
            let partition = queue.partitions.removeFirst()
            guard let jobs = partitions[partition], jobs.windows[host] != nil else { continue }
            queue.partitions.append(partition)
            if jobs.isDraining || jobs.repair != nil { continue }
            let found = jobs.dueJob(of: host, at: now)
            if let job = found.job {
                queues[host] = queue
                return .stored(jobs, job)
            }
            next = min(next, found.next ?? .max)
        }
        let offer = popOffer(&queue)
        queues[host] = queue
        if offer == nil, next < .max { look(at: host, at: next) }
        return offer
    }

    /// Takes the first offered fresh job that may still be sent.
    private func popOffer(_ queue: inout HostQueue) -> Candidate? {
        while let first = queue.offers.popFirst() {
            guard let jobs = partitions[first.partition], !jobs.isDraining, let job = jobs.fresh[first.offer.place],
                job.isOffered, job.host == first.offer.host, !jobs.isUnderWay(job.connection, job.place)
            else { continue }
            guard jobs.isBusy(job.connection) else { return .fresh(jobs, first.offer) }
            // The job is offered again when the running request of its connection ends.
            jobs.fresh.update(first.offer.place) { $0.isOffered = false }
        }
        return nil
    }

    /// Stores all fresh jobs of a host with the next commit, because the host accepts no requests for a while.
    mutating func holdOffers(of host: HostKey) {
        guard var queue = queues[host] else { return }
        while let candidate = popOffer(&queue) {
            if case .fresh(let jobs, let offer) = candidate { holdUp(offer, jobs) }
        }
        queues[host] = queue
    }

    /// Marks a fresh job to be stored with the next commit; until then, the job can be offered again.
    func holdUp(_ offer: PartitionJobs.Offer, _ jobs: PartitionJobs) {
        jobs.heldUp.insert(offer.place)
        jobs.fresh.update(offer.place) { $0.isOffered = false }
    }
}
