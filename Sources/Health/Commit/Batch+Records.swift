/// Taking what was read of records into a batch.
extension Batch {
    /// Merges an upload into its connection's samples; gives back what of it is refused.
    mutating func merge(
        _ upload: UploadHead,
        of record: borrowing InputRecord,
        _ state: some PartitionState,
        _ context: inout Context
    ) throws(Refusal) -> RefusedElements {
        let index = open(upload.connection, state)
        // Through the span: else the connection's part is copied whole.
        try Self.admit(record.place, by: connectionCommits.span[index].settings, context.rules)
        accounting.uploads += 1
        accounting.samplesIn += record.counted.samples
        let before = connectionCommits[index].loaded.readBytes
        let refused = connectionCommits[index].merge(upload, record.place, &accounting, state, &context)
        weightBytes += connectionCommits[index].loaded.readBytes - before
        return refused
    }

    /// Refuses an upload as a whole that the connection's settings do not let in.
    private static func admit(
        _ place: RecordPlace,
        by settings: ConnectionSettings?,
        _ rules: Rules
    ) throws(Refusal) {
        guard let settings else {
            guard rules.knownConnectionsOnly else { return }
            throw Refusal(.unauthorized, "The connection has no settings, and only known connections are taken.")
        }
        if settings.isClosed, settings.judges(place.timestampMilliseconds) {
            throw Refusal(.connectionIsClosed, "The connection is closed.")
        }
    }

    /// Takes the settings of a connection, which hold for the uploads that follow.
    mutating func take(
        _ read: (connection: ConnectionID, settings: ConnectionSettings?),
        _ state: some PartitionState
    ) {
        let index = open(read.connection, state)
        connectionCommits[index].settings = read.settings
        connectionCommits[index].settingsChanged = true
    }

    /// Makes dead letters of what is refused of an upload that is taken.
    mutating func refuse(_ refused: RefusedElements, of record: borrowing InputRecord, _ rules: Rules) {
        accounting.refusals.merge(refused.byCode, uniquingKeysWith: +)
        for letter in record.deadLetters(refused.letters, rules) { add(letter) }
    }

    /// Makes a dead letter of a record as a whole.
    mutating func refuse(_ refusal: Refusal, _ record: borrowing InputRecord, _ rules: Rules) {
        if record.place.topic == .uploads {
            accounting.uploads += 1
            accounting.uploadsRefused += 1
            accounting.samplesIn += record.counted.samples
            accounting.refused += record.counted.samples
            accounting.deletionsRefused += record.counted.deletions
        }
        accounting.refusals[refusal.code, default: 0] += 1
        add(record.deadLetter(refusal, rules))
    }

    private mutating func add(_ letter: OutputRecord) {
        weightBytes += letter.value?.count ?? 0
        deadLetters.append(letter)
    }
}
