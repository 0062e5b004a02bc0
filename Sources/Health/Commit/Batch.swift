import JSON

/// The uploads of one commit of one partition, merged and not yet derived.
package struct Batch {
    /// About how many bytes of input and of packed state the batch holds, to bound a commit.
    package var weightBytes = 0
    /// What became of the samples so far.
    package var accounting = Accounting()
    /// The refused records and elements so far, in order.
    private(set) var deadLetters: [OutputRecord] = []
    /// What those bring that are closed: it may be with the producer.
    package var outcome = Outcome()
    /// What these change of the partition as a whole.
    var difference = PartitionSummary.Difference()
    /// The connections of which nothing more is taken in.
    var closed: Set<ConnectionID> = []
    /// The parts of the other connections, in the order in which they came: changed in place, since each refers to much.
    var connectionCommits: [ConnectionCommit] = []
    var indices: [ConnectionID: Int] = [:]
    /// How many of them were looked at to be derived ahead.
    var aheadCount = 0
    /// The changes of marks of forgotten connections, and of those that are to be derived again.
    private(set) var markChanges: [StateKey: StateChange] = [:]
    /// The connections that settings of the commit forget: nothing of the partition as a whole may name them.
    private(set) var unnamed: Set<ConnectionID> = []
    private let state: any PartitionState
    let rules: Rules
    private let zones: ZoneTable
    /// What is known of the partition as a whole: mostly nobody asks.
    private(set) lazy var partition = StateReader(.ofPartition, of: state)

    /// Nothing yet of a partition with this state.
    init(over state: any PartitionState, rules: Rules, zones: ZoneTable) {
        self.state = state
        self.rules = rules
        self.zones = zones
    }

    /// How many connections the batch touches, which is how many topics it can touch.
    package var connections: Int { connectionCommits.count + closed.count }

    /// Merges an upload into its connection's samples; gives back what of it is refused.
    mutating func merge(
        _ upload: UploadHead,
        of record: borrowing InputRecord,
        _ units: inout UnitTable
    ) throws(Refusal) -> RefusedElements {
        let index = open(upload.connection)
        // Through the span: else the connection's part is copied whole.
        if try isForgotten(record.place, by: connectionCommits.span[index].settings) {
            countForgotten()
            return RefusedElements()
        }
        accounting.uploads += 1
        accounting.samplesIn += record.counted.samples
        let before = connectionCommits[index].state.segments.readBytes
        let refused = connectionCommits[index].merge(upload, record.place, &accounting, &units)
        weightBytes += connectionCommits[index].state.segments.readBytes - before
        return refused
    }

    /// Whether an upload is forgotten; refuses one as a whole that the connection's settings do not let in.
    private func isForgotten(
        _ place: RecordPlace,
        by settings: ConnectionSettings?
    ) throws(Refusal) -> Bool {
        guard let settings else {
            guard rules.knownConnectionsOnly else { return false }
            throw Refusal(.unauthorized, "The connection has no settings, and only known connections are taken.")
        }
        if settings.forgets(place.judgedMilliseconds) { return true }
        if settings.isForgotten { throw Refusal(.connectionIsClosed, "The connection is forgotten.") }
        if settings.isClosed, settings.judges(place.judgedMilliseconds) {
            throw Refusal(.connectionIsClosed, "The connection is closed.")
        }
        return false
    }

    private mutating func countForgotten() {
        accounting.uploads += 1
        accounting.uploadsForgotten += 1
    }

    /// Takes the settings of a connection, which hold for the uploads that follow.
    ///
    /// Settings without a value leave a forgotten connection as it is: only settings that say so open it again.
    mutating func take(
        _ settings: ConnectionSettings?,
        of connection: ConnectionID,
        at place: RecordPlace
    ) throws(Refusal) {
        var index = open(connection)
        let standing = connectionCommits[index].settings
        if place.redrive != nil, standing?.overrule(place.judgedMilliseconds) ?? false {
            throw Refusal(.invalidValue, "The settings are redriven, and older than the connection's newest settings.")
        }
        if settings == nil, standing?.isForgotten ?? false { return }
        if connectionCommits[index].holdsWhatIsForgotten(by: settings) {
            index = forget(index, settings, place)
        }
        connectionCommits[index].settings = settings
        connectionCommits[index].settingsChanged = true
        mark(connection, settings)
    }

    /// Removes what the state has of a connection; what the commit has merged of it so far goes too.
    ///
    /// - Returns: The index of the part in which it begins anew.
    private mutating func forget(_ index: Int, _ settings: ConnectionSettings?, _ place: RecordPlace) -> Int {
        let connection = connectionCommits[index].connection
        var renewed = ConnectionCommit(StateReader(connection, of: NoState()), rules: rules, zones: zones)
        renewed.isRenewed = true
        guard connectionCommits[index].state.isKnown || connectionCommits[index].hasStoredSettings else {
            connectionCommits[index] = renewed
            return index
        }
        var forgotten = ConnectionCommit(StateReader(connection, of: state), rules: rules, zones: zones)
        forgotten.settings = settings
        let commits = PartitionSummary(partition)?.commits ?? 0
        let time = place.timestampMilliseconds ?? 0
        weightBytes += forgotten.forget(.init(partition: place.partition, number: commits + 1, atMilliseconds: time))
        connectionCommits[index] = forgotten
        unname(connection)
        return add(renewed)
    }

    /// Keeps whether a connection is forgotten, apart from its settings.
    private mutating func mark(_ connection: ConnectionID, _ settings: ConnectionSettings?) {
        let stateKey = ForgottenConnection.stateKey(connection)
        let isForgotten = settings?.isForgotten ?? false
        let until = isForgotten ? settings?.forgottenUntilMilliseconds : nil
        let mark = until.map { ForgottenConnection(untilMilliseconds: $0).packed }
        let held = partition.value(at: stateKey)
        markChanges[stateKey] = mark == held ? nil : partition.change(stateKey, to: mark, from: held?.count)
        // Also where nothing else is known of the connection: its last row may have gone before.
        if isForgotten { unname(connection) }
    }

    /// Removes the connection's id from what is known of the partition as a whole.
    private mutating func unname(_ connection: ConnectionID) {
        unnamed.insert(connection)
        let behind = ConnectionBehind.stateKey(connection)
        if partition.heldBytes(at: behind) != nil { markChanges[behind] = partition.change(behind, to: nil) }
    }

    /// The index of a connection's part of the commit, which is opened when it was not; what was derived of it ahead is of no
    /// use any more.
    private mutating func open(_ connection: ConnectionID) -> Int {
        if let known = indices[connection] {
            if let ahead = connectionCommits[known].ahead.take() { weightBytes -= ahead.weightBytes }
            return known
        }
        var commit = ConnectionCommit(StateReader(connection, of: state), rules: rules, zones: zones)
        // Of whom the state knows something else, it knows that he is not forgotten.
        if commit.settings == nil, !commit.state.isKnown {
            commit.settings = ForgottenConnection.settings(of: connection, partition)
        }
        return add(commit)
    }

    private mutating func add(_ commit: consuming ConnectionCommit) -> Int {
        indices[commit.connection] = connectionCommits.count
        connectionCommits.append(commit)
        return connectionCommits.count - 1
    }

    /// Makes dead letters of what is refused of an upload that is taken.
    mutating func refuse(_ refused: RefusedElements, of record: borrowing InputRecord, _ parser: borrowing Parser) {
        accounting.refusals.merge(refused.byCode, uniquingKeysWith: +)
        for letter in record.deadLetters(refused.letters, parser) { add(letter) }
    }

    /// Makes a dead letter of a record as a whole; of an upload that is forgotten nothing.
    mutating func refuse(_ refusal: Refusal, _ record: borrowing InputRecord) {
        let isUpload = record.place.topic == .uploads
        // A redriven record is one that a letter has kept: the next letter must not keep it of a forgotten connection.
        let settings = isUpload || record.place.redrive != nil ? settings(ofKey: record.key) : nil
        if isUpload, settings?.forgets(record.place.judgedMilliseconds) ?? false { return countForgotten() }
        if isUpload {
            accounting.uploads += 1
            accounting.uploadsRefused += 1
            accounting.samplesIn += record.counted.samples
            accounting.refused += record.counted.samples
            accounting.deletionsRefused += record.counted.deletions
        }
        accounting.refusals[refusal.code, default: 0] += 1
        add(record.deadLetter(refusal, withoutValue: settings?.isForgotten ?? false))
    }

    /// The settings that hold for an upload that could not be read, by its key.
    private mutating func settings(ofKey key: [UInt8]?) -> ConnectionSettings? {
        guard let key, let connection = ConnectionID(key) else { return nil }
        if let index = indices[connection] { return connectionCommits[index].settings }
        let reader = StateReader(connection, of: state)
        return reader.read(.settings, at: StateKey(.settings)) { ConnectionSettings($0) }.meaning
            ?? ForgottenConnection.settings(of: connection, partition)
    }

    private mutating func add(_ letter: OutputRecord) {
        weightBytes += letter.value?.count ?? 0
        deadLetters.append(letter)
    }
}
