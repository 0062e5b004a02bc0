import Vocabulary
import Webhooks

/// Jobs that are given up: dead letters, and the older jobs that go with them.
extension PartitionJobs {
    /// Gives up a job, and all of its connection that have waited longer than the whole schedule.
    func giveUp(_ loaded: LoadedJob, code: String, at now: Int64) {
        let connection = loaded.job.connection
        let message = DeadLetterCode.sentence(code, status: loaded.history.status)
        bury(loaded, code: code, message: message, at: now)
        let order = ConnectionRow.GiveUp(
            beforeMilliseconds: now - options.schedule.totalMilliseconds,
            code: Array(code.utf8)
        )
        for place in fresh.places(of: connection) where !isUnderWay(connection, place) {
            guard let other = load(connection, place), other.arrivedMilliseconds < order.beforeMilliseconds else {
                break
            }
            bury(other, by: order, at: now)
        }
        guard var row = connectionRow(connection), row.stored > 0 else { return }
        row.giveUp = order
        rows.put(row, of: connection)
        addChore(connection)
    }

    /// Gives up a job that goes with another one.
    func bury(_ loaded: LoadedJob, by order: ConnectionRow.GiveUp, at now: Int64) {
        let history = loaded.history
        guard history.attempts > 0, let own = history.outcome?.rawValue else {
            let code = String(decoding: order.code, as: UTF8.self)
            return bury(loaded, code: code, message: DeadLetterCode.neverSent, at: now)
        }
        bury(loaded, code: own, message: DeadLetterCode.sentence(own, status: history.status), at: now)
    }

    /// Writes the dead letter of a job and finishes it, unless newer settings drop it.
    private func bury(_ loaded: LoadedJob, code: String, message: String, at now: Int64) {
        let connection = loaded.job.connection
        var job = loaded.job
        switch job.destination(under: newest(connection).settings) {
        case .dropped(let reason):
            return finish(connection, loaded.place, as: DispatchCounts.JobOutcome(reason), at: now)
        case .deletions: job = job.keepingDeletions() ?? job
        case .whole: break
        }
        var headers = header("fork-error-code", code)
        headers += header("fork-error-message", message)
        headers += placeHeaders(offset: loaded.place, loaded.timestampMilliseconds, loaded.traceparent)
        headers += header("fork-webhook-attempts", "\(loaded.history.attempts)")
        if let status = loaded.history.status { headers += header("fork-webhook-status", "\(status)") }
        if let first = loaded.history.firstMilliseconds { headers += date("fork-webhook-first", first) }
        if let last = loaded.history.lastMilliseconds { headers += date("fork-webhook-last", last) }
        if loaded.sequence != loaded.place { headers += header(SequenceHeader.name, "\(loaded.sequence)") }
        addDeadLetter(key: connection.bytes, value: job.bytes, headers)
        finish(connection, loaded.place, as: .dead, at: now)
    }

    /// Writes the dead letter of a record that is no job.
    func refuse(_ record: DispatchRecord, _ refusal: Refusal) {
        var headers = header("fork-error-code", refusal.code.rawValue)
        headers += header("fork-error-message", refusal.message)
        headers += placeHeaders(offset: record.offset, record.timestampMilliseconds, record.traceparent)
        if let sequence = record.sequence.flatMap({ SequenceHeader.sequence($0) }) {
            headers += header(SequenceHeader.name, "\(sequence)")
        }
        addDeadLetter(key: record.key, value: record.value, headers)
        offsets.close([record.offset])
        counts.count(.dead)
    }

    private func placeHeaders(offset: Int64, _ timestamp: Int64?, _ traceparent: [UInt8]?) -> [OutputRecord.Header] {
        var headers = header("fork-topic", options.topicPrefix + "webhook-dispatch")
        headers += header("fork-partition", "\(partition)")
        headers += header("fork-offset", "\(offset)")
        if let timestamp { headers += header("fork-timestamp", "\(timestamp)") }
        headers += header("fork-worker", options.version)
        if let traceparent, TraceParent.isWellFormed(traceparent) { headers.append(.init("traceparent", traceparent)) }
        return headers
    }

    private func header(_ name: String, _ value: String) -> [OutputRecord.Header] { [.init(name, Array(value.utf8))] }

    private func date(_ name: String, _ milliseconds: Int64) -> [OutputRecord.Header] {
        [.init(name, Instant.iso8601(unixMilliseconds: milliseconds))]
    }

    private func addDeadLetter(key: [UInt8]?, value: [UInt8]?, _ headers: [OutputRecord.Header]) {
        deadLetterBytes += 1_000 + (value?.count ?? 0)
        deadLetters.append(
            OutputRecord(
                kind: .deadLetter,
                topic: options.topicPrefix + "webhook-dead-letter",
                partition: nil,
                key: key,
                value: value,
                headers: headers
            )
        )
    }
}
