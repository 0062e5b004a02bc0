/// What is known of published documents.
extension LoadedState {
    /// What is known of those that are kept together.
    struct Published {
        /// Where they are kept.
        let place: StateKey
        /// The length of what the state has of them, nil when it has nothing.
        let heldBytes: Int?
        /// The documents, this commit's changes included.
        var documents: PublishedDocuments
        /// Whether they must be written.
        var isDirty = false
    }

    /// What is known of a published document, this commit's changes included.
    package mutating func published(at place: StateKey, state: some PartitionState) -> PublishedDocument? {
        published[read(place.ofPublished, state)].documents[place]
    }

    /// Keeps what is known of a document from now on; nil when it is gone or can be forgotten.
    package mutating func publish(_ document: PublishedDocument?, at place: StateKey, state: some PartitionState) {
        let index = read(place.ofPublished, state)
        published[index].documents[place] = document
        published[index].isDirty = true
    }

    /// The published documents of some days, this commit's changes included, ascending by place.
    package mutating func published(
        days: ClosedRange<Int32>,
        state: some PartitionState
    ) -> [PublishedDocuments.Entry] {
        let range = StateKey.range(.published, days: days)
        for place in places(in: range, state) where place.isOfPublishedDay { _ = read(place, state) }
        var entries: [PublishedDocuments.Entry] = []
        for one in published where range.contains(one.place) && one.place.isOfPublishedDay {
            entries += one.documents.entries
        }
        return entries
    }

    /// The index of what is kept at a place, read when it was not.
    private mutating func read(_ place: StateKey, _ state: some PartitionState) -> Int {
        let index = published.partitioningIndex { $0.place >= place }
        if index < published.count, published[index].place == place { return index }
        let bytes = held(at: place, state)
        let known = bytes.flatMap { PublishedDocuments($0, at: place) }
        check(known != nil, bytes, .published)
        published.insert(
            Published(place: place, heldBytes: bytes?.count, documents: known ?? PublishedDocuments()),
            at: index
        )
        return index
    }
}
