import Vocabulary

/// A document that was derived again, with what became of its published version.
package struct ShownDocument {
    /// How the published version stands to the document.
    package enum Published: String, Sendable {
        case same
        /// The document is about to be published.
        case pending
        /// The published version is another one, and nothing explains it.
        case differs
    }

    /// The JSON of the document before it is cut, without `user_id` and `collected_at`.
    package let json: [UInt8]
    /// The start in seconds since 2001.
    package let start: Double
    /// The end in seconds since 2001.
    package let end: Double
    /// The name of the document's time zone.
    package let zone: String
    package let published: Published
}

/// Documents come from the code that derives them for topics.
extension ShownConnection {
    /// The greatest number of sleep sessions that are derived together.
    private static let sessionsMax = 8

    /// Calls `body` for each of these documents, which must not be frozen, until `body` returns false.
    ///
    /// The document is nil if the samples no longer make it.
    package func derive(_ documents: some Sequence<KnownDocument>, _ body: (KnownDocument, ShownDocument?) -> Bool) {
        var state = fresh()
        var encoded = EncodedDocument()
        var rest = Array(documents)[...]
        while let first = rest.first {
            state.renew(ifNeeded: self)
            let some = rest.prefix(Self.sessionsMax).prefix { $0.type == first.type }
            rest = rest.dropFirst(some.count)
            if first.type == .sleep {
                let sessions = sessions(some, in: &state)
                for one in some where !body(one, show(one, sessions[one.stateKey], in: &state, &encoded)) { return }
                continue
            }
            let windows = some.compactMap(\.window)
            if isPending { state.choosePrimaries(of: windows, sourcePriority: rules.sourcePriority) }
            var derivation = Derivation(of: windows, workouts: WorkoutTimes(state), rules: rules)
            for (one, window) in zip(some, windows) {
                let document = derivation.document(of: window, by: [0], in: &state)?.document
                if !body(one, show(one, document, in: &state, &encoded)) { return }
            }
        }
    }

    /// Derives sleep sessions together with their neighbors, by state key.
    private func sessions(
        _ known: some Sequence<KnownDocument>,
        in state: inout ConnectionState
    ) -> [StateKey: Document] {
        let derivation = SleepDerivation(&state, thresholdSeconds: rules.sleepThresholdSeconds)
        let derived = derivation.documents(around: known.map { ($0.start, $0.end, 0) }, in: &state)
        return derived.reduce(into: [:]) { sessions, one in
            if let document = one.document { sessions[one.stateKey] = document }
        }
    }

    private func show(
        _ known: KnownDocument,
        _ document: Document?,
        in state: inout ConnectionState,
        _ encoded: inout EncodedDocument
    ) -> ShownDocument? {
        guard let document else { return nil }
        document.encode(into: &encoded, maximum: rules.documentMaxBytes, connection: connection)
        let isSame = state.published[known.stateKey]?.hashes == encoded.hashes
        // A session that overlaps a newly frozen one may become primary with the next change of sleep.
        let isAwaited = isPending || known.type == .sleep && state.summary.hasNewlyFrozenSleep
        return ShownDocument(
            json: encoded.whole,
            start: document.start,
            end: document.end,
            zone: document.zone,
            published: isSame ? .same : isAwaited ? .pending : .differs
        )
    }

    /// Returns what the state knows of the document with an id, published or not; nil if no document can have the id.
    ///
    /// A sleep session that was never published is not found.
    package func known(_ id: String) -> KnownDocument? {
        guard let asked = AskedDocument(id) else { return nil }
        var state = fresh()
        guard let stateKey = asked.stateKey(in: state), let type = DataType(rawValue: stateKey.stream) else {
            return nil
        }
        if let document = state.published[stateKey] {
            return KnownDocument(PublishedDocuments.Entry(stateKey: stateKey, document: document))
        }
        let isFrozen =
            type == .workouts && state.directory.isFrozen(stateKey.id)
            && state.directory.entry(stateKey.id)?.shownBy == nil
        return KnownDocument(type, stateKey, start: 0, end: 0, isFrozen: isFrozen)
    }
}
