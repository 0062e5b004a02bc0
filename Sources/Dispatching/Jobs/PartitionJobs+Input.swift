import Vocabulary
import Webhooks

/// Fresh jobs: reading their records, and offering the jobs to hosts.
extension PartitionJobs {
    /// A fresh job that may be sent, with its host.
    struct Offer: Equatable {
        let connection: ConnectionID
        let place: Int64
        let host: HostKey
    }

    /// Creates a fresh job from a record.
    ///
    /// Ignores a record that was finished or stored before. Finishes a record that is refused or dropped.
    func receive(_ record: DispatchRecord, at now: Int64) {
        let place = bases.sequence(of: record.offset)
        guard !isDraining, offsets.read(place) else { return }
        let job: Job
        do throws(Refusal) {
            job = try parser.job(key: record.key, value: record.value)
        } catch {
            return refuse(record, at: place, error)
        }
        let connection = job.connection
        if let last = storedUntil, place <= last, rows.value(at: StateKey(.job, place: place), of: connection) != nil {
            return offsets.close([place])
        }
        let row = connectionRow(connection)
        var waiting = FreshJob(job, record, at: place, now, coalesce: options.coalesceMilliseconds)
        if isOff(connection, row) { return close(waiting, as: .off) }
        switch job.destination(under: newest(connection).settings) {
        case .dropped(let reason): return close(waiting, as: DispatchCounts.JobOutcome(reason))
        case .deletions: if let rest = job.keepingDeletions() { waiting.replace(by: rest) }
        case .whole: break
        }
        if let place = fresh.add(waiting, coalesce: options.coalesceMilliseconds) { heldUp.remove(place) }
        if let row, task(for: row, connection) != nil { addChore(connection) }
        touch(connection)
    }

    /// Returns the fresh jobs of a connection that may be sent.
    ///
    /// Jobs that an earlier job holds up are marked in `heldUp` instead.
    func offers(of connection: ConnectionID, at now: Int64) -> [Offer] {
        if isDraining || isBusy(connection) { return [] }
        var offers: [Offer] = []
        for place in fresh.places(of: connection) {
            guard let job = fresh[place], !job.isOffered, !isUnderWay(connection, place) else {
                if isOrdered { break }
                continue
            }
            if isHeldUp(connection, place, at: now) {
                // This job and all later jobs are held up. Earlier calls may have marked the first of these jobs.
                for place in fresh.places(of: connection).reversed() {
                    guard heldUp.insert(place).inserted else { break }
                }
                break
            }
            if job.readyMilliseconds > now {
                timers.append((connection, job.readyMilliseconds))
            } else {
                offers.append(offer(job))
            }
            if isOrdered { break }
        }
        return offers
    }

    private func offer(_ job: FreshJob) -> Offer {
        var job = job
        var offer = Offer(connection: job.connection, place: job.place, host: .none)
        if case .send(_, let address) = load(job.connection, job.place).map({ target(of: $0) }) {
            offer = Offer(connection: job.connection, place: job.place, host: HostKey(origin: address.origin))
            job.callbackURL = address.url
        }
        fresh.update(job.place) { fresh in
            fresh.isOffered = true
            fresh.host = offer.host
            fresh.callbackURL = job.callbackURL
        }
        return offer
    }

    /// Whether an earlier job of the same connection must be sent before a fresh job.
    func isHeldUp(_ connection: ConnectionID, _ place: Int64, at now: Int64) -> Bool {
        guard isOrdered, let row = connectionRow(connection) else { return false }
        if let next = row.next, next < place { return true }
        return row.heldUntil(hold: options.orderHoldMilliseconds).map { $0 > now } ?? false
    }

    /// Stores the fresh jobs that must not wait in memory any longer.
    ///
    /// `isHostHeldUp` returns whether a host or a callback URL accepts no jobs now.
    func storeWaiting(at now: Int64, isHostHeldUp: (HostKey, [UInt8]) -> Bool) {
        for place in heldUp.sorted() {
            guard let job = fresh[place] else {
                heldUp.remove(place)
                continue
            }
            if job.readyMilliseconds > now { continue }
            heldUp.remove(place)
            let isHeld = isHeldUp(job.connection, place, at: now) || isHostHeldUp(job.host, job.callbackURL)
            if isHeld, !isUnderWay(job.connection, place) {
                store(place, at: now)
            } else {
                // The host may accept jobs again, so offer the job again.
                touch(job.connection)
            }
        }
        var old: [Int64] = []
        offsets.forEach { offset in
            guard let job = fresh[offset] else { return true }
            if job.receivedMilliseconds > now - freshMilliseconds { return false }
            old.append(offset)
            return true
        }
        for place in old { store(place, at: now) }
    }

    /// The age below which `storeOldest` keeps a job in memory: most jobs are delivered earlier, and then need no row.
    private static let leastMilliseconds: Int64 = 500

    /// Stores the oldest fresh jobs until at most `count` jobs and `bytes` bytes are left.
    func storeOldest(until count: Int, bytes: Int, at now: Int64) {
        var (leftCount, leftBytes) = (fresh.count, fresh.bytes)
        var old: [Int64] = []
        offsets.forEach { offset in
            guard leftCount > count || leftBytes > bytes else { return false }
            guard let job = fresh[offset] else { return true }
            if job.receivedMilliseconds > now - Self.leastMilliseconds { return false }
            leftCount -= 1
            leftBytes -= job.bytes
            old.append(offset)
            return true
        }
        for place in old { store(place, at: now) }
    }

    /// The longest time that a fresh job may wait in memory.
    private var freshMilliseconds: Int64 { options.bounds.freshMilliseconds + options.coalesceMilliseconds }

    /// Returns the time at which the oldest fresh job must be stored; nil if there is none.
    func nextStore() -> Int64? {
        var received: Int64?
        offsets.forEach { offset in
            received = fresh[offset]?.receivedMilliseconds
            return received == nil
        }
        return received.map { $0 + freshMilliseconds }
    }

    /// Returns the arrival time of the oldest waiting job, in milliseconds since 1970; nil if none waits.
    func oldestMilliseconds() -> Int64? {
        let own = offsets.oldest().flatMap { fresh[$0]?.firstArrivedMilliseconds }
        return [rows.oldestMilliseconds(), own].compactMap(\.self).min()
    }
}
