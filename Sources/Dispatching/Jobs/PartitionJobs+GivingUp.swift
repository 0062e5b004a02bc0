import Vocabulary
import Webhooks

/// Giving up jobs: their dead letters, and the older jobs that are given up with them.
extension PartitionJobs {
    /// Gives up a job, and all jobs of its connection that have waited longer than the whole retry schedule.
    func giveUp(_ loaded: LoadedJob, code: String, at now: Int64) {
        let connection = loaded.job.connection
        deadLetter(loaded, code: code, at: now)
        let order = ConnectionRow.GiveUp(
            beforeMilliseconds: now - options.schedule.totalMilliseconds,
            code: Array(code.utf8)
        )
        for place in fresh.places(of: connection) where !isUnderWay(connection, place) {
            guard let other = load(connection, place), other.arrivedMilliseconds < order.beforeMilliseconds else {
                break
            }
            deadLetter(other, by: order, at: now)
        }
        guard var row = connectionRow(connection), row.stored > 0 else { return }
        row.giveUp = order
        rows.put(row, of: connection)
        addChore(connection)
    }

    /// Gives up a job because an earlier job of its connection was given up.
    func deadLetter(_ loaded: LoadedJob, by order: ConnectionRow.GiveUp, at now: Int64) {
        let history = loaded.history
        guard history.attempts > 0, let own = history.outcome?.rawValue else {
            let code = String(decoding: order.code, as: UTF8.self)
            return deadLetter(loaded, code: code, message: DeadLetterCode.neverSent, at: now)
        }
        deadLetter(loaded, code: own, at: now)
    }

    /// Gives up a job because of its own last attempt.
    func deadLetter(_ loaded: LoadedJob, code: String, at now: Int64) {
        let message = DeadLetterCode.sentence(code, status: loaded.history.status)
        deadLetter(loaded, code: code, message: message, at: now)
    }

    /// Writes the dead letter of a job and finishes the job, unless newer settings drop it.
    private func deadLetter(_ loaded: LoadedJob, code: String, message: String, at now: Int64) {
        let connection = loaded.job.connection
        var job = loaded.job
        switch job.destination(under: newest(connection).settings) {
        case .dropped(let reason):
            return finish(connection, loaded.place, as: DispatchCounts.JobOutcome(reason), at: now)
        case .deletions: job = job.keepingDeletions() ?? job
        case .whole: break
        }
        let position = position(offset: bases.offset(of: loaded.place), loaded.timestampMilliseconds)
        var letter = DeadLetter(code: code, message: message, of: position, worker: options.version)
        letter.attempts = DeadLetter.Attempts(
            count: loaded.history.attempts,
            status: loaded.history.status,
            reason: loaded.history.reason?.description,
            firstMilliseconds: loaded.history.firstMilliseconds,
            lastMilliseconds: loaded.history.lastMilliseconds
        )
        letter.sequence = loaded.sequence
        add(letter, loaded.traceparent, key: connection.bytes, value: job.bytes)
        finish(connection, loaded.place, as: .dead, at: now)
    }

    /// Writes the dead letter of a record that is not a valid job.
    func refuse(_ record: DispatchRecord, at place: Int64, _ refusal: Refusal) {
        let position = position(offset: bases.offset(of: place), record.timestampMilliseconds)
        var letter = DeadLetter(refusal, of: position, worker: options.version)
        letter.sequence = record.sequence.flatMap { SequenceHeader.sequence($0) } ?? place
        add(letter, record.traceparent, key: record.key, value: record.value)
        offsets.close([place])
        counts.count(.dead)
    }

    private func position(offset: Int64, _ timestamp: Int64?) -> DeadLetter.Place {
        DeadLetter.Place(
            topic: options.topicPrefix + "webhook-dispatch",
            partition: partition,
            offset: offset,
            timestampMilliseconds: timestamp
        )
    }

    private func add(_ letter: DeadLetter, _ traceparent: [UInt8]?, key: [UInt8]?, value: [UInt8]?) {
        var letter = letter
        letter.traceparent = traceparent.flatMap { TraceParent.isWellFormed($0) ? $0 : nil }
        deadLetterBytes += 1_000 + (value?.count ?? 0)
        deadLetters.append(
            OutputRecord(
                kind: .deadLetter(letter),
                topic: options.topicPrefix + "webhook-dead-letter",
                partition: nil,
                key: key,
                value: value
            )
        )
    }
}
