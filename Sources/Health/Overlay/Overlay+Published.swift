/// What is known of published documents.
extension Overlay {
    /// What is known of those that are kept together.
    struct Published {
        /// The length of what the state has of them, nil when it has nothing.
        let heldBytes: Int?
        /// The documents, this commit's changes included.
        var documents: PublishedDocuments
        /// Whether they must be written.
        var isDirty = false
    }

    /// What is known of a published document, this commit's changes included.
    package mutating func published(at place: Place, state: some State) -> PublishedDocument? {
        read(place.ofPublished, state)
        return published[place.ofPublished]?.documents[place]
    }

    /// Keeps what is known of a document from now on; nil when it is gone or can be forgotten.
    package mutating func publish(_ document: PublishedDocument?, at place: Place, state: some State) {
        read(place.ofPublished, state)
        published[place.ofPublished]?.documents[place] = document
        published[place.ofPublished]?.isDirty = true
    }

    /// The published documents of some days, this commit's changes included, ascending by place.
    package mutating func published(
        days: ClosedRange<Int32>,
        state: some State
    ) -> [PublishedDocuments.Entry] {
        let range = Place.range(.published, days: days)
        var days = Set(published.keys.filter { range.contains($0) && $0.isOfPublishedDay })
        days.formUnion(places(in: range, state).filter(\.isOfPublishedDay))
        var entries: [PublishedDocuments.Entry] = []
        for place in days.sorted() {
            read(place, state)
            entries += published[place]?.documents.entries ?? []
        }
        return entries
    }

    private mutating func read(_ place: Place, _ state: some State) {
        guard published[place] == nil else { return }
        let bytes = held(at: place, state)
        let known = bytes.flatMap { PublishedDocuments($0, at: place) }
        if bytes != nil, known == nil { isUnreadable = true }
        published[place] = Published(heldBytes: bytes?.count, documents: known ?? PublishedDocuments())
    }
}
