import JSON

/// The journey of uploads to documents: decode, normalise, merge into the state, derive, compare, encode.
///
/// One processor serves one thread. A `Batch` holds the uploads of one commit of one partition: each is decoded and
/// merged as it is added, and what they affected together is derived once, when the batch is finished.
package struct Processor: ~Copyable {
    /// The reader of uploads; it is no part of the context, which changes while what was read is in use.
    private var parser = Parser()
    private var context: Context

    /// A processor for these rules, with the zones of this table.
    package init(rules: Rules, zones: ZoneTable) {
        context = Context(rules: rules, zones: zones)
    }

    /// What one processor holds at most, in bytes, to read uploads of up to so many bytes; it keeps little of it.
    package static func readingBytes(uploadMaxBytes: Int) -> Int { Parser.memory(forDocumentOf: uploadMaxBytes) }

    /// Takes one input record into a batch: an upload or the settings of a connection.
    ///
    /// What is wrong with it becomes a dead letter of the batch.
    package mutating func add(
        _ place: RecordPlace,
        key: RawSpan?,
        value: RawSpan?,
        to batch: inout Batch,
        state: some PartitionState
    ) {
        batch.weightBytes += value?.byteCount ?? 0
        var record = InputRecord(place: place, key: key?.copied, bytes: value)
        switch place.topic {
        case .uploads: record.addUpload(to: &batch, state, &parser, &context)
        case .connections: record.addSettings(to: &batch, state, &parser, &context)
        }
        // What a long upload took; what a reader keeps for the next one is a few megabytes at most.
        parser.trim()
        context.trim()
    }

    /// Ends a batch: derives what its uploads affected and says what is to be produced and written.
    package mutating func finish(_ batch: consuming Batch, state: some PartitionState) -> Outcome {
        var outcome = Outcome()
        outcome.accounting = batch.accounting
        outcome.records = batch.deadLetters
        batch.connectionCommits.sort { $0.loaded.connection > $1.loaded.connection }
        // Taken out one by one, so that what is done is let go of.
        while var work = batch.connectionCommits.popLast() {
            work.finish(into: &outcome, state, &context)
            context.trim()
        }
        return outcome
    }
}

extension RawSpan {
    /// A copy of the bytes.
    var copied: [UInt8] {
        unsafe withUnsafeBytes { unsafe Array($0) }
    }
}
