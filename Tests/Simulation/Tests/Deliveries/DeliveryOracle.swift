import SimulatedKafka

/// What must be true of deliveries, by a model that knows records, answers and times, and nothing of how dispatchers decide.
struct DeliveryOracle {
    /// What the model knows of a record of the job topic.
    struct Fate {
        let id: String
        let place: TopicPartition
        let offset: Int64
        let connection: String
        /// The number of records before it that the oracle knows.
        var number = 0
        var sequence: Int64?
        var isTaken = false
        var isAborted = false
        var isDead = false
        var isSent = false
        var failures = 0
        /// The address of the last failure.
        var failedAt: String?
        /// How often the address has changed after a failure, which counts for nothing if newer settings came during it.
        var moves = 0
        var firstFailure: Int64?
        var takenCount = 0

        /// Whether jobs of the connection may be dropped.
        var mayBeDropped: Bool { connection.hasPrefix("x") }
    }

    let retries: Int
    let orderHoldMilliseconds: Int64
    let coalesces: Bool
    /// By the id of the upload that only this record names.
    private(set) var fates: [String: Fate] = [:]
    /// Which jobs were sent before which, and whether that was in order depends on how the latter end.
    private var doubts: [(early: String, late: String, at: Int64)] = []

    init(retries: Int, orderHoldMilliseconds: Int64, coalesces: Bool) {
        self.retries = retries
        self.orderHoldMilliseconds = orderHoldMilliseconds
        self.coalesces = coalesces
    }

    mutating func append(_ fate: Fate) {
        var fate = fate
        fate.number = fates.count
        fates[fate.id] = fate
    }

    /// Takes a request that has arrived.
    ///
    /// - Parameters:
    ///   - arrival: The request, with what its receiver does.
    ///   - judgesOrder: Whether nothing has happened that lets jobs of one connection overtake each other.
    /// - Returns: What is wrong with it; nil if nothing is.
    mutating func arrived(_ arrival: Customers.Arrival, judgesOrder: Bool) -> String? {
        let own = arrival.uploads.compactMap { fates[$0] }
        guard own.count == arrival.uploads.count, let last = own.max(by: { $0.number < $1.number }) else {
            return "it names uploads that no job has"
        }
        guard own.allSatisfy({ $0.connection == arrival.connection }) else { return "it joins jobs of two connections" }
        guard last.id == arrival.id else { return "its last job is \(last.id)" }
        if let fault = note(arrival.sequence, of: last) { return fault }
        // A merged job has its place behind jobs that came after its first part.
        if judgesOrder, orderHoldMilliseconds > 0, !coalesces, !last.isSent, !last.mayBeDropped {
            noteOrder(last, arrival)
        }
        for id in arrival.uploads { note(arrival, &fates[id]) }
        return nil
    }

    /// Notes the sequence of a job, which must stay and be greater than those of all jobs before it.
    private mutating func note(_ sequence: Int64, of fate: Fate) -> String? {
        if let first = fate.sequence { return first == sequence ? nil : "it had the sequence \(first)" }
        fates[fate.id]?.sequence = sequence
        for other in fates.values where other.place == fate.place && other.id != fate.id {
            guard let known = other.sequence, (known < sequence) != (other.number < fate.number) else { continue }
            return "its sequence \(sequence) is not in the order of \(other)"
        }
        return nil
    }

    private mutating func noteOrder(_ last: Fate, _ arrival: Customers.Arrival) {
        for fate in fates.values.sorted(by: { $0.offset < $1.offset })
        where fate.connection == last.connection && fate.place == last.place && fate.offset < last.offset
            && !arrival.uploads.contains(fate.id) && !fate.isTaken && !fate.isAborted && fate.failures <= retries
        {
            if let first = fate.firstFailure, first + orderHoldMilliseconds <= arrival.at { continue }
            doubts.append((fate.id, last.id, arrival.at))
        }
    }

    private func note(_ arrival: Customers.Arrival, _ fate: inout Fate?) {
        fate?.isSent = true
        if arrival.isTaken {
            fate?.isTaken = true
            fate?.takenCount += 1
        } else if arrival.isAborted {
            fate?.isAborted = true
        } else if !arrival.asksForThinForm {
            fate?.failures += 1
            if let known = fate?.failedAt, known != arrival.url { fate?.moves += 1 }
            fate?.failedAt = arrival.url
            if fate?.firstFailure == nil { fate?.firstFailure = arrival.at }
        }
    }

    /// Judges what has become of all jobs when nothing waits.
    ///
    /// - Parameters:
    ///   - deadLetters: The committed dead letters.
    ///   - malformed: The number of records that are no jobs.
    ///   - isCalm: Whether no process has ended and no partition has moved.
    /// - Returns: What is wrong; nil if nothing is.
    mutating func fault(deadLetters: [LogRecord], malformed: Int, isCalm: Bool) -> String? {
        var letters: [String: Int] = [:]
        for letter in deadLetters {
            guard let value = letter.value, let offset = letter.text("fork-offset") else {
                return "a dead letter lacks its offset"
            }
            letters["\(letter.text("fork-partition") ?? "") \(offset)", default: 0] += 1
            for id in JobText.uploads(value) { fates[id]?.isDead = true }
        }
        if let (place, count) = letters.first(where: { $0.value > 1 }) { return "\(count) dead letters of \(place)" }
        let others = deadLetters.count { JobText.uploads($0.value ?? []).isEmpty }
        if others != malformed { return "\(others) dead letters of \(malformed) records that are no jobs" }
        for fate in fates.values.sorted(by: { ($0.place.partition, $0.offset) < ($1.place.partition, $1.offset) }) {
            if !fate.isTaken, !fate.isDead, !fate.mayBeDropped { return "lost: \(fate)" }
            if isCalm, fate.takenCount > 1 { return "taken \(fate.takenCount) times: \(fate)" }
            if isCalm, fate.failures > retries + 1 + fate.moves { return "tried too often: \(fate)" }
            if isCalm, fate.isDead, fate.isTaken { return "taken and dead: \(fate)" }
        }
        for doubt in doubts {
            guard let early = fates[doubt.early], !early.isDead else { continue }
            return "\(doubt.late) was sent at \(doubt.at), before \(early)"
        }
        return nil
    }
}
