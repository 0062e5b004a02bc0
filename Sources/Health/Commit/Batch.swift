import JSON

/// The uploads of one commit of one partition, merged and not yet derived.
package struct Batch {
    /// About how many bytes of input and of packed state the batch holds, to bound a commit.
    package var weightBytes = 0
    /// What became of the samples so far.
    package var accounting = Accounting()
    /// The refused records and elements so far, in order.
    private(set) var deadLetters: [OutputRecord] = []
    /// The connections' parts, in the order in which they came: changed in place, since each refers to much.
    var connectionCommits: [ConnectionCommit] = []
    private var indices: [ConnectionID: Int] = [:]
    private let state: any PartitionState
    private let rules: Rules
    private let zones: ZoneTable

    /// Nothing yet of a partition with this state.
    init(over state: any PartitionState, rules: Rules, zones: ZoneTable) {
        self.state = state
        self.rules = rules
        self.zones = zones
    }

    /// The change of what is known of the partition as a whole, after so many documents have frozen and connections come;
    /// none mostly.
    func summaryChange(frozen: Int, new: Int) -> (change: StateChange?, unreadable: UnreadableValue?) {
        if frozen == 0, new == 0 { return (nil, nil) }
        let reader = StateReader(.ofPartition, of: state)
        let held = PartitionSummary(reader)
        if let unreadable = reader.unreadable { return (nil, unreadable) }
        var summary = held ?? PartitionSummary(DocumentRules(rules))
        summary.frozen += frozen
        summary.connections += new
        return (reader.change(StateKey(.partition), to: summary.packed), nil)
    }

    /// How many connections the batch touches, which is how many topics it can touch.
    package var connections: Int { connectionCommits.count }

    /// Merges an upload into its connection's samples; gives back what of it is refused.
    mutating func merge(
        _ upload: UploadHead,
        of record: borrowing InputRecord,
        _ units: inout UnitTable
    ) throws(Refusal) -> RefusedElements {
        let index = open(upload.connection)
        // Through the span: else the connection's part is copied whole.
        try admit(record.place, by: connectionCommits.span[index].settings)
        accounting.uploads += 1
        accounting.samplesIn += record.counted.samples
        let before = connectionCommits[index].state.segments.readBytes
        let refused = connectionCommits[index].merge(upload, record.place, &accounting, &units)
        weightBytes += connectionCommits[index].state.segments.readBytes - before
        return refused
    }

    /// Refuses an upload as a whole that the connection's settings do not let in.
    private func admit(_ place: RecordPlace, by settings: ConnectionSettings?) throws(Refusal) {
        guard let settings else {
            guard rules.knownConnectionsOnly else { return }
            throw Refusal(.unauthorized, "The connection has no settings, and only known connections are taken.")
        }
        if settings.isClosed, settings.judges(place.timestampMilliseconds) {
            throw Refusal(.connectionIsClosed, "The connection is closed.")
        }
    }

    /// Takes the settings of a connection, which hold for the uploads that follow.
    mutating func take(_ settings: ConnectionSettings?, of connection: ConnectionID) {
        let index = open(connection)
        connectionCommits[index].settings = settings
        connectionCommits[index].settingsChanged = true
    }

    /// The index of a connection's part of the commit, which is opened when it was not.
    private mutating func open(_ connection: ConnectionID) -> Int {
        if let known = indices[connection] { return known }
        let reader = StateReader(connection, of: state)
        connectionCommits.append(ConnectionCommit(reader, rules: rules, zones: zones))
        indices[connection] = connectionCommits.count - 1
        return connectionCommits.count - 1
    }

    /// Makes dead letters of what is refused of an upload that is taken.
    mutating func refuse(_ refused: RefusedElements, of record: borrowing InputRecord, _ parser: borrowing Parser) {
        accounting.refusals.merge(refused.byCode, uniquingKeysWith: +)
        for letter in record.deadLetters(refused.letters, parser) { add(letter) }
    }

    /// Makes a dead letter of a record as a whole.
    mutating func refuse(_ refusal: Refusal, _ record: borrowing InputRecord) {
        if record.place.topic == .uploads {
            accounting.uploads += 1
            accounting.uploadsRefused += 1
            accounting.samplesIn += record.counted.samples
            accounting.refused += record.counted.samples
            accounting.deletionsRefused += record.counted.deletions
        }
        accounting.refusals[refusal.code, default: 0] += 1
        add(record.deadLetter(refusal))
    }

    private mutating func add(_ letter: OutputRecord) {
        weightBytes += letter.value?.count ?? 0
        deadLetters.append(letter)
    }
}
