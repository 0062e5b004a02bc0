extension Batch.ConnectionCommit {
    /// The documents that have changed, and the webhook jobs that tell of them and of what was asked for.
    mutating func records(_ state: some PartitionState, _ context: inout Context) -> [OutputRecord] {
        let answers = context.rules.makesJobs ? answers(state, &context) : []
        var records = changed.inOrder
        if !answers.isEmpty { records.add(answers) }
        let envelopes = uploads.map { Envelope($0, topic: topic($0, context.rules)) }
        var output: [OutputRecord] = []
        for record in records where record.isChange {
            output.append(self.output(record, envelopes[record.uploads[record.uploads.count - 1]], context.rules))
        }
        return context.rules.makesJobs ? output + jobs(records, context.rules) : output
    }

    /// What is to be kept: the changes of the connection's state, its settings last.
    mutating func changes(_ state: some PartitionState) -> [StateChange] {
        let changes = loaded.changes(state: state)
        guard settingsChanged else { return changes }
        let stateKey = StateKey(.settings)
        let held = loaded.heldBytes(at: stateKey, state)
        let settings = StateChange(
            connection: loaded.connection,
            stateKey: stateKey,
            value: settings?.packed,
            heldBytes: held
        )
        return changes + [settings]
    }

    /// What of the connection's state can't be read: then nothing may come of the commit.
    var unreadable: UnreadableValue? { loaded.unreadable ?? loaded.deletedIDs.unreadable }

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
