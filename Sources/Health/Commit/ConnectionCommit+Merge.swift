import JSON

extension Batch.ConnectionCommit {
    /// Merges an upload into the connection's samples; gives back what of it is refused.
    mutating func merge(
        _ head: UploadHead,
        _ place: RecordPlace,
        _ accounting: inout Accounting,
        _ state: some PartitionState,
        _ context: inout Context
    ) -> RefusedElements {
        let number = uploads.count
        uploads.append(
            Batch.AcceptedUpload(
                id: head.id,
                collectedAt: head.collectedAt,
                appID: head.appID,
                userID: head.userID,
                place: place,
                settings: settings
            )
        )
        loaded.header.newestCollectedAt = max(loaded.header.newestCollectedAt, head.collectedAt)
        var refused = RefusedElements()
        delete(head.deleted, number, &accounting, &refused, state, &context)
        let zone = head.zone ?? settings?.timeZone.flatMap { context.zones.zone($0) } ?? .utc
        merge(head, number, zone, &accounting, &refused, state, &context)
        request(head, zone, number, &refused)
        settleWhatExpired(state, &context)
        return refused
    }

    private mutating func delete(
        _ deleted: Value?,
        _ number: Int,
        _ accounting: inout Accounting,
        _ refused: inout RefusedElements,
        _ state: some PartitionState,
        _ context: inout Context
    ) {
        guard var elements = deleted?.elements else { return }
        var ids: [UUID128] = []
        var index = 0
        while let element = elements.next() {
            defer { index += 1 }
            do throws(Refusal) {
                guard element.members != nil else {
                    throw Refusal(.decodingError, "A deletion must be a JSON object.")
                }
                ids.append(try UploadHead.uuid(element.field("id"), "id"))
            } catch {
                refused.add(error, of: .deleted, at: index)
            }
        }
        accounting.deletions += ids.count
        accounting.deletionsRefused += refused.count(.deleted)
        loaded.delete(ids, upload: number, state: state, context: &context)
    }

    private mutating func merge(
        _ head: UploadHead,
        _ number: Int,
        _ zone: Zone,
        _ accounting: inout Accounting,
        _ refused: inout RefusedElements,
        _ state: some PartitionState,
        _ context: inout Context
    ) {
        guard var elements = head.samples?.elements else { return }
        var reader = SampleReader(collectedAt: head.collectedAt, zone: zone)
        let horizon = Double(loaded.horizonDay(context.rules)) * Instant.day
        // Once, and not for each sample; settings do not judge what is older than they are.
        let settings = settings.flatMap { $0.judges(uploads[number].place.timestampMilliseconds) ? $0 : nil }
        var index = 0
        while let element = elements.next() {
            defer { index += 1 }
            do throws(Refusal) {
                let (sample, type) = try reader.read(element, pool: &loaded.pool, context: &context)
                if sample.start < horizon, type.document != .characteristic {
                    throw Refusal(.tooLate, "The sample starts before the horizon of retention.")
                }
                if let settings, !settings.allows(type) {
                    throw Refusal(.unauthorized, "The connection does not allow samples of this type.")
                }
                switch loaded.merge(sample, type, upload: number, state: state, context: &context) {
                case .new: accounting.new += 1
                case .duplicate: accounting.duplicates += 1
                case .replaced: accounting.replaced += 1
                case .deletedBeforeArrival: accounting.deletedBeforeArrival += 1
                }
            } catch {
                refused.add(error, of: .samples, at: index)
            }
        }
        accounting.refused += refused.count(.samples)
    }
}
