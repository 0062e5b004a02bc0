import Store

/// The changelog of one partition: transactional, compacted, and forgetful of old tombstones.
struct SimulatedLog {
    struct Entry {
        let transaction: Int
        let record: Changelog.Record
        /// When the cleaner first came by, for a tombstone.
        var cleaned: Int64?
    }

    /// How long a tombstone stays after the cleaner has come by.
    static let tombstoneMilliseconds: Int64 = 1_500

    /// What stands at each offset; nil where it was compacted away.
    private(set) var entries: [Entry?] = []

    var end: Int64 { Int64(entries.count) }

    mutating func append(_ record: Changelog.Record, _ transaction: Int) {
        entries.append(Entry(transaction: transaction, record: record))
    }

    /// Cleans up to an offset, at which no transaction is open.
    mutating func compact(upTo offset: Int, at now: Int64, isCommitted: (Int) -> Bool) {
        var last: [[UInt8]: Int] = [:]
        for index in 0..<offset {
            guard let entry = entries[index], isCommitted(entry.transaction) else { continue }
            last[entry.record.key] = index
        }
        for index in 0..<offset {
            guard let entry = entries[index] else { continue }
            if last[entry.record.key] != index || !isCommitted(entry.transaction) {
                entries[index] = nil
            } else if entry.record.value == nil {
                let cleaned = entry.cleaned ?? now
                entries[index]?.cleaned = cleaned
                if now - cleaned > Self.tombstoneMilliseconds { entries[index] = nil }
            }
        }
    }
}
