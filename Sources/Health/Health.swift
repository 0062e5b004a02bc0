import JSON

/// The journey of uploads to documents, in one place.
///
/// One processor serves one thread. A `Batch` holds the uploads of one commit of one partition: each is read and merged as
/// it is added, and what they changed together is derived when the batch is finished; or before that, and then once more
/// should more come of the connection.
package struct Processor: ~Copyable {
    let rules: Rules
    let zones: ZoneTable
    private var parser = Parser()
    private var units = UnitTable()

    /// A processor for these rules, with the zones of this table.
    package init(rules: Rules, zones: ZoneTable) {
        self.rules = rules
        self.zones = zones
    }

    /// Begins a commit of a partition with this state.
    package func batch(over state: any PartitionState) -> Batch { Batch(over: state, rules: rules, zones: zones) }

    /// Takes a record of an input topic into a batch: an upload, or the settings of a connection.
    ///
    /// What is wrong with it becomes a dead letter of the batch.
    package mutating func add(_ place: RecordPlace, key: RawSpan?, value: RawSpan?, to batch: inout Batch) {
        var record = InputRecord(place: place, key: key?.copied, bytes: value, rules: rules, zones: zones)
        batch.weightBytes += record.byteCount
        Self.add(&record, to: &batch, &parser, &units)
        // What a long upload took; what is kept for the next one is a few megabytes at most.
        parser.trim()
    }

    /// Not of `self`, whose parser is lent to what it has read.
    private static func add(
        _ record: inout InputRecord,
        to batch: inout Batch,
        _ parser: inout Parser,
        _ units: inout UnitTable
    ) {
        do throws(Refusal) {
            switch record.place.topic {
            case .uploads:
                // Bytes to an upload, or to what is wrong with it; then its samples into the set: new, better, known or
                // deleted, each by itself.
                let refused = try batch.merge(record.upload(&parser), of: record, &units)
                batch.refuse(refused, of: record, parser)
            case .connections:
                let (connection, settings) = try record.settings(&parser)
                try batch.take(settings, of: connection, at: record.place)
            }
        } catch {
            batch.refuse(error, record)
        }
    }

    /// Ends a batch: says what is to be published and what is to be kept of it.
    ///
    /// - Parameters:
    ///   - batch: The uploads and settings of a commit.
    ///   - handOver: Is shown the outcome after each connection, as long as nothing changes any more that is in it: what is there can
    ///     be on its way while the next one is derived.
    /// - Returns: All that it brings, what was handed over included.
    package func finish(_ batch: consuming Batch, handingOver handOver: (inout Outcome) -> Void = { _ in }) -> Outcome {
        // Swapped: a second reference would have it copied.
        var outcome = Outcome()
        swap(&outcome, &batch.outcome)
        outcome.accounting = batch.accounting
        outcome.records += batch.deadLetters
        var difference = batch.difference
        batch.connectionCommits.sort { $0.isDone(after: $1) }
        var isFinal = true
        // Taken out one by one, so that what is done is let go of.
        while var commit = batch.connectionCommits.popLast() {
            let own = commit.ahead ?? ConnectionOutcome(&commit)
            outcome.records += own.records
            outcome.add(own.changes, ofRenewed: commit.isRenewed ? commit.connection : nil)
            outcome.unreadable = outcome.unreadable ?? own.unreadable
            if commit.hasMoved {
                outcome.isBehind = true
                outcome.changes.append(batch.partition.change(to: ConnectionBehind(commit.connection)))
            }
            if !commit.removals.isEmpty { outcome.forgotten.append(commit.connection) }
            difference.add(own.difference)
            // Who begins anew takes back some of what was changed as he was forgotten.
            isFinal = isFinal && commit.removals.isEmpty && !commit.isRenewed
            if isFinal { handOver(&outcome) }
        }
        outcome.changes += batch.partitionChanges(difference)
        outcome.unreadable = outcome.unreadable ?? batch.partition.unreadable
        return outcome
    }

    /// What one processor holds at most, in bytes, to read uploads of up to so many bytes; it keeps little of it.
    package static func readingBytes(uploadMaxBytes: Int) -> Int { Parser.memory(forDocumentOf: uploadMaxBytes) }
}
