package import Health

/// The loop around the core for whoever has no Kafka: records are added, their commit is finished, and the state takes over
/// what it changed.
///
/// A lane does the same, with a transaction before the state is changed.
package struct CommitLoop<State: PartitionState>: ~Copyable {
    /// As the commits so far have left it; another one is as if the process had been started again.
    package var state: State
    /// What was added since the last commit; nil when nothing was.
    package private(set) var batch: Batch?
    /// The next offset of each topic.
    private var offsets: [RecordPlace.Topic: Int64] = [:]
    package var processor: Processor
    private let partition: Int32

    /// Nothing committed yet over a state, which may hold what another loop has left.
    package init(_ processor: consuming Processor, over state: State, partition: Int32 = 0) {
        self.processor = processor
        self.state = state
        self.partition = partition
    }

    /// Adds a record, at the next offset of its topic.
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

    /// Adds a line of a file, which says itself whose it is and when it came; settings are of the time that is given.
    package mutating func add(
        line: [UInt8],
        to topic: RecordPlace.Topic = .uploads,
        timestampMilliseconds: Int64? = nil
    ) {
        add(topic, key: nil, value: line, timestampMilliseconds: timestampMilliseconds, describesItself: true)
    }

    /// Derives what has come of the next connection, before the commit ends.
    package mutating func deriveAhead() { batch?.deriveAhead() }

    /// Takes what has come of the next connection into what the commit brings, for good.
    package mutating func close() { batch?.close() }

    /// Ends the commit, and has the state keep what it changed.
    ///
    /// - Returns: What it brought; nothing when nothing was added.
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
    /// Ends the commit, whose changes the store takes over.
    @discardableResult
    package mutating func commit() -> Outcome {
        commit { outcome, store in store.apply(outcome.changes) }
    }
}
