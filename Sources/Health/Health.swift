import JSON

/// The journey of uploads to documents, in one place.
///
/// One processor serves one thread. A `Batch` holds the uploads of one commit of one partition: each is read and merged as
/// it is added, and what they changed together is derived once, when the batch is finished.
package struct Processor: ~Copyable {
    /// The reader of uploads; it is no part of the context, which changes while what was read is in use.
    private var parser = Parser()
    private var context: Context

    /// A processor for these rules, with the zones of this table.
    package init(rules: Rules, zones: ZoneTable) {
        context = Context(rules: rules, zones: zones)
    }

    /// Takes a record of an input topic into a batch: an upload, or the settings of a connection.
    ///
    /// What is wrong with it becomes a dead letter of the batch.
    package mutating func add(
        _ place: RecordPlace,
        key: RawSpan?,
        value: RawSpan?,
        to batch: inout Batch,
        state: some PartitionState
    ) {
        var record = InputRecord(place: place, key: key?.copied, bytes: value)
        batch.weightBytes += record.byteCount
        Self.add(&record, to: &batch, state, &parser, &context)
        trim()
    }

    /// Not of `self`, whose parser is lent to what it has read.
    private static func add(
        _ record: inout InputRecord,
        to batch: inout Batch,
        _ state: some PartitionState,
        _ parser: inout Parser,
        _ context: inout Context
    ) {
        do throws(Refusal) {
            switch record.place.topic {
            case .uploads:
                // Bytes to an upload, or to what is wrong with it.
                let upload = try record.upload(&parser, &context)
                // Its samples into the set: new, better, known or deleted, each by itself.
                let refused = try batch.merge(upload, of: record, state, &context)
                batch.refuse(refused, of: record, context.rules)
            case .connections:
                try batch.take(record.settings(&parser, &context), state)
            }
        } catch {
            batch.refuse(error, record, context.rules)
        }
    }

    /// Ends a batch: says what is to be published and what is to be kept of it.
    package mutating func finish(_ batch: consuming Batch, state: some PartitionState) -> Outcome {
        var outcome = Outcome()
        outcome.accounting = batch.accounting
        outcome.records = batch.deadLetters
        batch.connectionCommits.sort { $0.loaded.connection > $1.loaded.connection }
        // Taken out one by one, so that what is done is let go of.
        while var commit = batch.connectionCommits.popLast() {
            // The windows that changed, their documents, and of these the records that differ from what is published.
            commit.derive(state, &context)
            outcome.records += commit.records(state, &context)
            // What the horizon has passed: its documents stay as they are, its samples go.
            commit.freeze(state, &context)
            outcome.changes += commit.changes(state)
            outcome.unreadable = outcome.unreadable ?? commit.unreadable
            trim()
        }
        return outcome
    }

    /// Gives back what a long upload took; what is kept for the next one is a few megabytes at most.
    private mutating func trim() {
        parser.trim()
        context.trim()
    }

    /// What one processor holds at most, in bytes, to read uploads of up to so many bytes; it keeps little of it.
    package static func readingBytes(uploadMaxBytes: Int) -> Int { Parser.memory(forDocumentOf: uploadMaxBytes) }
}
