import Vocabulary

/// The changes to one connection's published documents in one commit.
///
/// The state keeps a hash for each published record. `compare` encodes a derived document and notes the records whose
/// hash differs:
///
/// | derived document | published version | records |
/// |---|---|---|
/// | same content | on the same route | none |
/// | other content | none, or on the same route | upsert |
/// | any content | on another route | upsert on the new route, delete on the old one |
/// | any content | in a topic that was deleted later | upsert |
/// | none | anywhere | delete |
///
/// `records` then returns the changed records and the webhook jobs for them. Frozen documents never change.
struct Publication {
    let connection: ConnectionID
    let rules: Rules
    /// The connection's newest settings, which decide on topics and forms.
    ///
    /// Earlier settings of the same commit do not matter, because nobody has seen documents by them, unless retention
    /// has frozen documents in the middle of the commit.
    var settings: ConnectionSettings?
    /// The accepted uploads of the commit in order, or one re-derivation; changed records refer to causes by index.
    var causes: [Cause] = []
    /// The kinds of topics that were deleted, so that records must be published there again.
    var republished: [FormRoute] = []
    /// Whether only webhooks get the changed records, because their topic refuses records.
    var isWithheld = false
    /// The changed records so far, with which later changes of the same commit are compared.
    private(set) var changed = ChangedRecords()
    /// Changed records that `settle` has not moved to `changed` yet.
    private var unsettled: [ChangedRecord] = []
    /// The route of the changed records that `settle` has moved; nil before.
    private var settledRoute: Route?
    /// The number of bytes of the forms that were made since the last call of `settle`, whether they differ or not.
    var madeBytes = 0

    init(_ connection: ConnectionID, rules: Rules) {
        self.connection = connection
        self.rules = rules
    }

    /// Compares a document with its published version, and adds the records that differ to the changed records.
    ///
    /// `published` has the published documents in the state, and is updated. `encoded` is the buffer for the
    /// encoding, which is reused between calls.
    mutating func compare(
        _ derived: DerivedDocument,
        with published: inout LoadedDocuments,
        by encoded: inout EncodedDocument
    ) {
        let held = published[derived.stateKey]
        if held?.isFrozen ?? false { return }
        let route = route
        let maximum = rules.documentMaxBytes
        // Optional chaining instead of unwrapping, because a document is expensive to copy.
        let made: Void? = derived.document?.encode(into: &encoded, maximum: maximum, connection: connection)
        let hashes = made == nil ? [] : encoded.hashes
        note(derived, hashes, in: FormRoute(route), instead: held?.hashes ?? [], at: held?.route) {
            encoded[$0].bytes($1)
        }
        let forms = compareForms(derived, hashes, at: route, instead: held, encoded)
        let known = derived.document.map {
            PublishedDocument(
                start: $0.start,
                end: $0.end,
                firstSampleDay: $0.firstSampleDay,
                route: route,
                sourceKey: derived.sourceKey,
                hashes: hashes,
                forms: forms
            )
        }
        if known != held { published[derived.stateKey] = known }
    }

    /// Adds the deletion of all records of a published document, in every form.
    mutating func withdraw(_ derived: DerivedDocument, published held: PublishedDocument) {
        note(derived, [], instead: held.hashes, at: FormRoute(held.route)) { _, _ in [] }
        for form in held.forms {
            note(derived, [], instead: form.hashes, at: FormRoute(held.route, form: form.name)) { _, _ in [] }
        }
    }

