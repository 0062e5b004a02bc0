/// Which record of which document, as hashes that are the same under both prefixes.
struct RecordMark: Equatable {
    /// Of connection and document id; never 0, and the same for all records of a document.
    let document: UInt64
    /// Of the same and the part, 24 bits, and below them the number of the document's type.
    let record: UInt32

    var type: UInt8 { UInt8(truncatingIfNeeded: record) }
}

/// What lies under two prefixes: of each record of a document a hash of its content on either side.
///
/// It is a table with open addresses in shards that grow by themselves, so that it takes 32 bytes a record, at most 53
/// with the room that it keeps free, also while it grows. Records of one document lie near each other: where a record is
/// follows from the document's hash alone.
struct ContentTable: ~Copyable {
    private struct Entry {
        var mark = RecordMark(document: 0, record: 0)
        /// The topic that has the record, by its number.
        var topics = Sides<UInt16>(live: 0, other: 0)
        /// Hashes of contents; 0 where there is none.
        var contents = Sides<UInt64>(live: 0, other: 0)

        var isFree: Bool { mark.document == 0 }
        var isEmpty: Bool { contents.live == 0 && contents.other == 0 }
    }

    /// A record that is in another topic too, from which it has moved or is about to.
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

    /// How many bytes the table takes.
    var byteCount: Int { shards.reduce(0) { $0 + $1.capacity * MemoryLayout<Entry>.stride } }

    /// Notes the newest content of a record in a topic; nil for one that is gone.
    ///
    /// A tombstone in one topic does not take away what has moved to another, whichever of the two is read first.
    mutating func note(_ mark: RecordMark, _ side: Side, topic: UInt16, content: UInt64?) {
        let place = place(of: mark)
        let content = content.map { $0 == 0 ? 1 : $0 } ?? 0
        let owner = shards[place.shard][place.index].topics[side]
        let key = Elsewhere(document: mark.document, record: mark.record, topic: topic)
        if owner == 0 || owner == topic {
            // It may have been there before what owned the place was gone.
            if !elsewhere.isEmpty { elsewhere[key] = nil }
            shards[place.shard][place.index].topics[side] = topic
            shards[place.shard][place.index].contents[side] = content
        } else {
            elsewhere[key] = content == 0 ? nil : content
        }
    }

    /// All topics of a side are read: what is gone from one may be in another.
    mutating func settle(_ side: Side) {
        for (key, content) in elsewhere {
            let place = place(of: RecordMark(document: key.document, record: key.record))
            if shards[place.shard][place.index].contents[side] == 0 {
                shards[place.shard][place.index].contents[side] = content
            }
        }
        elsewhere = [:]
    }

    /// The content that counts of a record; nil for what is not there.
    func content(of mark: RecordMark, _ side: Side) -> UInt64? {
        var found: UInt64 = 0
        visit(mark.document) { if $0.mark == mark { found = $0.contents[side] } }
        return found == 0 ? nil : found
    }

    /// What the hashes say of a document.
    func verdict(of document: UInt64) -> DocumentVerdict {
        var verdict = DocumentVerdict()
        visit(document) { verdict.add($0.contents) }
        return verdict
    }

    /// Passes each document once, with the number of its type and what the hashes say.
    func eachDocument(_ body: (_ document: UInt64, _ type: UInt8, _ verdict: DocumentVerdict) -> Void) {
        for shard in shards.indices {
            for index in shards[shard].indices where !shards[shard][index].isFree {
                let mark = shards[shard][index].mark
                // The first of a document's records stands for all.
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

    /// Passes the records of a document.
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

    /// Where a record is, which gets a place if it has none.
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

    /// Gives a shard half as much room again, and lets go of what is in it no more.
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
