package import Vocabulary

/// The published documents of a connection that a commit has read or changed.
package struct LoadedDocuments {
    /// A stored group of published documents.
    private struct Loaded {
        let stateKey: StateKey
        /// The length of the stored value; nil if there is none.
        let heldBytes: Int?
        /// The documents, with the changes of this commit.
        var documents: PublishedDocuments
        var isDirty = false
    }

    private let reader: StateReader
    /// The groups that were read, ascending by state key.
    private var loaded: [Loaded] = []

    package init(_ reader: StateReader) {
        self.reader = reader
    }

    /// The published document at a state key, with the changes of this commit; setting nil removes the document.
    package subscript(stateKey: StateKey) -> PublishedDocument? {
        mutating get { loaded[read(stateKey.ofPublished)].documents[stateKey] }
        set {
            let index = read(stateKey.ofPublished)
            loaded[index].documents[stateKey] = newValue
            loaded[index].isDirty = true
        }
    }

    /// Returns the published documents of some days, with the changes of this commit, ascending by state key.
    package mutating func entries(ofDays days: ClosedRange<Int32>) -> [PublishedDocuments.Entry] {
        let range = StateKey.range(.published, days: days)
        for stateKey in reader.stateKeys(in: range) where stateKey.isOfPublishedDay { _ = read(stateKey) }
        var entries: [PublishedDocuments.Entry] = []
        for one in loaded where range.contains(one.stateKey) && one.stateKey.isOfPublishedDay {
            entries += one.documents.entries
        }
        return entries
    }

    /// The state keys of the stored documents that belong to no day.
    var ofNoDay: [StateKey] {
        reader.stateKeys(in: StateKey.range(.published, days: Int32.min...Int32.max)).filter { !$0.isOfPublishedDay }
    }

    /// Calls `body` for each stored published document, without keeping the documents in memory.
    func each(_ body: (PublishedDocuments.Entry) -> Void) {
        reader.scan(StateKey.range(.published, days: Int32.min...Int32.max)) { stateKey, value in
            let bytes = value.copied
            guard let known = PublishedDocuments(bytes, at: stateKey) else {
                return reader.note(unreadable: .published, bytes)
            }
            known.entries.forEach(body)
        }
    }

    /// The kinds of topics that have records of stored documents that can still change.
    var places: [FormRoute] {
        var places: [FormRoute] = []
        each { entry in
            guard !entry.document.isFrozen else { return }
            let route = entry.document.route
            places.formUnion([FormRoute(route)] + entry.document.forms.map { FormRoute(route, form: $0.name) })
        }
        return places
    }

    var changes: [StateChange] {
        loaded.compactMap { one in
            guard one.isDirty else { return nil }
            let packed = one.documents.packed
            return packed == nil && one.heldBytes == nil
                ? nil : reader.change(one.stateKey, to: packed, from: one.heldBytes)
        }
    }

    /// Returns the index of a group, and reads the group if needed.
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
