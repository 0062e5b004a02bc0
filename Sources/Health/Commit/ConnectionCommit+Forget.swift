import Vocabulary

extension ConnectionCommit {
    /// Forgets the connection: deletes its published documents, except frozen ones, and removes its state.
    ///
    /// The caller must not have merged an upload into this commit.
    ///
    /// - Returns: The approximate number of bytes of memory that the removal needs until the commit ends.
    mutating func forget(_ commit: RederivationCommit) -> Int {
        publication.causes = [Cause(commit, collectedAt: state.summary.newestCollectedAt, settings: settings)]
        var records = 0
        state.published.each { entry in
            guard !entry.document.isFrozen, let derived = DerivedDocument(goneAt: entry.stateKey) else { return }
            publication.withdraw(derived, published: entry.document)
            records += entry.document.forms.reduce(entry.document.hashes.count) { $0 + $1.hashes.count }
        }
        publication.settle()
        // A topic that refuses documents also refuses deletions. `fork-worker forget` deletes the documents that remain.
        publication.isWithheld = refusesDeletions
        let all = StateKey(head: 0, high: 0, low: 0)...StateKey(head: .max, high: .max, low: .max)
        var removals: [StateChange] = []
        state.reader.scan(all) { stateKey, value in
            removals.append(state.reader.change(stateKey, to: nil, from: value.byteCount))
        }
        self.removals = removals
        // Estimates: 1,024 bytes for a record with key, headers and job entry; 256 bytes for a state change with key.
        return records * 1_024 + removals.count * 256
    }

    /// Whether settings erase data that the connection has.
    func hasForgottenData(by settings: ConnectionSettings?) -> Bool {
        guard let settings, let until = settings.forgottenUntilMilliseconds else { return false }
        let hasSamples = state.isKnown || !publication.causes.isEmpty
        if settings.isForgotten { return hasSamples || hasStoredSettings }
        // The settings reopen the connection after an erasure. Its data stays only if all uploads are newer than the
        // erasure.
        return hasSamples && state.summary.oldestUploadMilliseconds.map { $0 <= until } ?? true
    }
}

extension DerivedDocument {
    /// Creates a deleted document from its state key; nil if the key has no known data type.
    fileprivate init?(goneAt stateKey: StateKey) {
        guard let type = DataType(rawValue: stateKey.stream) else { return nil }
        let name = Document.name(type, at: stateKey)
        self.init(stateKey: stateKey, type: type, name: name, document: nil, uploads: [0])
    }
}

/// The empty state of a connection that was forgotten earlier in the same commit.
struct NoState: PartitionState {
    func value(at stateKey: StateKey, of connection: ConnectionID) -> [UInt8]? { nil }

    func scan(
        _ range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        atMost limit: Int,
        _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void
    ) {}

    func firstConnection(after connection: ConnectionID?) -> ConnectionID? { nil }
}

extension Outcome {
    /// Appends the state changes of a connection.
    ///
    /// If the connection was forgotten and reopened in this commit, its new values replace the removals of the same
    /// state keys. These removals are the last changes so far.
    mutating func add(_ changes: [StateChange], ofRenewed connection: ConnectionID?) {
        guard let connection else { return self.changes += changes }
        var rest: [StateKey: StateChange] = [:]
        for change in changes { rest[change.stateKey] = change }
        let first = self.changes.lastIndex { $0.connection != connection }.map { $0 + 1 } ?? 0
        for index in first..<self.changes.count {
            let removal = self.changes[index]
            guard let change = rest.removeValue(forKey: removal.stateKey) else { continue }
            self.changes[index] = StateChange(
                connection: connection,
                stateKey: removal.stateKey,
                value: change.value,
                heldBytes: removal.heldBytes
            )
        }
        self.changes += rest.values
        self.changes[first...].sort { $0.stateKey < $1.stateKey }
    }
}
