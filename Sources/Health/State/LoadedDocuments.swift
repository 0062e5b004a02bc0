/// What is known of a connection's published documents, as far as a commit has read or changed it.
package struct LoadedDocuments {
    /// What is known of those that are kept together.
    private struct Loaded {
        /// Where they are kept.
        let stateKey: StateKey
        /// The length of what the state has of them, nil when it has nothing.
        let heldBytes: Int?
        /// The documents, this commit's changes included.
        var documents: PublishedDocuments
        var isDirty = false
    }

    private let reader: StateReader
    /// Ascending by where they are kept.
    private var loaded: [Loaded] = []

    package init(_ reader: StateReader) {
        self.reader = reader
    }

    /// What is known of a published document, this commit's changes included; set to nil when it is gone or can be
    /// forgotten.
    package subscript(stateKey: StateKey) -> PublishedDocument? {
        mutating get { loaded[read(stateKey.ofPublished)].documents[stateKey] }
        set {
            let index = read(stateKey.ofPublished)
            loaded[index].documents[stateKey] = newValue
            loaded[index].isDirty = true
        }
    }

    /// The published documents of some days, this commit's changes included, ascending by state key.
    package mutating func entries(ofDays days: ClosedRange<Int32>) -> [PublishedDocuments.Entry] {
        let range = StateKey.range(.published, days: days)
        for stateKey in reader.stateKeys(in: range) where stateKey.isOfPublishedDay { _ = read(stateKey) }
        var entries: [PublishedDocuments.Entry] = []
        for one in loaded where range.contains(one.stateKey) && one.stateKey.isOfPublishedDay {
            entries += one.documents.entries
        }
        return entries
    }

    /// Goes through all published documents, as the state has them, without keeping any of them.
    func each(_ body: (PublishedDocuments.Entry) -> Void) {
        reader.scan(StateKey.range(.published, days: Int32.min...Int32.max)) { stateKey, value in
            let bytes = value.copied
            guard let known = PublishedDocuments(bytes, at: stateKey) else {
                return reader.note(unreadable: .published, bytes)
            }
            known.entries.forEach(body)
        }
    }

    var changes: [StateChange] {
        loaded.compactMap { one in
            guard one.isDirty else { return nil }
            let packed = one.documents.packed
            return packed == nil && one.heldBytes == nil
                ? nil : reader.change(one.stateKey, to: packed, from: one.heldBytes)
        }
    }

    /// The index of what is kept under a state key, read when it was not.
    private mutating func read(_ stateKey: StateKey) -> Int {
        let index = loaded.partitioningIndex { $0.stateKey >= stateKey }
        if index < loaded.count, loaded[index].stateKey == stateKey { return index }
        let (known, heldBytes) = reader.read(.published, at: stateKey) { PublishedDocuments($0, at: stateKey) }
        loaded.insert(
            Loaded(stateKey: stateKey, heldBytes: heldBytes, documents: known ?? PublishedDocuments()),
            at: index
        )
        return index
    }
}
