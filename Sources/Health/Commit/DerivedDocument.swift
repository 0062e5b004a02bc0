/// A document as the state of samples has it now, to be compared with what was published.
struct DerivedDocument {
    /// By which the state knows it.
    var stateKey: StateKey
    var type: DataType
    /// Its name, which follows the type and a slash in its id.
    var name: [UInt8]
    /// The document, nil when there is none any more.
    var document: Document?
    /// The key of its source, for a sleep session.
    var sourceKey: [UInt8] = []
    /// The uploads that had a hand in it, by number, ascending; there is at least one.
    var uploads: [Int]
}

extension Batch.ConnectionCommit {
    /// Compares a document with what was published, and appends the records that have changed.
    ///
    /// `encoded` is room for its bytes, used again and again.
    mutating func publish(
        _ publication: DerivedDocument,
        by encoded: inout EncodedPart,
        into records: inout [ChangedRecord],
        _ state: some PartitionState,
        _ rules: Rules
    ) {
        let held = loaded.published(at: publication.stateKey, state: state)
        if held?.isFrozen ?? false { return }
        var parts: [EncodedPart] = []
        var hashes: [UInt64] = []
        let maximum = rules.documentMaxBytes
        if let made = publication.document?.encode(into: &encoded, maximum: maximum, connection: loaded.connection) {
            parts = made
            hashes = parts.isEmpty ? [encoded.hash] : parts.map(\.hash)
        }
        let heldHashes = held?.hashes ?? []
        if hashes != heldHashes {
            let cause = cause(uploads[publication.uploads[publication.uploads.count - 1]])
            let id = Document.id(publication.type, publication.name)
            for index in 0..<max(hashes.count, heldHashes.count) {
                let hash = index < hashes.count ? hashes[index] : nil
                let heldHash = index < heldHashes.count ? heldHashes[index] : nil
                if hash == heldHash { continue }
                records.append(
                    ChangedRecord(
                        type: publication.type,
                        id: id,
                        part: index + 1,
                        bytes: hash == nil ? nil : (parts.isEmpty ? encoded : parts[index]).bytes(cause),
                        hash: hash,
                        heldHash: heldHash,
                        uploads: publication.uploads
                    )
                )
            }
        }
        let known = publication.document.map {
            PublishedDocument(
                start: $0.start,
                end: $0.end,
                firstSampleDay: $0.firstSampleDay,
                sourceKey: publication.sourceKey,
                hashes: hashes
            )
        }
        if known != held { loaded.publish(known, at: publication.stateKey, state: state) }
    }

    func cause(_ upload: Batch.AcceptedUpload) -> Attribution {
        Attribution(
            connection: loaded.connection,
            userID: upload.settings?.userID ?? upload.userID,
            collectedAt: upload.collectedAt
        )
    }
}
