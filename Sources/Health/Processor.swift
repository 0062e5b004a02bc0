/// The journey of uploads to documents: decode, normalise, merge into the state, derive, compare, encode.
///
/// One processor serves one thread. A `Batch` holds the uploads of one commit of one partition.
package struct Processor: ~Copyable {
    private let rules: Rules

    /// A processor for these rules.
    package init(rules: Rules) {
        self.rules = rules
    }

    /// Takes one input record into a batch: an upload or the settings of a connection.
    package mutating func add(
        _ place: RecordPlace,
        key: RawSpan?,
        value: RawSpan?,
        to batch: inout Batch,
        state: some State
    ) {}

    /// Ends a batch: derives what its uploads affected and says what is to be produced and written.
    package mutating func finish(_ batch: consuming Batch, state: some State) -> Outcome {
        Outcome()
    }
}

/// The uploads of one commit of one partition, merged and not yet derived.
package struct Batch {
    /// About how many bytes of changed state and output the batch holds, to bound a commit.
    package private(set) var weightBytes = 0
    /// How many connections the batch touches, which is how many topics it can touch.
    package private(set) var connections = 0

    /// An empty batch.
    package init() {}
}