    /// Adds the records of a document in one form that differ from the published ones.
    ///
    /// `held` has the hashes of the published records, which are on the route `heldRoute`; nil if there are none.
    mutating func note(
        _ derived: DerivedDocument,
        _ hashes: [UInt64],
        in formRoute: FormRoute,
        instead held: [UInt64],
        at heldRoute: Route?,
        bytes: (_ part: Int, _ cause: Attribution) -> [UInt8]
    ) {
        guard let heldRoute, !held.isEmpty, !hashes.isEmpty else {
            if hashes == held { return }
            let place = held.isEmpty ? formRoute : FormRoute(heldRoute ?? formRoute.route, form: formRoute.form)
            return note(derived, hashes, instead: held, at: place, bytes: bytes)
        }
        if heldRoute != formRoute.route {
            publish(derived, hashes, at: formRoute, instead: held, bytes: bytes)
            withdraw(derived, hashes, held, at: FormRoute(heldRoute, form: formRoute.form))
        } else if republished.contains(formRoute) {
            publish(derived, hashes, at: formRoute, instead: held, bytes: bytes)
            // The topic was deleted, so it no longer contains the former parts. Jobs reported these parts, so jobs must
            // report their deletion.
            note(derived, Array(held.prefix(hashes.count)), instead: held, at: formRoute) { _, _ in [] }
        } else if hashes != held {
            note(derived, hashes, instead: held, at: formRoute, bytes: bytes)
        }
    }

    private mutating func note(
        _ derived: DerivedDocument,
        _ hashes: [UInt64],
        instead held: [UInt64],
        at formRoute: FormRoute,
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
                    formRoute: formRoute,
                    id: id,
                    part: index + 1,
                    bytes: hash == nil ? nil : bytes(index, cause),
                    hash: hash,
                    heldHash: heldHash,
                    uploads: derived.uploads,
                    isReported: formRoute.form == nil
                )
            )
        }
    }

    /// Publishes every record of a document in a new topic.
    ///
    /// Jobs list only the records whose content changed.
    private mutating func publish(
        _ derived: DerivedDocument,
        _ hashes: [UInt64],
        at formRoute: FormRoute,
        instead held: [UInt64],
        bytes: (_ part: Int, _ cause: Attribution) -> [UInt8]
    ) {
        let first = unsettled.count
        note(derived, hashes, instead: [], at: formRoute, bytes: bytes)
        for index in hashes.indices where index < held.count && held[index] == hashes[index] {
            unsettled[first + index].isReported = false
        }
    }

    /// Deletes every record of a document in its old topic.
    ///
    /// Jobs list only the parts that no longer exist on any route.
    private mutating func withdraw(
        _ derived: DerivedDocument,
        _ hashes: [UInt64],
        _ held: [UInt64],
        at formRoute: FormRoute
    ) {
        let gone = unsettled.count
        note(derived, [], instead: held, at: formRoute) { _, _ in [] }
        for index in held.indices where index < hashes.count { unsettled[gone + index].isReported = false }
    }

    /// The route of all documents that the commit changes.
    ///
    /// Later settings of the commit do not change it after the first call of `settle`. A re-derivation moves the
    /// documents.
    var route: Route { settledRoute ?? Route(rules.routing, appID: settings?.appID) }

    /// Moves new changes to `changed`, so that later changes in the same commit are compared with them.
    ///
    /// - Returns: The approximate number of bytes of the moved records, and of all forms that were made.
    @discardableResult
    mutating func settle() -> Int {
        unsettled.sort(by: ChangedRecord.ascending)
        let bytes = unsettled.reduce(madeBytes) { $0 + ($1.formRoute.form == nil ? $1.bytes?.count ?? 0 : 0) }
        if !unsettled.isEmpty { settledRoute = route }
        changed.add(unsettled)
        (unsettled, madeBytes) = ([], 0)
        return bytes
    }

    /// Returns the records of a document that uploads requested.
    func answers(
        _ document: Document,
        _ type: DataType,
        askedBy numbers: [Int],
        by encoded: inout EncodedDocument
    ) -> [ChangedRecord] {
        guard let last = numbers.last else { return [] }
        let cause = causes[last].attribution(connection)
        document.encode(into: &encoded, maximum: rules.documentMaxBytes, connection: connection)
        return (0..<encoded.count).map { index in
            ChangedRecord(
                type: type,
                formRoute: FormRoute(route),
                id: document.id,
                part: index + 1,
                bytes: encoded[index].bytes(cause),
                uploads: numbers,
                isChange: false,
                askedBy: numbers
            )
        }
    }
}
