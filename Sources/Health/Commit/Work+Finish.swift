extension Batch.Work {
    /// Ends a connection's part of a commit.
    mutating func finish(into outcome: inout Outcome, _ state: some State, _ context: inout Context) {
        var affected = Affected(overlay)
        affected.note(&overlay, &context)
        let records = publish(derive(affected, state, &context), state, &context)
        outcome.records += records.map { output($0, context.rules) }
        if context.rules.makesJobs { outcome.records += jobs(records, context.rules) }
        freeze(state, &context)
        if overlay.isUnreadable { outcome.isUnreadable = true }
        outcome.changes += overlay.changes(state: state)
        if settingsChanged {
            let place = Place(.settings)
            let held = overlay.heldBytes(at: place, state)
            let value = settings?.packed
            outcome.changes.append(
                StateChange(connection: overlay.connection, place: place, value: value, heldBytes: held)
            )
        }
    }

    private static let upsert = OutputRecord.Header("fork-op", Array("upsert".utf8))
    private static let delete = OutputRecord.Header("fork-op", Array("delete".utf8))
    private static let schema = OutputRecord.Header("fork-schema", Array("1".utf8))

    private func output(_ record: ChangedRecord, _ rules: Rules) -> OutputRecord {
        let upload = uploads[record.uploads[record.uploads.count - 1]]
        var uploadID: [UInt8] = []
        upload.id.append(to: &uploadID)
        var headers: [OutputRecord.Header] = [
            record.bytes == nil ? Self.delete : Self.upsert,
            .init("fork-type", record.type.nameBytes),
            Self.schema,
            .init("fork-upload", uploadID),
        ]
        if let traceparent = upload.place.traceparent { headers.append(.init("traceparent", traceparent)) }
        let isOwn = rules.routing == .connection
        return OutputRecord(
            kind: .document,
            topic: topic(upload, rules),
            partition: isOwn ? 0 : upload.place.partition,
            key: isOwn ? record.key : overlay.connection.bytes + [UInt8(ascii: "/")] + record.key,
            value: record.bytes,
            headers: headers
        )
    }

    /// The topic of a connection's documents.
    ///
    /// Only settings name the app: an upload can't choose a topic.
    private func topic(_ upload: Batch.AcceptedUpload, _ rules: Rules) -> String {
        switch rules.routing {
        case .connection: rules.topicPrefix + "connection." + overlay.connection.string
        case .single: rules.topicPrefix + "documents"
        case .app:
            rules.topicPrefix + "app."
                + (upload.settings?.appID.map { String(decoding: $0, as: UTF8.self) } ?? "unknown")
        }
    }
}
