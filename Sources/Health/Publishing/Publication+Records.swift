extension Publication {
    /// The records of documents that have changed, and the webhook jobs that tell of them and of what was asked for.
    func records(_ answers: [ChangedRecord]) -> [OutputRecord] {
        var records = changed.inOrder
        if !answers.isEmpty { records.add(answers) }
        let envelopes = uploads.map { Envelope($0, topic: topic($0)) }
        var output: [OutputRecord] = []
        for record in records where record.isChange {
            output.append(self.output(record, envelopes[record.uploads[record.uploads.count - 1]]))
        }
        return rules.makesJobs ? output + jobs(records) : output
    }

    private static let upsert = OutputRecord.Header("fork-op", Array("upsert".utf8))
    private static let delete = OutputRecord.Header("fork-op", Array("delete".utf8))
    private static let schema = OutputRecord.Header("fork-schema", Array("1".utf8))

    /// What the records have in common that one upload caused.
    private struct Envelope {
        let topic: String
        let partition: Int32
        let headers: [OutputRecord.Header]

        init(_ upload: AcceptedUpload, topic: String) {
            self.topic = topic
            partition = upload.place.partition
            let traceparent = upload.place.traceparent.map { OutputRecord.Header("traceparent", $0) }
            headers = [schema, .init("fork-upload", upload.id.textBytes)] + (traceparent.map { [$0] } ?? [])
        }
    }

    private func output(_ record: ChangedRecord, _ envelope: Envelope) -> OutputRecord {
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
            key: isOwn ? record.key : connection.bytes + [UInt8(ascii: "/")] + record.key,
            value: record.bytes,
            headers: headers
        )
    }

    /// The topic of a connection's documents.
    ///
    /// Only settings name the app: an upload can't choose a topic.
    private func topic(_ upload: AcceptedUpload) -> String {
        switch rules.routing {
        case .connection: rules.topicPrefix + "connection." + connection.string
        case .single: rules.topicPrefix + "documents"
        case .app:
            rules.topicPrefix + "app."
                + (upload.settings?.appID.map { String(decoding: $0, as: UTF8.self) } ?? "unknown")
        }
    }
}
