import Vocabulary
import Webhooks

/// Requests: choosing them, and applying their results.
extension Dispatcher {
    /// The largest number of turns that one call of `begin` gives to hosts.
    private static let looksMax = 2_000

    /// The time at which `begin` must be called next, if nothing else happens.
    package var nextBegin: Int64 {
        if mustCommit { return .max }
        if hosts.hasRoom, !ready.isEmpty || waitingForShare.contains(where: { hosts.hasRoom(for: $0) && !$1.isEmpty }) {
            return now
        }
        if partitions.values.contains(where: { $0.hasChores && !$0.isDraining }) { return now }
        let stores = partitions.values.compactMap { $0.nextStore() }.filter { $0 > now }
        return ([hostAgenda.next, connectionAgenda.next].compactMap(\.self) + stores).min() ?? .max
    }

    /// Returns the requests that the caller must begin now.
    package mutating func begin(at now: Int64, using random: inout some RandomNumberGenerator) -> [Delivery] {
        advance(to: now)
        for jobs in ordered where jobs.hasChores && !jobs.isDraining && !mustCommit {
            jobs.performChore(at: self.now)
            attend(jobs)
        }
        checkAgendas()
        var deliveries: [Delivery] = []
        var looks = 0
        while looks < Self.looksMax, hosts.hasRoom, !mustCommit {
            markWaitingForShare()
            guard let host = ready.popFirst() else { break }
            looks += 1
            queues[host]?.isReady = false
            switch hosts.admission(host, at: self.now) {
            case .admitted:
                guard let candidate = candidate(of: host) else { continue }
                if let delivery = begin(candidate, host, random: random.next()) { deliveries.append(delivery) }
                markReady(host)
            case .later(let time, let isLeftAlone):
                if isLeftAlone { holdOffers(of: host) }
                look(at: host, at: time)
            case .busy:
                // The end of a request marks the host as ready again.
                if hosts.isLeftAlone(host) { holdOffers(of: host) }
            case .shareFull(let standing):
                if queues[host]?.waitsForShare == standing { continue }
                queues[host]?.waitsForShare = standing
                waitingForShare[standing, default: Fifo()].append(host)
            case .full:
                markReady(host)
                return deliveries
            }
        }
        return deliveries
    }

    /// Begins a request for a job, unless its settings or a pause of its URL prevent it.
    private mutating func begin(_ candidate: Candidate, _ host: HostKey, random: UInt64) -> Delivery? {
        let (jobs, connection, place): (PartitionJobs, ConnectionID, Int64)
        switch candidate {
        case .fresh(let own, let offer): (jobs, connection, place) = (own, offer.connection, offer.place)
        case .stored(let own, let job):
            (jobs, connection, place) = (own, job.connection, job.place)
            guard jobs.confirm(job, of: host) else {
                attend(jobs)
                return nil
            }
        }
        defer { attend(jobs) }
        guard let loaded = jobs.load(connection, place) else {
            // Without this, an index entry without a job would be found again and again.
            if case .stored(_, let job) = candidate { jobs.removeDue(host: host, due: job.due, place) }
            return nil
        }
        switch jobs.target(of: loaded) {
        case .dropped(let outcome):
            jobs.finish(connection, place, as: outcome, at: now)
            return nil
        case .givenUp(let order):
            jobs.deadLetter(loaded, by: order, at: now)
            return nil
        case .notAllowed(let fault):
            let context = PartitionJobs.AttemptContext(
                settingsOffset: newest(connection).offset,
                isThin: options.isThin || loaded.history.isThin,
                hostAndPort: nil
            )
            let result = DeliveryResult.failure(.url, FailureReason(fault.sentence))
            jobs.conclude(result, of: connection, place, context, at: now, random: random)
            return nil
        case .send(let job, let address):
            guard isPossible(candidate, loaded, address, host) else { return nil }
            return begin(jobs, loaded, job, address)
        }
    }

    /// Whether a job's URL belongs to the host whose turn it is, and is not paused.
    ///
    /// If not, moves the job: a fresh job is stored with the next commit, and a stored job gets a new index entry.
    private mutating func isPossible(
        _ candidate: Candidate,
        _ loaded: LoadedJob,
        _ address: CallbackAddress,
        _ host: HostKey
    ) -> Bool {
        let key = HostKey(origin: address.origin)
        let pause = throttled.until(address.url, at: now)
        if key == host, pause == nil { return true }
        switch candidate {
        case .fresh(let jobs, let offer):
            holdUp(offer, jobs)
            // The job is offered to its new host at once.
            if key != host { jobs.touch(offer.connection) }
        case .stored(let jobs, let job):
            let name = (key, address.hostAndPort)
            jobs.index(job.connection, job.place, due: max(job.due, pause ?? 0), loaded.history, host: name)
        }
        return false
    }

    private mutating func begin(
        _ jobs: PartitionJobs,
        _ loaded: LoadedJob,
        _ job: Job,
        _ address: CallbackAddress
    ) -> Delivery {
        let host = HostKey(origin: address.origin)
        let isProbe = hosts.began(host, bytes: job.bytes.count, at: now)
        lastNumber += 1
        let delivery = Delivery(
            id: Delivery.ID(number: lastNumber),
            partition: jobs.partition,
            address: address,
            job: job,
            sequence: loaded.sequence,
            isThin: options.isThin || loaded.history.isThin,
            traceparent: loaded.traceparent
        )
        jobs.begin(job.connection, loaded.place)
        jobs.fresh.update(loaded.place) { fresh in
            fresh.isSent = true
            fresh.isOffered = false
        }
        jobs.heldUp.remove(loaded.place)
        requests[delivery.id] = RequestUnderWay(
            partition: jobs.partition,
            connection: job.connection,
            place: loaded.place,
            host: host,
            callbackURL: address.url,
            account: HostRequest(bytes: job.bytes.count, began: now, isProbe: isProbe),
            context: PartitionJobs.AttemptContext(
                settingsOffset: newest(job.connection).offset,
                isThin: delivery.isThin,
                hostAndPort: address.hostAndPort
            )
        )
        return delivery
    }

    /// Writes the pause of a host to the rows of a partition.
    ///
    /// If the host is not paused, removes the pause from the rows of all partitions.
    private func notePause(of host: HostKey, in partition: Int32) {
        if let end = hosts.pauseEnd(host) {
            partitions[partition]?.notePause(of: host, until: end)
        } else {
            for jobs in ordered { jobs.notePause(of: host, until: nil) }
        }
    }

    /// Applies the result of a request.
    package mutating func answered(
        _ id: Delivery.ID,
        _ result: DeliveryResult,
        at now: Int64,
        using random: inout some RandomNumberGenerator
    ) {
        advance(to: now)
        guard let request = requests.removeValue(forKey: id) else { return }
        let pauseEnd = hosts.pauseEnd(request.host)
        if hosts.ended(request.host, request.account, result, at: self.now) { release(request.host) }
        if hosts.pauseEnd(request.host) != pauseEnd { notePause(of: request.host, in: request.partition) }
        markReady(request.host)
        guard let jobs = partitions[request.partition] else { return }
        var context = request.context
        if case .answer(let answer) = result, let seconds = answer.holdSeconds {
            context.pausedUntil = self.now + Int64(seconds) * 1_000
            throttled.pause(request.callbackURL, until: context.pausedUntil, at: self.now)
        }
        jobs.end(request.connection, request.place)
        jobs.conclude(result, of: request.connection, request.place, context, at: self.now, random: random.next())
        attend(jobs)
    }
}
