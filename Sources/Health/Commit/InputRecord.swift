import JSON

/// One input record on its way into a batch.
@safe struct InputRecord {
    /// Where it stands.
    var place: RecordPlace
    /// Its key.
    var key: [UInt8]?
    /// Its value, lent for as long as it is added.
    let bytes: UnsafeRawBufferPointer?

    /// Adds an upload: merges what is good of it, and makes dead letters of the rest.
    mutating func addUpload(to batch: inout Batch, _ state: some State, _ context: inout Context) {
        batch.accounting.uploads += 1
        var counted = (samples: 0, deletions: 0)
        do throws(Refusal) {
            let upload = try parse(maximum: context.rules.uploadMaxBytes, &context.uploads)
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
            if batch.works.span[index].settings?.isClosed ?? false {
                throw Refusal(.connectionIsClosed, "The connection is closed.")
            }
            batch.accounting.samplesIn += counted.samples
            merge(head, into: &batch, index, state, &context)
        } catch {
            batch.accounting.uploadsRefused += 1
            batch.accounting.samplesIn += counted.samples
            batch.accounting.refused += counted.samples
            batch.accounting.deletionsRefused += counted.deletions
            refuse([(error, nil)], in: &batch, context.rules)
        }
    }

    /// Adds the settings of a connection, or that they are gone.
    mutating func addSettings(to batch: inout Batch, _ state: some State, _ context: inout Context) {
        do throws(Refusal) {
            if unsafe bytes == nil {
                guard let key, let connection = ConnectionID(key) else {
                    throw Refusal(.invalidIdentifier, "The key of settings that are gone is no connection id.")
                }
                let index = batch.open(connection, state)
                batch.works[index].settings = nil
                batch.works[index].settingsChanged = true
                return
            }
            let record = try parse(maximum: context.rules.uploadMaxBytes, &context.uploads)
            let connection = try ConnectionSettings.connection(record)
            if place.describesItself { key = connection.bytes }
            try checkKey(connection)
            let settings = try ConnectionSettings(record, rules: context.rules, zones: &context.zones)
            let index = batch.open(connection, state)
            batch.works[index].settings = settings
            batch.works[index].settingsChanged = true
        } catch {
            refuse([(error, nil)], in: &batch, context.rules)
        }
    }

    private func parse(maximum: Int, _ parser: inout Parser) throws(Refusal) -> Value {
        guard let bytes = unsafe bytes, bytes.count > 0 else {
            throw Refusal(.noData, "The record has no value.")
        }
        if bytes.count > maximum {
            throw Refusal(.tooLarge, "The record is longer than \(maximum) bytes.")
        }
        do throws(ParseError) {
            return try unsafe parser.parse(bytes)
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

    private func checkKey(_ connection: ConnectionID) throws(Refusal) {
        guard key == connection.bytes else {
            throw Refusal(.invalidIdentifier, "The record's key must equal its connection id.")
        }
    }

    private func merge(
        _ head: UploadHead,
        into batch: inout Batch,
        _ index: Int,
        _ state: some State,
        _ context: inout Context
    ) {
        let before = batch.works[index].overlay.readBytes
        let refusals = batch.works[index].merge(head, place, &batch.accounting, state, &context)
        batch.weightBytes += batch.works[index].overlay.readBytes - before
        if refusals.isEmpty { return }
        refuse(zip(refusals, elements(refusals)).map { ($0, $1) }, in: &batch, context.rules)
    }

    /// The bytes of refused elements as they stood in the upload.
    private func elements(_ refusals: [Refusal]) -> [[UInt8]?] {
        var samples: [Int] = []
        var deletions: [Int] = []
        for refusal in refusals {
            switch refusal.subject {
            case .sample(let index): samples.append(index)
            case .deletion(let index): deletions.append(index)
            case .whole: break
            }
        }
        guard let bytes = unsafe bytes else { return [] }
        let found =
            unsafe SourceRanges.ranges(of: samples, in: "samples", bytes: bytes)
            + SourceRanges.ranges(of: deletions, in: "deleted", bytes: bytes)
        return found.map { range in range.map { unsafe Array(bytes[$0]) } }
    }

    private func refuse(_ refusals: [(Refusal, [UInt8]?)], in batch: inout Batch, _ rules: Rules) {
        for (refusal, element) in refusals {
            batch.accounting.refusals[refusal.code, default: 0] += 1
            let value = unsafe element ?? bytes.map { unsafe Array($0) }
            batch.deadLetters.append(DeadLetter.record(refusal, of: place, key: key, value: value, rules: rules))
        }
    }
}
