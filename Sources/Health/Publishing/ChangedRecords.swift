/// One record of a document that has changed, or that an upload asks for.
struct ChangedRecord {
    var type: DataType
    var route: Route
    var id: [UInt8]
    /// Which of its records, from 1.
    var part: Int
    /// The new bytes, nil when it is gone.
    var bytes: [UInt8]?
    /// The hash of its content now, nil when it is gone.
    var hash: UInt64?
    /// The hash of its content before the commit, nil when there was none.
    var heldHash: UInt64?
    /// The uploads that had a hand in it, by number, ascending.
    var uploads: [Int]
    /// Whether it is another than before, or only asked for.
    var isChange = true
    /// Whether jobs tell of it: not of what only moves.
    var isTold = true
    /// The uploads that asked for its document to be posted, by number, ascending.
    var askedBy: [Int] = []

    /// The key of the record.
    var key: [UInt8] { part == 1 ? id : id + Array("#\(part)".utf8) }

    /// What tells it from all others of its connection.
    struct Identity: Hashable {
        let route: Route
        let key: ByteString
    }

    var identity: Identity { Identity(route: route, key: ByteString(key)) }

    /// By id and part, as records are produced; of one that moves the new before the old.
    static func ascending(_ left: ChangedRecord, _ right: ChangedRecord) -> Bool {
        if left.id != right.id { return left.id.lexicographicallyPrecedes(right.id) }
        return left.part == right.part ? left.bytes != nil && right.bytes == nil : left.part < right.part
    }
}

/// The records that one connection's part of a commit changes.
///
/// Mostly all of them come at once. Where retention freezes documents between two uploads, those of before come first:
/// what the same commit changes again is still one record, and no record when it is again what it was.
struct ChangedRecords {
    private var records: [ChangedRecord] = []
    private var indices: [ChangedRecord.Identity: Int] = [:]

    /// Adds records that differ from those of before, each key once, ascending by id and part.
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
        // What was undone names nobody.
        records[index].uploads = isAsBefore ? [] : Set(records[index].uploads + record.uploads).sorted()
    }

    /// What is not as it was before the commit, ascending by id and part.
    var inOrder: [ChangedRecord] {
        if indices.isEmpty { return records }
        return records.filter { $0.hash != $0.heldHash }.sorted(by: ChangedRecord.ascending)
    }
}

extension [ChangedRecord] {
    /// Adds to the records of a commit those that were asked for: what has changed is there, and only noted as asked for.
    mutating func add(_ answers: [ChangedRecord]) {
        var indices: [ByteString: Int] = [:]
        for (index, record) in enumerated() where record.isTold { indices[ByteString(record.key)] = index }
        var askedBy: [ByteString: [Int]] = [:]
        for answer in answers {
            askedBy[ByteString(answer.id)] = answer.askedBy
            if indices[ByteString(answer.key)] == nil { append(answer) }
        }
        // Also a part that is gone: whoever was told of it must be told.
        for index in self.indices { self[index].askedBy = askedBy[ByteString(self[index].id)] ?? [] }
        sort(by: ChangedRecord.ascending)
    }
}
