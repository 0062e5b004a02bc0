import JSON

/// The journey of uploads to documents: decode, normalise, merge into the state, derive, compare, encode.
///
/// One processor serves one thread. A `Batch` holds the uploads of one commit of one partition: each is decoded and
/// merged as it is added, and what they affected together is derived once, when the batch is finished.
package struct Processor: ~Copyable {
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
        state: some State
    ) {
        let key = key?.copied
        guard let value else {
            unsafe add(place, key: key, bytes: nil, to: &batch, state: state)
            return
        }
        unsafe value.withUnsafeBytes { bytes in
            unsafe add(place, key: key, bytes: bytes, to: &batch, state: state)
        }
    }

    private mutating func add(
        _ place: RecordPlace,
        key: [UInt8]?,
        bytes: UnsafeRawBufferPointer?,
        to batch: inout Batch,
        state: some State
    ) {
        batch.weightBytes += unsafe bytes?.count ?? 0
        var record = unsafe InputRecord(place: place, key: key, bytes: bytes)
        switch place.topic {
        case .uploads: record.addUpload(to: &batch, state, &context)
        case .connections: record.addSettings(to: &batch, state, &context)
        }
        context.trim()
    }

    /// Ends a batch: derives what its uploads affected and says what is to be produced and written.
    package mutating func finish(_ batch: consuming Batch, state: some State) -> Outcome {
        var outcome = Outcome()
        outcome.accounting = batch.accounting
        outcome.records = batch.deadLetters
        batch.works.sort { $0.overlay.connection > $1.overlay.connection }
        // Taken out one by one, so that what is done is let go of.
        while var work = batch.works.popLast() {
            work.finish(into: &outcome, state, &context)
            context.trim()
        }
        return outcome
    }
}

extension RawSpan {
    fileprivate var copied: [UInt8] {
        unsafe withUnsafeBytes { unsafe Array($0) }
    }
}
