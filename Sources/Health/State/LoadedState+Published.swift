/// What is known of published documents.
extension LoadedState {
    /// What is known of those that are kept together.
    struct Published {
        /// Where they are kept.
        let stateKey: StateKey
        /// The length of what the state has of them, nil when it has nothing.
        let heldBytes: Int?
        /// The documents, this commit's changes included.
        var documents: PublishedDocuments
        /// Whether they must be written.
        var isDirty = false
    }

    /// What is known of a published document, this commit's changes included.
    package mutating func published(at stateKey: StateKey, state: some PartitionState) -> PublishedDocument? {
        published[read(stateKey.ofPublished, state)].documents[stateKey]
    }

    /// Keeps what is known of a document from now on; nil when it is gone or can be forgotten.
    package mutating func publish(_ document: PublishedDocument?, at stateKey: StateKey, state: some PartitionState) {
        let index = read(stateKey.ofPublished, state)
        published[index].documents[stateKey] = document
        published[index].isDirty = true
    }

    /// The published documents of some days, this commit's changes included, ascending by state key.
    package mutating func published(
        days: ClosedRange<Int32>,
        state: some PartitionState
    ) -> [PublishedDocuments.Entry] {
        let range = StateKey.range(.published, days: days)
        for stateKey in stateKeys(in: range, state) where stateKey.isOfPublishedDay { _ = read(stateKey, state) }
        var entries: [PublishedDocuments.Entry] = []
        for one in published where range.contains(one.stateKey) && one.stateKey.isOfPublishedDay {
            entries += one.documents.entries
        }
        return entries
    }

    /// The index of what is kept under a state key, read when it was not.
    private mutating func read(_ stateKey: StateKey, _ state: some PartitionState) -> Int {
        let index = published.partitioningIndex { $0.stateKey >= stateKey }
        if index < published.count, published[index].stateKey == stateKey { return index }
        let bytes = held(at: stateKey, state)
        let known = bytes.flatMap { PublishedDocuments($0, at: stateKey) }
        check(known != nil, bytes, .published)
        published.insert(
            Published(stateKey: stateKey, heldBytes: bytes?.count, documents: known ?? PublishedDocuments()),
            at: index
        )
        return index
    }
}
