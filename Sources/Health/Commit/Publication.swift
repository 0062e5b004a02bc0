/// A document as the state of samples has it now, to be compared with what was published.
struct Publication {
    /// By which the state knows it.
    var place: Place
    /// Its type.
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

/// One record of a document that has changed.
struct ChangedRecord {
    /// The document's type.
    var type: DataType
    /// The document's id.
    var id: [UInt8]
    /// Which of its records, from 1.
    var part: Int
    /// The new bytes, nil when it is gone.
    var bytes: [UInt8]?
    /// The uploads that had a hand in it, by number, ascending.
    var uploads: [Int]

    /// The key of the record.
    var key: [UInt8] { part == 1 ? id : id + Array("#\(part)".utf8) }
}

extension Batch.Work {
    /// Compares a document with what was published, and appends the records that have changed.
    ///
    /// `encoded` is room for its bytes, used again and again.
    mutating func publish(
        _ publication: Publication,
        by encoded: inout EncodedPart,
        into records: inout [ChangedRecord],
        _ state: some State,
        _ rules: Rules
    ) {
        let held = overlay.published(at: publication.place, state: state)
        if held?.isFrozen ?? false { return }
        var parts: [EncodedPart] = []
        var hashes: [UInt64] = []
        let maximum = rules.documentMaxBytes
        if let made = publication.document?.encode(into: &encoded, maximum: maximum, connection: overlay.connection) {
            parts = made
            hashes = parts.isEmpty ? [encoded.hash] : parts.map(\.hash)
        }
        let heldHashes = held?.hashes ?? []
        if hashes != heldHashes {
            let cause = cause(uploads[publication.uploads[publication.uploads.count - 1]])
            let id = Document.id(publication.type, publication.name)
            for index in 0..<max(hashes.count, heldHashes.count) {
                if index < hashes.count, index < heldHashes.count, hashes[index] == heldHashes[index] { continue }
                records.append(
                    ChangedRecord(
                        type: publication.type,
                        id: id,
                        part: index + 1,
                        bytes: index < hashes.count ? (parts.isEmpty ? encoded : parts[index]).bytes(cause) : nil,
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
        if known != held { overlay.publish(known, at: publication.place, state: state) }
    }

    private func cause(_ upload: Batch.AcceptedUpload) -> Cause {
        Cause(
            connection: overlay.connection,
            userID: upload.settings?.userID ?? upload.userID,
            collectedAt: upload.collectedAt
        )
    }
}
