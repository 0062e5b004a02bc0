import JSON
package import Vocabulary

/// The uploads and settings of one commit of one partition.
///
/// `Processor.add` merges each record into the `ConnectionCommit` of its connection. `Processor.finish` derives the
/// changed documents of all connections and returns the `Outcome`. A batch changes nothing outside itself: if the
/// transaction fails, dropping the batch undoes everything.
///
/// A connection can leave the batch early. `close` derives its documents while records of other connections still
/// arrive, and moves the result to `outcome`. The batch must not get another record of that connection.
package struct Batch {
    /// The approximate number of bytes of input, loaded state and derived records; it limits the size of a commit.
    package var weightBytes = 0
    package var accounting = Accounting()
    /// The dead letters of refused records and elements, in the order of the input.
    private(set) var deadLetters: [OutputRecord] = []
    /// The outcome of the closed connections; its records may already have been handed to the producer.
    package var outcome = Outcome()
    /// The changes that the closed connections make to the partition summary.
    var difference = PartitionSummary.Difference()
    /// The connections that accept no more records in this commit.
    var closed: Set<ConnectionID> = []
    /// The commits of the open connections; changed in place, because a copy of a commit is expensive.
    var connectionCommits: [ConnectionCommit] = []
    var indices: [ConnectionID: Int] = [:]
    /// The number of leading elements of `connectionCommits` that `deriveAhead` or `close` has processed.
    var aheadCount = 0
    /// Changes of partition-wide markers, such as the marker of a forgotten connection.
    private(set) var markChanges: [StateKey: StateChange] = [:]
    /// The erased connections: after this commit, no partition-wide value may contain their ids.
    private(set) var erased: Set<ConnectionID> = []
    /// The length of a document in another form, as a multiple of the samples that it is made of.
    private static let timesOfForm = 8
    private let state: any PartitionState
    let rules: Rules
    private let zones: ZoneTable
    /// The topics that refuse documents, each with the reason.
    private let refusals: [String: String]
    /// The reader of the partition-wide state; created lazily, because most commits do not need it.
    private(set) lazy var partition = StateReader(.ofPartition, of: state)
    /// Whether a re-derivation of all connections must begin or has not finished.
    private lazy var isPartitionBehind =
        PartitionSummary(partition).map { $0.rules != DocumentRules(rules) || $0.position != nil } ?? false

    init(over state: any PartitionState, rules: Rules, zones: ZoneTable, refusals: [String: String]) {
        self.state = state
        self.refusals = refusals
        self.rules = rules
        self.zones = zones
    }

    /// The number of connections in the batch, which bounds the number of topics that the commit writes to.
    package var connections: Int { connectionCommits.count + closed.count }

    /// Merges an upload into its connection's samples and returns the refused elements.
    mutating func merge(
        _ upload: UploadHead,
        of record: borrowing InputRecord,
        _ units: inout UnitTable
    ) throws(Refusal) -> RefusedElements {
        let index = open(upload.connection)
        // Accessed through the span, because a plain subscript would copy the whole connection commit.
        if try Self.isForgotten(record.place, by: connectionCommits.span[index].settings, rules) {
            countForgotten()
            return RefusedElements()
        }
        accounting.uploads += 1
        accounting.samplesIn += record.counted.samples
        let before = connectionCommits[index].state.segments.readBytes
        let refused = connectionCommits[index].merge(upload, record.place, &accounting, &units)
        let readBytes = connectionCommits[index].state.segments.readBytes - before
        weightBytes += readBytes
        let formCount = connectionCommits.span[index].settings?.formats.count ?? 0
        weightBytes += formCount * Self.timesOfForm * (readBytes + record.byteCount)
        return refused
    }

    /// Whether an upload is older than the erasure of its connection.
    ///
    /// Throws a refusal if the settings reject the upload.
    static func isForgotten(
        _ place: RecordPlace,
        by settings: ConnectionSettings?,
        _ rules: Rules
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

    /// Applies a settings record to later uploads, and erases the connection's data if the settings order this.
    mutating func take(_ record: SettingsRecord, at place: RecordPlace) throws(Refusal) {
        let connection = record.connection
        var index = open(connection)
        let settings: ConnectionSettings?
        switch try record.effect(on: connectionCommits[index].settings) {
        case .none: return
        case .removed: settings = nil
        case .replaced(let new): settings = new
        }
        if connectionCommits[index].hasForgottenData(by: settings) {
            index = forget(index, settings, place)
        }
        connectionCommits[index].take(settings)
        mark(connection, settings)
    }

    /// Removes the stored state of a connection and drops the samples that the commit has merged for it so far.
    ///
    /// - Returns: The index of the new, empty commit for later records of the connection.
    private mutating func forget(_ index: Int, _ settings: ConnectionSettings?, _ place: RecordPlace) -> Int {
        let connection = connectionCommits[index].connection
        var renewed = commit(of: connection, over: NoState())
        renewed.isRenewed = true
        guard connectionCommits[index].state.isKnown || connectionCommits[index].hasStoredSettings else {
            connectionCommits[index] = renewed
            return index
        }
        var forgotten = commit(of: connection, over: state)
        forgotten.settings = settings
        let commits = PartitionSummary(partition)?.commits ?? 0
        let time = place.timestampMilliseconds ?? 0
        weightBytes += forgotten.forget(.init(partition: place.partition, number: commits + 1, atMilliseconds: time))
        connectionCommits[index] = forgotten
        removeID(connection)
        return add(renewed)
    }

    /// Adds or removes the partition-wide marker of a forgotten connection.
    private mutating func mark(_ connection: ConnectionID, _ settings: ConnectionSettings?) {
        let stateKey = ForgottenConnection.stateKey(connection)
        let isForgotten = settings?.isForgotten ?? false
        let until = isForgotten ? settings?.forgottenUntilMilliseconds : nil
        let mark = until.map { ForgottenConnection(untilMilliseconds: $0).packed }
        let held = partition.value(at: stateKey)
        markChanges[stateKey] = mark == held ? nil : partition.change(stateKey, to: mark, from: held?.count)
        // Even if the state has no other values of the connection, a partition-wide value may still contain its id.
        if isForgotten { removeID(connection) }
    }

    /// Adds the partition-wide marker that a connection's documents must be derived again.
    mutating func orderRederivation(of connection: ConnectionID) {
        let change = partition.change(to: PendingRederivation(connection))
        markChanges[change.stateKey] = change
    }

    /// Removes the connection's id from the partition-wide state.
    private mutating func removeID(_ connection: ConnectionID) {
        erased.insert(connection)
        for stateKey in [PendingRederivation.stateKey(connection), .owed(connection)]
        where partition.heldBytes(at: stateKey) != nil {
            markChanges[stateKey] = partition.change(stateKey, to: nil)
        }
    }

    /// Returns the index of a connection's commit, and creates the commit if needed.
    ///
    /// If `deriveAhead` has derived the connection, the result is discarded, because another record has arrived.
    private mutating func open(_ connection: ConnectionID) -> Int {
        if let known = indices[connection] {
            if let ahead = connectionCommits[known].ahead.take() { weightBytes -= ahead.weightBytes }
            return known
        }
        var commit = commit(of: connection, over: state)
        // A connection with settings or accepted uploads is not forgotten, so the marker need not be read.
        if commit.settings == nil, !commit.state.isKnown {
            commit.settings = ForgottenConnection.settings(of: connection, partition)
        }
        return add(commit)
    }

    private mutating func commit(of connection: ConnectionID, over state: any PartitionState) -> ConnectionCommit {
        // Read only if a topic refuses documents, because most commits do not need it.
        let isBehind =
            !refusals.isEmpty
            && (isPartitionBehind || partition.heldBytes(at: PendingRederivation.stateKey(connection)) != nil)
        let reader = StateReader(connection, of: state)
        return ConnectionCommit(reader, rules: rules, zones: zones, refusals: refusals, isBehind: isBehind)
    }

    private mutating func add(_ commit: consuming ConnectionCommit) -> Int {
        indices[commit.connection] = connectionCommits.count
        connectionCommits.append(commit)
        return connectionCommits.count - 1
    }

    /// Adds dead letters for the refused elements of an accepted upload.
    mutating func refuse(_ refused: RefusedElements, of record: borrowing InputRecord, _ parser: inout Parser) {
        accounting.refusals.merge(refused.byCode, uniquingKeysWith: +)
        for letter in record.deadLetters(refused.letters, &parser) { add(letter) }
    }

    /// Adds a dead letter for a whole record, unless the record is an upload of erased data.
    mutating func refuse(_ refusal: Refusal, _ record: borrowing InputRecord) {
        let isUpload = record.place.topic == .uploads
        // The value of a redriven record was stored in a dead letter. A new dead letter must not contain data of a
        // forgotten connection.
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

    /// Returns the settings of the connection in a record's key, for a record that could not be read.
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
