package import Vocabulary

/// Processes records without Kafka: adds records to a batch, and applies the outcome of the batch to the state.
///
/// A lane does the same, but commits a Kafka transaction before it changes the state.
package struct CommitLoop<State: PartitionState>: ~Copyable {
    /// The state after all commits so far; replacing it simulates a restarted process.
    package var state: State
    /// The records added since the last commit; nil if there are none.
    package private(set) var batch: Batch?
    /// The next offset of each topic.
    private var offsets: [RecordPlace.Topic: Int64] = [:]
    package var processor: Processor
    private let partition: Int32

    /// Creates a loop over a state, which may be the result of another loop.
    package init(_ processor: consuming Processor, over state: State, partition: Int32 = 0) {
        self.processor = processor
        self.state = state
        self.partition = partition
    }

    /// Adds a record with the next offset of its topic.
    package mutating func add(
        _ topic: RecordPlace.Topic,
        key: [UInt8]?,
        value: [UInt8]?,
        timestampMilliseconds: Int64?,
        traceparent: [UInt8]? = nil,
        redrive: RedriveCount? = nil,
        originalMilliseconds: Int64? = nil,
        describesItself: Bool = false
    ) {
        var place = RecordPlace(
            topic: topic,
            partition: partition,
            offset: offsets[topic, default: 0],
            timestampMilliseconds: timestampMilliseconds,
            traceparent: traceparent,
            redrive: redrive,
            originalMilliseconds: originalMilliseconds
        )
        place.describesItself = describesItself
        offsets[topic] = place.offset + 1
        var open = batch.take() ?? processor.batch(over: state)
        unsafe processor.add(place, key: key?.span.bytes, value: value?.span.bytes, to: &open)
        batch = consume open
    }

    /// Adds a line of a file, which has no record key and no record timestamp.
    ///
    /// - Parameters:
    ///   - line: The line without its line break.
    ///   - topic: The input topic for which the line is read.
    ///   - connection: The connection of a line in a dialect's format, because such a line names no connection.
    ///   - timestampMilliseconds: The time of a settings line. An upload contains its own time.
    package mutating func add(
        line: [UInt8],
        to topic: RecordPlace.Topic = .uploads,
        connection: [UInt8]? = nil,
        timestampMilliseconds: Int64? = nil
    ) {
        add(topic, key: connection, value: line, timestampMilliseconds: timestampMilliseconds, describesItself: true)
    }

    /// Derives the next connection before the commit ends; see `Batch.deriveAhead`.
    package mutating func deriveAhead() { batch?.deriveAhead() }

    /// Derives and closes the next connection; see `Batch.close`.
    package mutating func close() { batch?.close() }

    /// Finishes the batch and passes its outcome to `keep`, which must apply the changes to the state.
    ///
    /// - Returns: The outcome; empty if nothing was added.
    @discardableResult
    package mutating func commit<Failure>(
        _ keep: (_ outcome: Outcome, _ state: inout State) throws(Failure) -> Void
    ) throws(Failure) -> Outcome {
        let outcome = batch.take().map { processor.finish($0) } ?? Outcome()
        try keep(outcome, &state)
        return outcome
    }
}

extension CommitLoop where State == MemoryStore {
    /// Finishes the batch and applies its changes to the store.
    @discardableResult
    package mutating func commit() -> Outcome {
        commit { outcome, store in store.apply(outcome.changes) }
    }
}
