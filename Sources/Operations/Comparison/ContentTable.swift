/// The identity of one record of a document, as hashes.
///
/// A record has the same hashes under both prefixes.
struct RecordMark: Equatable {
    /// A hash of connection and document id; never 0, and equal for all records of a document.
    let document: UInt64
    /// The high 24 bits are a hash of connection, document id and part; the low 8 bits are the number of the data type.
    let record: UInt32

    var type: UInt8 { UInt8(truncatingIfNeeded: record) }
}

/// A table with two content hashes for each document record, one for each prefix.
///
/// The hash table uses open addressing. A record takes 32 bytes, and at most 53 bytes with its share of free slots.
/// Each shard grows on its own, so this bound also holds while a shard grows. The slot depends only on the document's
/// hash, so the records of one document are close together.
struct ContentTable: ~Copyable {
    private struct Entry {
        var mark = RecordMark(document: 0, record: 0)
        /// The number of the topic that contains the record.
        var topics = Sides<UInt16>(live: 0, other: 0)
        /// The hashes of the record's contents; 0 if a side does not have the record.
        var contents = Sides<UInt64>(live: 0, other: 0)

        var isFree: Bool { mark.document == 0 }
        var isEmpty: Bool { contents.live == 0 && contents.other == 0 }
    }

    /// A record that also exists in a second topic, because its document moved from one topic to another.
    private struct Elsewhere: Hashable {
        let document: UInt64
        let record: UInt32
        let topic: UInt16
    }

    private static let shardBits: UInt64 = 8
    private static let leastCapacity = 16

    private var shards: [[Entry]] = Array(repeating: [], count: 1 << Int(shardBits))
    private var counts: [Int] = Array(repeating: 0, count: 1 << Int(shardBits))
    private var elsewhere: [Elsewhere: UInt64] = [:]

    /// The memory that the table uses.
    var byteCount: Int { shards.reduce(0) { $0 + $1.capacity * MemoryLayout<Entry>.stride } }

    /// Stores the newest content of a record in a topic; nil for a tombstone.
    ///
    /// A tombstone in one topic does not remove a record that moved to another topic, whichever topic is read first.
    mutating func note(_ mark: RecordMark, _ side: Side, topic: UInt16, content: UInt64?) {
        let place = place(of: mark)
        let content = content.map { $0 == 0 ? 1 : $0 } ?? 0
        let owner = shards[place.shard][place.index].topics[side]
        let key = Elsewhere(document: mark.document, record: mark.record, topic: topic)
        if owner == 0 || owner == topic {
            // The record may have been noted in `elsewhere` while another topic still owned the slot.
            if !elsewhere.isEmpty { elsewhere[key] = nil }
            shards[place.shard][place.index].topics[side] = topic
            shards[place.shard][place.index].contents[side] = content
        } else {
            elsewhere[key] = content == 0 ? nil : content
        }
    }

    /// Ends the first pass over one side.
    ///
    /// A record that is deleted in its own topic gets the content from its second topic.
    mutating func settle(_ side: Side) {
        for (key, content) in elsewhere {
            let place = place(of: RecordMark(document: key.document, record: key.record))
            if shards[place.shard][place.index].contents[side] == 0 {
                shards[place.shard][place.index].contents[side] = content
            }
        }
        elsewhere = [:]
    }

    /// Returns the content hash of a record; nil if the side does not have it.
    func content(of mark: RecordMark, _ side: Side) -> UInt64? {
        var found: UInt64 = 0
        visit(mark.document) { if $0.mark == mark { found = $0.contents[side] } }
        return found == 0 ? nil : found
    }

    /// Compares the hashes of all records of a document.
    func verdict(of document: UInt64) -> DocumentVerdict {
        var verdict = DocumentVerdict()
        visit(document) { verdict.add($0.contents) }
        return verdict
    }

    /// Calls `body` once for each document, with the number of its data type.
    func eachDocument(_ body: (_ document: UInt64, _ type: UInt8, _ verdict: DocumentVerdict) -> Void) {
        for shard in shards.indices {
            for index in shards[shard].indices where !shards[shard][index].isFree {
                let mark = shards[shard][index].mark
                // Each slot contains one record. A document with several records is reported once, at its first record.
                var first: RecordMark?
                var verdict = DocumentVerdict()
                visit(mark.document) { entry in
                    if first == nil { first = entry.mark }
                    verdict.add(entry.contents)
                }
                if first == mark { body(mark.document, mark.type, verdict) }
            }
        }
    }

    /// Calls `body` for each record of a document.
    private func visit(_ document: UInt64, _ body: (Entry) -> Void) {
        let shard = Self.shard(of: document)
        let capacity = shards[shard].count
        if capacity == 0 { return }
        var index = Self.home(of: document, capacity)
        while !shards[shard][index].isFree {
            if shards[shard][index].mark.document == document { body(shards[shard][index]) }
            index = index + 1 == capacity ? 0 : index + 1
        }
    }

    /// Returns the slot of a record, and inserts the record if it is missing.
    private mutating func place(of mark: RecordMark) -> (shard: Int, index: Int) {
        let shard = Self.shard(of: mark.document)
        if (counts[shard] + 1) * 20 > shards[shard].count * 17 { grow(shard) }
        let capacity = shards[shard].count
        var index = Self.home(of: mark.document, capacity)
        while !shards[shard][index].isFree {
            if shards[shard][index].mark == mark { return (shard, index) }
            index = index + 1 == capacity ? 0 : index + 1
        }
        shards[shard][index].mark = mark
        counts[shard] += 1
        return (shard, index)
    }

    /// Enlarges a shard to 1.65 times its live records, and drops records that exist on neither side.
    private mutating func grow(_ shard: Int) {
        let old = shards[shard].filter { !$0.isFree && !$0.isEmpty }
        let capacity = max(Self.leastCapacity, old.count * 33 / 20)
        shards[shard] = Array(repeating: Entry(), count: capacity)
        counts[shard] = old.count
        for entry in old {
            var index = Self.home(of: entry.mark.document, capacity)
            while !shards[shard][index].isFree { index = index + 1 == capacity ? 0 : index + 1 }
            shards[shard][index] = entry
        }
    }

    private static func shard(of document: UInt64) -> Int { Int(document >> (64 - shardBits)) }

    private static func home(of document: UInt64, _ capacity: Int) -> Int {
        Int((document << shardBits).multipliedFullWidth(by: UInt64(capacity)).high)
    }
}
