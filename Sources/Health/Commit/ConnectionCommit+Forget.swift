extension ConnectionCommit {
    /// Forgets the connection: its documents go, frozen ones aside, and all that the state has of it.
    ///
    /// Of what has been merged before, nothing may be in this part of the commit.
    ///
    /// - Returns: About how many bytes it holds until the commit ends.
    mutating func forget(_ commit: RederivationCommit) -> Int {
        publication.causes = [Cause(commit, collectedAt: state.summary.newestCollectedAt, settings: settings)]
        var records = 0
        state.published.each { entry in
            guard !entry.document.isFrozen, let derived = DerivedDocument(goneAt: entry.stateKey) else { return }
            publication.withdraw(derived, published: entry.document)
            records += entry.document.hashes.count
        }
        publication.settle()
        let all = StateKey(head: 0, high: 0, low: 0)...StateKey(head: .max, high: .max, low: .max)
        var removals: [StateChange] = []
        state.reader.scan(all) { stateKey, value in
            removals.append(state.reader.change(stateKey, to: nil, from: value.byteCount))
        }
        self.removals = removals
        // A record with its key and headers, and what tells of it in a job; a change of state with its key.
        return records * 1_024 + removals.count * 256
    }

    /// Whether settings ask to forget something that is here.
    func holdsWhatIsForgotten(by settings: ConnectionSettings?) -> Bool {
        guard let settings, let until = settings.forgottenUntilMilliseconds else { return false }
        let hasSamples = state.isKnown || !publication.causes.isEmpty
        if settings.isForgotten { return hasSamples || hasStoredSettings }
        // What was uploaded since is kept: it must not be older than what is to stay forgotten.
        return hasSamples && state.summary.oldestUploadMilliseconds.map { $0 <= until } ?? true
    }
}

extension DerivedDocument {
    /// A published document that is gone, by its state key; nil when that is of no data type.
    fileprivate init?(goneAt stateKey: StateKey) {
        guard let type = DataType(rawValue: stateKey.stream) else { return nil }
        let name: [UInt8] =
            switch type {
            case .characteristic: []
            case .sleep, .workouts: stateKey.id.textBytes
            case .heart: HourDocuments.name(Int64(stateKey.day) * 24 + Int64(stateKey.hour))
            default: Day(days: stateKey.day).bytes
            }
        self.init(stateKey: stateKey, type: type, name: name, document: nil, uploads: [0])
    }
}

/// The state of a connection that has just been forgotten: nothing.
struct NoState: PartitionState {
    func value(at stateKey: StateKey, of connection: ConnectionID) -> [UInt8]? { nil }

    func scan(
        _ range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void
    ) {}

    func firstConnection(after connection: ConnectionID?) -> ConnectionID? { nil }
}

extension Outcome {
    /// Adds changes of state; those of a connection that begins anew replace what has just been removed of it.
    mutating func add(_ changes: [StateChange], ofRenewed connection: ConnectionID?) {
        guard let connection else { return self.changes += changes }
        var rest: [StateKey: StateChange] = [:]
        for change in changes { rest[change.stateKey] = change }
        for index in self.changes.indices where self.changes[index].connection == connection {
            let removal = self.changes[index]
            guard let change = rest.removeValue(forKey: removal.stateKey) else { continue }
            self.changes[index] = StateChange(
                connection: connection,
                stateKey: removal.stateKey,
                value: change.value,
                heldBytes: removal.heldBytes
            )
        }
        self.changes += rest.values.sorted { $0.stateKey < $1.stateKey }
    }
}
