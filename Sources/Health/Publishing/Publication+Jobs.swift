import JSON
import Vocabulary

extension Publication {
    /// Creates the webhook jobs of a commit: one for each data type with changed or requested records.
    ///
    /// Long jobs are split. The records must ascend by id. An id begins with the data type, so the records of one type
    /// are adjacent.
    func jobs(_ records: [ChangedRecord]) -> [OutputRecord] {
        var jobs: [OutputRecord] = []
        var rest = records[...]
        while let type = rest.first?.type {
            let own = rest.prefix { $0.type == type }
            rest = rest.dropFirst(own.count)
            let wanted = wanted(own)
            if !wanted.isEmpty { jobs += self.jobs(type, wanted) }
        }
        return jobs
    }

    private func jobs(_ type: DataType, _ records: ArraySlice<ChangedRecord>) -> [OutputRecord] {
        let numbers = Set(records.flatMap { ($0.isChange ? $0.uploads : []) + $0.askedBy }).sorted()
        // The job uses the settings of the last upload with a callback URL. A requesting upload always has one.
        guard let newest = numbers.last, let caller = numbers.last(where: { causes[$0].hasCallback }),
            let settings = causes[caller].settings
        else { return [] }
        let last = causes[newest]
        let cut = Self.cut(records)
        let most = RecordBounds.jobUploads
        let count = numbers.count > most ? max(cut.count, (numbers.count + most - 1) / most) : cut.count
        return (0..<count).map { index in
            let records = index < cut.count ? cut[index] : []
            let named = numbers.count > most ? numbers.dropFirst(index * most).prefix(most) : numbers[...]
            let documents = records.reduce(0) { $0 + $1.jobBytes }
            var writer = Writer(capacity: 1024 + documents + named.count * (UUID128.textCount + 3))
            write(type, records, named, last, settings, part: index + 1, of: count, into: &writer)
            var headers: [OutputRecord.Header] = []
            if let traceparent = last.place.traceparent { headers.append(.init("traceparent", traceparent)) }
            return OutputRecord(
                kind: .job,
                topic: rules.topicPrefix + "webhook-dispatch",
                partition: nil,
                key: connection.bytes,
                value: writer.bytes,
                headers: headers
            )
        }
    }

    /// Returns the records to deliver: all if the webhook gets changes of this type, otherwise only requested ones.
    private func wanted(_ records: ArraySlice<ChangedRecord>) -> ArraySlice<ChangedRecord> {
        let last = records.lazy.filter(\.isChange).map { $0.uploads[$0.uploads.count - 1] }.max()
        if let last, let type = records.first?.type, causes[last].settings?.delivers(type) ?? false { return records }
        return records.filter { !$0.askedBy.isEmpty }[...]
    }

    private static func cut(_ records: ArraySlice<ChangedRecord>) -> [ArraySlice<ChangedRecord>] {
        var parts: [ArraySlice<ChangedRecord>] = []
        var from = records.startIndex
        var size = 0
        for index in records.indices {
            let length = records[index].jobBytes
            if index > from, size + length > RecordBounds.jobDocuments {
                parts.append(records[from..<index])
                from = index
                size = 0
            }
            size += length
        }
        parts.append(records[from...])
        return parts
    }

    private func write(
        _ type: DataType,
        _ records: ArraySlice<ChangedRecord>,
        _ numbers: ArraySlice<Int>,
        _ last: Cause,
        _ settings: ConnectionSettings,
        part: Int,
        of parts: Int,
        into writer: inout Writer
    ) {
        let timestamp =
            last.place.timestampMilliseconds
            ?? Instant.milliseconds(last.collectedAt + Instant.secondsFrom1970)
        let cause = last.name(connection, topicOf: rules.topic)
        writer.raw("{\"id\":")
        writer.string(UUID128.v5(name: Array("\(rules.jobName)/\(cause)/\(type.name)/\(part)".utf8)).description)
        writer.raw(",\"type\":\"fork.data.updated\"")
        writer.member("connection_id", connection.bytes)
        writer.member("app_id", settings.appID ?? last.appID)
        writer.member("user_id", settings.userID ?? last.userID)
        writer.member("callback_url", settings.callbackURL)
        writer.member("data_type", Array(type.name.utf8))
        writer.member("created_at", Instant.iso8601(unixMilliseconds: timestamp))
        writer.raw(",\"uploads\":[")
        for (index, id) in numbers.lazy.compactMap({ causes[$0].uploadID }).enumerated() {
            if index > 0 { writer.raw(",") }
            writer.string(id.description)
        }
        writer.raw("],\"part\":")
        writer.number(part)
        writer.raw(",\"parts\":")
        writer.number(parts)
        writer.raw(",\"documents\":[")
        for (index, record) in records.enumerated() {
            writer.raw(index == 0 ? "{\"id\":" : ",{\"id\":")
            writer.string(record.key)
            writer.raw(record.bytes == nil ? ",\"op\":\"delete\"}" : ",\"op\":\"upsert\",\"document\":")
            if let bytes = record.bytes {
                writer.raw(bytes)
                writer.raw("}")
            }
        }
        writer.raw("]}")
    }
}

extension Cause {
    /// Whether the connection had a callback URL when the upload was accepted.
    fileprivate var hasCallback: Bool { settings?.callbackURL != nil }
}

extension ChangedRecord {
    /// The length of the record within a job, including the id, because a job can contain many deletions.
    fileprivate var jobBytes: Int {
        let frame = bytes == nil ? #"{"id":"","op":"delete"},"# : #"{"id":"","op":"upsert","document":},"#
        return frame.utf8.count + key.count + (bytes?.count ?? 0)
    }
}

extension Writer {
    /// Writes a member of an object after a comma; writes nothing if the value is nil.
    fileprivate mutating func member(_ key: StaticString, _ value: [UInt8]?) {
        guard let value else { return }
        raw(",")
        string(key)
        raw(":")
        string(value)
    }
}
