import Vocabulary

/// One record of a document that has changed, or that an upload requests for the webhook.
struct ChangedRecord {
    var type: DataType
    var formRoute: FormRoute
    var id: [UInt8]
    /// The number of the record within its document, from 1.
    var part: Int
    /// The new value; nil if the record is deleted.
    var bytes: [UInt8]?
    /// The hash of the new content; nil if the record is deleted.
    var hash: UInt64?
    /// The hash of the content before the commit; nil if the record is new.
    var heldHash: UInt64?
    /// The uploads that caused the change, as ascending indices of `Publication.causes`.
    var uploads: [Int]
    /// Whether the content changed; false if an upload only requested the record.
    var isChange = true
    /// Whether webhook jobs include the record; false for forms, and if the record only moves to another topic.
    var isReported = true
    /// The uploads that requested the document, as ascending indices of `Publication.causes`.
    var askedBy: [Int] = []

    /// The record's key within its connection: the document id, and from part 2 on also `#` and the part number.
    var key: [UInt8] { part == 1 ? id : id + Array("#\(part)".utf8) }

    /// The identity of a record within its connection.
    struct Identity: Hashable {
        let formRoute: FormRoute
        let key: ByteString
    }

    var identity: Identity { Identity(formRoute: formRoute, key: ByteString(key)) }

    /// Orders records by id, form and part, in the order of producing; a Fork document comes before its forms.
    ///
    /// If a record moves to another topic, the new version comes before the deletion of the old one.
    static func ascending(_ left: ChangedRecord, _ right: ChangedRecord) -> Bool {
        if left.id != right.id { return left.id.lexicographicallyPrecedes(right.id) }
        if left.formRoute.form != right.formRoute.form {
            return left.formRoute.form ?? "" < right.formRoute.form ?? ""
        }
        return left.part == right.part ? left.bytes != nil && right.bytes == nil : left.part < right.part
    }
}

/// The changed records of one connection in one commit.
///
/// Usually one call of `add` adds all records. If retention freezes documents between two uploads, `add` is called
/// again. Two changes of one record are then merged. The record is dropped if its content is the same as before the
/// commit.
struct ChangedRecords {
    private var records: [ChangedRecord] = []
    private var indices: [ChangedRecord.Identity: Int] = [:]

    /// Adds changed records, which must have distinct identities and be in the order of producing.
    mutating func add(_ new: [ChangedRecord]) {
        if records.isEmpty {
            records = new
            return
        }
        if indices.isEmpty { for (index, record) in records.enumerated() { indices[record.identity] = index } }
        for record in new {
            if let index = indices[record.identity] {
                change(index, to: record)
            } else {
                indices[record.identity] = records.count
                records.append(record)
            }
        }
    }

    private mutating func change(_ index: Int, to record: ChangedRecord) {
        let isAsBefore = record.hash == records[index].heldHash
        records[index].hash = record.hash
        records[index].bytes = isAsBefore ? nil : record.bytes
        // If a change was undone, it has no cause.
        records[index].uploads = isAsBefore ? [] : Set(records[index].uploads + record.uploads).sorted()
    }

    /// The records whose content differs from the content before the commit, in the order of producing.
    var inOrder: [ChangedRecord] {
        if indices.isEmpty { return records }
        return records.filter { $0.hash != $0.heldHash }.sorted(by: ChangedRecord.ascending)
    }
}

extension [ChangedRecord] {
    /// Adds records that uploads requested, and sets `askedBy` of changed records that uploads requested too.
    mutating func add(_ answers: [ChangedRecord]) {
        var indices: [ByteString: Int] = [:]
        for (index, record) in enumerated() where record.isReported { indices[ByteString(record.key)] = index }
        var askedBy: [ByteString: [Int]] = [:]
        for answer in answers {
            askedBy[ByteString(answer.id)] = answer.askedBy
            if indices[ByteString(answer.key)] == nil { append(answer) }
        }
        // Deleted parts get `askedBy` too, because a receiver that has the part must get the deletion.
        for index in self.indices { self[index].askedBy = askedBy[ByteString(self[index].id)] ?? [] }
        sort(by: ChangedRecord.ascending)
    }
}
