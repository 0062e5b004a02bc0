/// A record in a log, or a marker that ends a transaction there.
package struct LogRecord {
    package let offset: Int64
    package let key: [UInt8]?
    package let value: [UInt8]?
    package let headers: [(name: String, value: [UInt8]?)]
    package let timestamp: Int64
    /// Whose it is; nil for a record outside of transactions.
    let transaction: Transaction?
    let isMarker: Bool

    /// Whether a reader of what is committed is given it, once its transaction has ended.
    package var isCommitted: Bool { !isMarker && transaction?.isAborted != true }

    /// About how many bytes it takes in a batch.
    var bytes: Int {
        70 + (key?.count ?? 0) + (value?.count ?? 0)
            + headers.reduce(0) { $0 + $1.name.utf8.count + ($1.value?.count ?? 0) + 4 }
    }
}

/// A partition of a topic on the broker.
package final class PartitionLog {
    /// Ascending by offset, with holes where it was compacted.
    package private(set) var records: [LogRecord] = []
    /// The first offset that is there.
    package private(set) var start: Int64 = 0
    /// The offset that comes next.
    package private(set) var end: Int64 = 0
    /// Transactions that have records here and no marker yet, with the first of those.
    private var open: [(transaction: Transaction, first: Int64)] = []

    /// Where what may still change begins.
    package var lastStable: Int64 { open.map(\.first).min() ?? end }

    func append(
        key: [UInt8]?,
        value: [UInt8]?,
        headers: [(name: String, value: [UInt8]?)],
        timestamp: Int64,
        transaction: Transaction?
    ) -> Int64 {
        if let transaction, !open.contains(where: { $0.transaction === transaction }) {
            open.append((transaction, end))
        }
        records.append(
            LogRecord(
                offset: end,
                key: key,
                value: value,
                headers: headers,
                timestamp: timestamp,
                transaction: transaction,
                isMarker: false
            )
        )
        end += 1
        return end - 1
    }

    /// The transaction is over here; the marker takes an offset, also where it has no record.
    func mark(_ transaction: Transaction, at time: Int64) {
        open.removeAll { $0.transaction === transaction }
        records.append(
            LogRecord(
                offset: end,
                key: nil,
                value: nil,
                headers: [],
                timestamp: time,
                transaction: transaction,
                isMarker: true
            )
        )
        end += 1
    }

    /// The place of the first record at or after an offset.
    func index(notBelow offset: Int64) -> Int {
        var low = 0
        var high = records.count
        while low < high {
            let middle = (low + high) / 2
            if records[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The log cleaner: of each key what came last before an offset is kept, and tombstones until they are too old.
    func compact(before limit: Int64, tombstonesFrom oldest: Int64) {
        let limit = min(limit, lastStable)
        var last: [[UInt8]: Int64] = [:]
        for record in records where record.offset < limit && record.isCommitted {
            if let key = record.key { last[key] = record.offset }
        }
        records.removeAll { record in
            guard record.offset < limit else { return false }
            guard record.isCommitted, let key = record.key else { return true }
            return last[key] != record.offset || record.value == nil && record.timestamp < oldest
        }
    }

    /// What lies before an offset is deleted.
    package func deleteRecords(before offset: Int64) {
        start = max(start, min(offset, end))
        records.removeAll { $0.offset < start }
    }

    /// An empty log that has held records.
    package func begin(at offset: Int64) {
        if records.isEmpty { (start, end) = (offset, offset) }
    }

    /// Takes the records of another log at their offsets.
    package func copy(_ other: PartitionLog) {
        (records, start, end) = (other.records, other.start, other.end)
        open = []
    }

    /// The newest records are lost, as after an election of a leader that lacked them.
    package func truncate(to offset: Int64) {
        end = max(start, offset)
        records.removeAll { $0.offset >= end }
        open.removeAll { $0.first >= end }
    }
}
