/// What a commit publishes of one connection: the records of documents that differ from what is published, and the jobs
/// that tell of them.
struct Publication {
    let connection: ConnectionID
    let rules: Rules
    /// What documents change by, in order, each named by its place here: mostly the accepted uploads.
    var causes: [Cause] = []
    /// Where what is published is to be published again, since the topic was deleted.
    var republished: [Route] = []
    /// The records that were changed, as far as they are settled.
    private(set) var changed = ChangedRecords()
    /// Those that were changed since.
    private var unsettled: [ChangedRecord] = []

    init(_ connection: ConnectionID, rules: Rules) {
        self.connection = connection
        self.rules = rules
    }

    /// Compares a document with what is published, and takes note of the records that differ.
    ///
    /// `encoded` is room for its bytes, used again and again.
    mutating func compare(
        _ derived: DerivedDocument,
        with published: inout LoadedDocuments,
        by encoded: inout EncodedPart
    ) {
        let held = published[derived.stateKey]
        if held?.isFrozen ?? false { return }
        let route = route(causes[derived.uploads[derived.uploads.count - 1]])
        var parts: [EncodedPart] = []
        var hashes: [UInt64] = []
        let maximum = rules.documentMaxBytes
        // Through the optional: a document is much to copy.
        if let made = derived.document?.encode(into: &encoded, maximum: maximum, connection: connection) {
            parts = made
            hashes = parts.isEmpty ? [encoded.hash] : parts.map(\.hash)
        }
        if let held, held.route != route, !hashes.isEmpty {
            publish(derived, hashes, at: route, instead: held) { (parts.isEmpty ? encoded : parts[$0]).bytes($1) }
            withdraw(derived, hashes, held)
        } else if let held, !hashes.isEmpty, republished.contains(route) {
            publish(derived, hashes, at: route, instead: held) { (parts.isEmpty ? encoded : parts[$0]).bytes($1) }
            // Parts that the document no longer has are not in the new topic, but jobs have told of them.
            note(derived, Array(held.hashes.prefix(hashes.count)), instead: held.hashes, at: route) { _, _ in [] }
        } else if hashes != held?.hashes ?? [] {
            note(derived, hashes, instead: held?.hashes ?? [], at: held?.route ?? route) {
                (parts.isEmpty ? encoded : parts[$0]).bytes($1)
            }
        }
        let known = derived.document.map {
            PublishedDocument(
                start: $0.start,
                end: $0.end,
                firstSampleDay: $0.firstSampleDay,
                route: route,
                sourceKey: derived.sourceKey,
                hashes: hashes
            )
        }
        if known != held { published[derived.stateKey] = known }
    }

    /// Takes note that a published document goes, with all of its records.
    mutating func withdraw(_ derived: DerivedDocument, published held: PublishedDocument) {
        note(derived, [], instead: held.hashes, at: held.route) { _, _ in [] }
    }

    private mutating func note(
        _ derived: DerivedDocument,
        _ hashes: [UInt64],
        instead held: [UInt64],
        at route: Route,
        bytes: (_ part: Int, _ cause: Attribution) -> [UInt8]
    ) {
        let cause = causes[derived.uploads[derived.uploads.count - 1]].attribution(connection)
        let id = Document.id(derived.type, derived.name)
        for index in 0..<max(hashes.count, held.count) {
            let hash = index < hashes.count ? hashes[index] : nil
            let heldHash = index < held.count ? held[index] : nil
            if hash == heldHash { continue }
            unsettled.append(
                ChangedRecord(
                    type: derived.type,
                    route: route,
                    id: id,
                    part: index + 1,
                    bytes: hash == nil ? nil : bytes(index, cause),
                    hash: hash,
                    heldHash: heldHash,
                    uploads: derived.uploads
                )
            )
        }
    }

    /// All of a document is new in a place; jobs tell only of what is different in it.
    private mutating func publish(
        _ derived: DerivedDocument,
        _ hashes: [UInt64],
        at route: Route,
        instead held: PublishedDocument,
        bytes: (_ part: Int, _ cause: Attribution) -> [UInt8]
    ) {
        let first = unsettled.count
        note(derived, hashes, instead: [], at: route, bytes: bytes)
        for index in hashes.indices {
            unsettled[first + index].isTold = index >= held.hashes.count || held.hashes[index] != hashes[index]
        }
    }

    /// A document that was published elsewhere goes there no more; jobs tell only of parts that it has nowhere now.
    private mutating func withdraw(_ derived: DerivedDocument, _ hashes: [UInt64], _ held: PublishedDocument) {
        let gone = unsettled.count
        withdraw(derived, published: held)
        for index in held.hashes.indices { unsettled[gone + index].isTold = index >= hashes.count }
    }

    /// Where documents are published.
    var routes: Set<Route> { Set(changed.inOrder.lazy.filter { $0.bytes != nil }.map(\.route)) }

    /// Where what changes by a cause goes.
    func route(_ cause: Cause) -> Route { Route(rules.routing, appID: cause.settings?.appID) }

    /// Ends a round of comparing; gives back about how many bytes of documents it has.
    ///
    /// What comes later of the commit is compared with it.
    @discardableResult
    mutating func settle() -> Int {
        unsettled.sort(by: ChangedRecord.ascending)
        let bytes = unsettled.reduce(0) { $0 + ($1.bytes?.count ?? 0) }
        changed.add(unsettled)
        unsettled = []
        return bytes
    }

    /// The records of a document that uploads asked for, by their numbers.
    func answers(
        _ document: Document,
        _ type: DataType,
        askedBy numbers: [Int],
        by encoded: inout EncodedPart
    ) -> [ChangedRecord] {
        guard let last = numbers.last else { return [] }
        let cause = causes[last].attribution(connection)
        let parts = document.encode(into: &encoded, maximum: rules.documentMaxBytes, connection: connection)
        return (parts.isEmpty ? [encoded] : parts).enumerated().map { index, part in
            ChangedRecord(
                type: type,
                route: route(causes[last]),
                id: document.id,
                part: index + 1,
                bytes: part.bytes(cause),
                uploads: numbers,
                isChange: false,
                askedBy: numbers
            )
        }
    }
}
