import Vocabulary

extension Publication {
    /// Returns the changed records and the webhook jobs for changed and requested records.
    func records(_ answers: [ChangedRecord]) -> [OutputRecord] {
        var records = changed.inOrder
        if !answers.isEmpty { records.add(answers) }
        let envelopes = causes.map { Envelope($0) }
        var topics: [FormRoute: String] = [:]
        var output: [OutputRecord] = []
        for record in records where record.isChange && !isWithheld {
            let topic =
                topics[record.formRoute] ?? record.formRoute.topic(of: connection, prefix: rules.topicPrefix)
            topics[record.formRoute] = topic
            output.append(self.output(record, envelopes[record.uploads[record.uploads.count - 1]], topic))
        }
        if !rules.makesJobs { return output }
        return output + jobs(records.allSatisfy(\.isReported) ? records : records.filter(\.isReported))
    }

    private static let upsert = OutputRecord.Header("fork-op", Array("upsert".utf8))
    private static let delete = OutputRecord.Header("fork-op", Array("delete".utf8))
    private static let schema = OutputRecord.Header("fork-schema", Array("1".utf8))

    private static let causedByRules = OutputRecord.Header("fork-cause", Array("rules".utf8))

    /// The parts of an output record that all records of one cause share.
    private struct Envelope {
        let partition: Int32
        let headers: [OutputRecord.Header]

        init(_ cause: Cause) {
            partition = cause.place.partition
            let traceparent = cause.place.traceparent.map { OutputRecord.Header("traceparent", $0) }
            let why = cause.uploadID.map { OutputRecord.Header("fork-upload", $0.textBytes) } ?? causedByRules
            headers = [why] + (traceparent.map { [$0] } ?? [])
        }
    }

    private func output(_ record: ChangedRecord, _ envelope: Envelope, _ topic: String) -> OutputRecord {
        let isOwn = record.formRoute.route.isOwn
        var headers: [OutputRecord.Header] = []
        headers.reserveCapacity(3 + envelope.headers.count)
        headers.append(record.bytes == nil ? Self.delete : Self.upsert)
        headers.append(.init("fork-type", record.type.nameBytes))
        // The value in another form does not have the schema of Fork documents.
        if record.formRoute.form == nil { headers.append(Self.schema) }
        headers += envelope.headers
        return OutputRecord(
            kind: .document,
            topic: topic,
            partition: isOwn ? 0 : envelope.partition,
            key: isOwn ? record.key : connection.bytes + [UInt8(ascii: "/")] + record.key,
            value: record.bytes,
            headers: headers
        )
    }
}
