import JSON
package import Vocabulary

/// Converts uploads to documents: merges samples, derives changed documents, and compares them with published ones.
///
/// A processor serves one thread. A `Batch` holds the uploads of one commit of one partition. Each upload is read and
/// merged when it is added. The documents of all changed windows are derived once, when the batch is finished:
///
/// ```swift
/// var processor = Processor(rules: rules, zones: zones)
/// var batch = processor.batch(over: state)
/// processor.add(place, key: key, value: value, to: &batch)  // once for each record
/// let outcome = processor.finish(batch)  // documents, jobs, dead letters, state changes
/// ```
///
/// A connection can also be derived earlier, while the thread is idle (`Batch.deriveAhead`). If another record of the
/// connection arrives afterwards, its documents are derived once more.
package struct Processor: ~Copyable {
    let rules: Rules
    let zones: ZoneTable
    /// The document topics that refuse documents, each with the reason; documents for these topics wait.
    package var refusals: [String: String] = [:]
    private var parser = Parser()
    private var units = UnitTable()

    package init(rules: Rules, zones: ZoneTable) {
        self.rules = rules
        self.zones = zones
    }

    /// Starts an empty batch for a partition with this state.
    package func batch(over state: any PartitionState) -> Batch {
        Batch(over: state, rules: rules, zones: zones, refusals: refusals)
    }

    /// Adds a record of an input topic to a batch: an upload, or the settings of a connection.
    ///
    /// Invalid records and samples become dead letters of the batch.
    package mutating func add(_ place: RecordPlace, key: RawSpan?, value: RawSpan?, to batch: inout Batch) {
        var record = InputRecord(place: place, key: key?.copied, bytes: value, rules: rules, zones: zones)
        batch.weightBytes += record.byteCount
        Self.add(&record, to: &batch, &parser, &units)
        // Frees the memory that a long upload needed. The parser keeps a few megabytes at most.
        parser.trim()
    }

    /// Static, because the parsed upload borrows `parser`, so that `self` cannot be used at the same time.
    private static func add(
        _ record: inout InputRecord,
        to batch: inout Batch,
        _ parser: inout Parser,
        _ units: inout UnitTable
    ) {
        do throws(Refusal) {
            switch record.place.topic {
            case .uploads:
                let refused = try batch.merge(record.upload(&parser), of: record, &units)
                batch.refuse(refused, of: record, &parser)
            case .connections:
                try batch.take(record.settings(&parser), at: record.place)
            }
        } catch {
            batch.refuse(error, record)
        }
    }

    /// Derives the remaining connections of a batch and returns everything that the commit must write.
    ///
    /// Calls `handOver` with the outcome after each connection, so that the caller can already produce the new records.
    /// The caller must not produce records of an outcome that breaks an invariant (`broken`). From the first erased
    /// connection on, `handOver` is not called, because a reopened connection changes earlier parts of the outcome.
    ///
    /// - Returns: The complete outcome, including the records that were handed over.
    package func finish(_ batch: consuming Batch, handingOver handOver: (inout Outcome) -> Void = { _ in }) -> Outcome {
        // Swap avoids a copy: a second reference would trigger copy-on-write.
        var outcome = Outcome()
        swap(&outcome, &batch.outcome)
        outcome.accounting = batch.accounting
        outcome.records += batch.deadLetters
        var difference = batch.difference
        batch.connectionCommits.sort { $0.isDone(after: $1) }
        var isFinal = true
        // Popped one by one, so that the memory of each connection is freed when it is done.
        while var commit = batch.connectionCommits.popLast() {
            let own = commit.ahead ?? ConnectionOutcome(&commit)
            outcome.records += own.records
            outcome.add(own.changes, ofRenewed: commit.isRenewed ? commit.connection : nil)
            outcome.unreadable = outcome.unreadable ?? own.unreadable
            if commit.hasMoved, !commit.isOwed {
                outcome.isBehind = true
                batch.orderRederivation(of: commit.connection)
            }
            if !commit.removals.isEmpty { outcome.forgotten.append(commit.connection) }
            difference.add(own.difference)
            // A connection that is forgotten and reopened in one batch undoes part of its erasure. So the outcome can
            // still change.
            isFinal = isFinal && commit.removals.isEmpty && !commit.isRenewed
            if isFinal {
                outcome.checkGrowth()
                handOver(&outcome)
            }
        }
        outcome.refusingTopics = difference.owed.map(\.topic)
        let ofPartition = batch.partitionChanges(difference)
        outcome.changes += ofPartition.sorted { $0.stateKey < $1.stateKey }
        outcome.unreadable = outcome.unreadable ?? batch.partition.unreadable
        outcome.checkEnd()
        return outcome
    }

    /// Returns the maximum number of bytes that one processor uses while it reads an upload of up to `uploadMaxBytes`.
    package static func readingBytes(uploadMaxBytes: Int) -> Int { Parser.memory(forDocumentOf: uploadMaxBytes) }
}
