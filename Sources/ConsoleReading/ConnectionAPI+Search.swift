import Health
import JSON
import Serving
import Store
import Vocabulary
import Worker

/// Searching connections by the beginning of their ids.
extension ConnectionAPI {
    private static let usualLimit = 50
    private static let greatestLimit = 200

    func search(_ request: ConsoleRequest, _ read: StoreReading) throws(ConsoleError) -> [UInt8] {
        let given = try request.parameters("prefix", "after", "limit")
        let limit = try Parameter.limit(given["limit"], usual: Self.usualLimit, greatest: Self.greatestLimit)
        let prefix = Array((given["prefix"] ?? "").utf8)
        var start = prefix
        if let after = given["after"] {
            guard let last = ConnectionID(Array(after.utf8)) else {
                throw Parameter.wrong("after", "the id of a connection")
            }
            // The least id after it: no id has a character as low as 1.
            let next = last.bytes + [1]
            if prefix.lexicographicallyPrecedes(next) { start = next }
        }
        let found = Merge(read.stores, from: start, prefix: prefix).first(limit + 1)
        let shown = found.prefix(limit)
        let elsewhere = given["after"] == nil ? ConnectionID(prefix).flatMap { place(of: $0, read) } : nil
        return Writer.object { writer in
            writer.objects("connections", shown) { row, writer in
                writer.member("id", row.connection.string)
                writer.member("partition", row.partition)
                writer.member("collected_at", text: row.collectedAt.map { Instant.text($0) })
            }
            if found.count > limit, let last = shown.last { writer.member("next", last.connection.string) }
            writer.member("skipped") { skipped(read, into: &$0) }
            elsewhere?.write(into: &writer)
        }
    }

    /// Writes the partitions of this process whose connections cannot be searched.
    private func skipped(_ read: StoreReading, into writer: inout Writer) {
        let partitions = read.board.partitions.filter { $0.value.phase != .serving }.sorted { $0.key < $1.key }
        writer.array(partitions) { one, writer in
            writer.object { writer in
                writer.member("partition", one.key)
                writer.member("state", one.value.phase == .restoring ? "restoring" : "leftAlone")
            }
        }
    }

    /// Returns the worker that has a connection which is not here; nil if it is here, or if nobody has its partition.
    private func place(of connection: ConnectionID, _ read: StoreReading) -> GroupLookup.Owner? {
        let partition = read.expected(connection)
        if read.board.partitions[partition] != nil || read.store(of: connection) != nil { return nil }
        return owner(partition)
    }
}

/// The connections of several partitions in the order of their ids.
private struct Merge {
    struct Row {
        let connection: ConnectionID
        let partition: Int32
        let collectedAt: Double?
    }

    private let stores: [SnapshotStore]
    private let prefix: [UInt8]
    /// The next connection of each store; nil at the end of the store.
    private var next: [Row?]

    init(_ stores: [SnapshotStore], from start: [UInt8], prefix: [UInt8]) {
        self.stores = stores
        self.prefix = prefix
        next = stores.map { Self.row($0, from: start, prefix) }
    }

    /// Returns the first connections; only the store of the last one is read again for each.
    consuming func first(_ count: Int) -> [Row] {
        var rows: [Row] = []
        while rows.count < count {
            var least: (index: Int, row: Row)?
            for (index, row) in next.enumerated() {
                guard let row else { continue }
                if least.map({ row.connection < $0.row.connection }) ?? true { least = (index, row) }
            }
            guard let (index, row) = least else { break }
            rows.append(row)
            next[index] = Self.row(stores[index], from: row.connection.bytes + [1], prefix)
        }
        return rows
    }

    private static func row(_ store: SnapshotStore, from start: [UInt8], _ prefix: [UInt8]) -> Row? {
        guard let (connection, first) = store.firstConnection(from: start), connection.bytes.starts(with: prefix) else {
            return nil
        }
        let isSummary = first.stateKey == StateKey(.summary)
        let collectedAt = isSummary ? ShownConnection.collectedAt(inSummary: first.bytes) : nil
        return Row(connection: connection, partition: store.partition, collectedAt: collectedAt)
    }
}
