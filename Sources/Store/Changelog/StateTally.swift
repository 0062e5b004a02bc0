package import Vocabulary

/// Counters of the output of a replay, over all its runs.
///
/// The counters are committed with the state and the offsets, so that they are exact even after a crash.
package struct StateTally: Hashable, Sendable {
    /// The number of records that upsert documents.
    package var documents = 0
    package var tombstones = 0
    package var jobs = 0
    /// The time spent on the partition.
    package var milliseconds: Int64 = 0
    package var accounting = Accounting()

    package init() {}

    /// Adds the output of a commit.
    package mutating func add(_ records: [OutputRecord], _ counts: Accounting) {
        accounting += counts
        for record in records {
            switch record.kind {
            case .document where record.value == nil: tombstones += 1
            case .document: documents += 1
            case .job: jobs += 1
            case .deadLetter: break
            }
        }
    }
}

/// The encoding: the number of counters, then the name and the value of each counter.
///
/// Counters that are 0 are left out. Unknown names are ignored.
extension StateTally {
    private static let refused = "refused/"

    private var counts: [(name: String, count: Int64)] {
        let own: [(String, Int64)] = [
            ("documents", Int64(documents)), ("tombstones", Int64(tombstones)), ("jobs", Int64(jobs)),
            ("milliseconds", milliseconds),
        ]
        let accounted = (Accounting.uploadCounts + Accounting.sampleCounts).map { name, path in
            ("accounting/\(name)", Int64(accounting[keyPath: path]))
        }
        let refusals = accounting.refusals.map { ("\(Self.refused)\($0.key.rawValue)", Int64($0.value)) }
        return (own + accounted + refusals.sorted { $0.0 < $1.0 }).filter { $0.1 != 0 }
    }

    var bytes: [UInt8] {
        let counts = counts
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt16(clamping: counts.count))
        for (name, count) in counts {
            bytes.append(UInt8(clamping: name.utf8.count))
            bytes += Array(name.utf8)
            bytes.appendBigEndian(UInt64(bitPattern: count))
        }
        return bytes
    }

    /// Decodes a tally; nil if the bytes are damaged.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
            Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        guard let count = take(2) else { return nil }
        for _ in 0..<number(count) {
            guard let length = take(1)?.first, let name = take(Int(length)), let count = take(8).map(number) else {
                return nil
            }
            // The limit prevents an overflow in later additions.
            guard (0...1 << 48).contains(count) else { return nil }
            set(String(decoding: name, as: UTF8.self), count)
        }
        if !rest.isEmpty { return nil }
    }

    private mutating func set(_ name: String, _ count: Int64) {
        let number = Int(clamping: count)
        switch name {
        case "documents": documents = number
        case "tombstones": tombstones = number
        case "jobs": jobs = number
        case "milliseconds": milliseconds = count
        case _ where name.hasPrefix(Self.refused):
            guard let code = RefusalCode(rawValue: String(name.dropFirst(Self.refused.count))) else { return }
            accounting.refusals[code] = number
        default:
            let known = (Accounting.uploadCounts + Accounting.sampleCounts).first { "accounting/\($0.name)" == name }
            if let known { accounting[keyPath: known.path] = number }
        }
    }
}
