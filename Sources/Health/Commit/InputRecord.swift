import JSON

/// One input record on its way into a batch.
struct InputRecord: ~Escapable {
    var place: RecordPlace
    var key: [UInt8]?
    /// Its value, lent for as long as it is added.
    private let bytes: RawSpan?

    /// A record that came with this key and this value.
    @_lifetime(copy bytes)
    init(place: RecordPlace, key: [UInt8]?, bytes: RawSpan?) {
        self.place = place
        self.key = key
        self.bytes = bytes
    }

    /// Adds an upload: merges what is good of it, and makes dead letters of the rest.
    mutating func addUpload(
        to batch: inout Batch,
        _ state: some PartitionState,
        _ parser: inout Parser,
        _ context: inout Context
    ) {
        batch.accounting.uploads += 1
        var counted = (samples: 0, deletions: 0)
        do throws(Refusal) {
            let upload = try parse(maximum: context.rules.uploadMaxBytes, &parser)
            counted.samples = upload.field("samples")?.elements == nil ? 0 : upload.field("samples")?.count ?? 0
            counted.deletions = upload.field("deleted")?.elements == nil ? 0 : upload.field("deleted")?.count ?? 0
            if place.describesItself { describe(by: upload) }
            let head = try UploadHead(
                upload,
                timestampMilliseconds: place.timestampMilliseconds,
                zones: &context.zones
            )
            try checkKey(head.connection)
            let index = batch.open(head.connection, state)
            // Through the span: else the connection's part is copied whole.
            try admit(by: batch.connectionCommits.span[index].settings, context.rules)
            batch.accounting.samplesIn += counted.samples
            merge(head, into: &batch, index, state, &context)
        } catch {
            batch.accounting.uploadsRefused += 1
            batch.accounting.samplesIn += counted.samples
            batch.accounting.refused += counted.samples
            batch.accounting.deletionsRefused += counted.deletions
            refuse(error, in: &batch, context.rules)
        }
    }

    /// Adds the settings of a connection, or that they are gone.
    mutating func addSettings(
        to batch: inout Batch,
        _ state: some PartitionState,
        _ parser: inout Parser,
        _ context: inout Context
    ) {
        do throws(Refusal) {
            if bytes == nil {
                guard let key, let connection = ConnectionID(key) else {
                    throw Refusal(.invalidIdentifier, "The key of settings that are gone is no connection id.")
                }
                let index = batch.open(connection, state)
                batch.connectionCommits[index].settings = nil
                batch.connectionCommits[index].settingsChanged = true
                return
            }
            let record = try parse(maximum: context.rules.uploadMaxBytes, &parser)
            let connection = try ConnectionSettings.connection(record)
            if place.describesItself { key = connection.bytes }
            try checkKey(connection)
            let settings = try ConnectionSettings(
                record,
                timestampMilliseconds: place.timestampMilliseconds,
                rules: context.rules,
                zones: &context.zones
            )
            let index = batch.open(connection, state)
            batch.connectionCommits[index].settings = settings
            batch.connectionCommits[index].settingsChanged = true
        } catch {
            refuse(error, in: &batch, context.rules)
        }
    }

    @_lifetime(&parser)
    private func parse(maximum: Int, _ parser: inout Parser) throws(Refusal) -> Value {
        guard let bytes, bytes.byteCount > 0 else {
            throw Refusal(.noData, "The record has no value.")
        }
        if bytes.byteCount > maximum {
            throw Refusal(.tooLarge, "The record is longer than \(maximum) bytes.")
        }
        do throws(ParseError) {
            return try parser.parse(bytes)
        } catch {
            throw Refusal(.decodingError, error.description)
        }
    }

    private mutating func describe(by upload: Value) {
        key = upload.field("connection_id")?.text?.bytes
        if let collectedAt = try? DateText.instant(upload.field("collected_at"), "collected_at") {
            place.timestampMilliseconds = Instant.milliseconds(collectedAt + Instant.secondsFrom1970)
        }
    }

    /// Refuses an upload as a whole that the connection's settings do not let in.
    private func admit(by settings: ConnectionSettings?, _ rules: Rules) throws(Refusal) {
        guard let settings else {
            guard rules.knownConnectionsOnly else { return }
            throw Refusal(.unauthorized, "The connection has no settings, and only known connections are taken.")
        }
        if settings.isClosed, settings.judges(place.timestampMilliseconds) {
            throw Refusal(.connectionIsClosed, "The connection is closed.")
        }
    }

    private func checkKey(_ connection: ConnectionID) throws(Refusal) {
        guard key == connection.bytes else {
            throw Refusal(.invalidIdentifier, "The record's key must equal its connection id.")
        }
    }

    private func merge(
        _ head: UploadHead,
        into batch: inout Batch,
        _ index: Int,
        _ state: some PartitionState,
        _ context: inout Context
    ) {
        let before = batch.connectionCommits[index].loaded.readBytes
        let refused = batch.connectionCommits[index].merge(head, place, &batch.accounting, state, &context)
        batch.weightBytes += batch.connectionCommits[index].loaded.readBytes - before
        refuse(refused, in: &batch, context.rules)
    }

    private func refuse(_ refused: RefusedElements, in batch: inout Batch, _ rules: Rules) {
        batch.accounting.refusals.merge(refused.byCode, uniquingKeysWith: +)
        let letters = refused.letters
        let elements = elements(letters)
        for (index, refusal) in letters.enumerated() {
            write(refusal, elements[index], in: &batch, rules)
        }
    }

    /// The bytes of refused elements as they stood in the upload, by their place among the refusals.
    private func elements(_ refusals: [Refusal]) -> [Int: [UInt8]] {
        guard let bytes else { return [:] }
        var elements: [Int: [UInt8]] = [:]
        for (list, name) in [(Refusal.List.samples, "samples" as StaticString), (.deleted, "deleted"), (.post, "post")]
        {
            // Those of a list are ascending.
            var asked: [(place: Int, element: Int)] = []
            for (place, refusal) in refusals.enumerated() {
                if case .element(list, let element) = refusal.subject { asked.append((place, element)) }
            }
            if asked.isEmpty { continue }
            let ranges = SourceRanges.ranges(of: asked.map(\.element), in: name, bytes: bytes)
            for (one, range) in zip(asked, ranges) {
                if let range { elements[one.place] = bytes.extracting(range).copied }
            }
        }
        return elements
    }

    /// Refuses the record as a whole.
    private func refuse(_ refusal: Refusal, in batch: inout Batch, _ rules: Rules) {
        batch.accounting.refusals[refusal.code, default: 0] += 1
        write(refusal, nil, in: &batch, rules)
    }

    /// Writes a dead letter, of an element or of the whole record.
    private func write(_ refusal: Refusal, _ element: [UInt8]?, in batch: inout Batch, _ rules: Rules) {
        let value = element ?? bytes?.copied
        batch.weightBytes += value?.count ?? 0
        batch.deadLetters.append(DeadLetter.record(refusal, of: place, key: key, value: value, rules: rules))
    }
}
