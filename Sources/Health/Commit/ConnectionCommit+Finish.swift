extension Batch.ConnectionCommit {
    /// Ends a connection's part of a commit.
    mutating func finish(into outcome: inout Outcome, _ state: some PartitionState, _ context: inout Context) {
        deriveChanges(state, &context)
        let answers = context.rules.makesJobs ? answers(state, &context) : []
        var records = changed.inOrder
        if !answers.isEmpty { records.add(answers) }
        let envelopes = uploads.map { Envelope($0, topic: topic($0, context.rules)) }
        for record in records where record.isChange {
            outcome.records.append(output(record, envelopes[record.uploads[record.uploads.count - 1]], context.rules))
        }
        if context.rules.makesJobs { outcome.records += jobs(records, context.rules) }
        freeze(state, &context)
        outcome.changes += loaded.changes(state: state)
        if outcome.unreadable == nil { outcome.unreadable = loaded.unreadable ?? loaded.deletedIDs.unreadable }
        if settingsChanged {
            let place = StateKey(.settings)
            let held = loaded.heldBytes(at: place, state)
            let value = settings?.packed
            outcome.changes.append(
                StateChange(connection: loaded.connection, place: place, value: value, heldBytes: held)
            )
        }
    }

    private static let upsert = OutputRecord.Header("fork-op", Array("upsert".utf8))
    private static let delete = OutputRecord.Header("fork-op", Array("delete".utf8))
    private static let schema = OutputRecord.Header("fork-schema", Array("1".utf8))

    /// What the records have in common that one upload caused.
    private struct Envelope {
        let topic: String
        let partition: Int32
        let headers: [OutputRecord.Header]

        init(_ upload: Batch.AcceptedUpload, topic: String) {
            self.topic = topic
            partition = upload.place.partition
            var id: [UInt8] = []
            upload.id.append(to: &id)
            let traceparent = upload.place.traceparent.map { OutputRecord.Header("traceparent", $0) }
            headers = [schema, .init("fork-upload", id)] + (traceparent.map { [$0] } ?? [])
        }
    }

    private func output(_ record: ChangedRecord, _ envelope: Envelope, _ rules: Rules) -> OutputRecord {
        let isOwn = rules.routing == .connection
        var headers: [OutputRecord.Header] = []
        headers.reserveCapacity(2 + envelope.headers.count)
        headers.append(record.bytes == nil ? Self.delete : Self.upsert)
        headers.append(.init("fork-type", record.type.nameBytes))
        headers += envelope.headers
        return OutputRecord(
            kind: .document,
            topic: envelope.topic,
            partition: isOwn ? 0 : envelope.partition,
            key: isOwn ? record.key : loaded.connection.bytes + [UInt8(ascii: "/")] + record.key,
            value: record.bytes,
            headers: headers
        )
    }

    /// The topic of a connection's documents.
    ///
    /// Only settings name the app: an upload can't choose a topic.
    private func topic(_ upload: Batch.AcceptedUpload, _ rules: Rules) -> String {
        switch rules.routing {
        case .connection: rules.topicPrefix + "connection." + loaded.connection.string
        case .single: rules.topicPrefix + "documents"
        case .app:
            rules.topicPrefix + "app."
                + (upload.settings?.appID.map { String(decoding: $0, as: UTF8.self) } ?? "unknown")
        }
    }
}
