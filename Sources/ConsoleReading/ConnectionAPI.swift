import Health
import JSON
import Operations
package import Serving
import Store
package import Vocabulary
package import Worker

/// The console's API below `connections`: answers about single connections from the store of this process.
package struct ConnectionAPI: Sendable {
    /// The longest time of one answer, and the bytes that it may read and hold.
    private static let readMilliseconds: Int64 = 2_000
    private static let readBytes = 32 << 20

    let board: PartitionBoard
    let rules: Rules
    let zones: ZoneTable
    private let now: @Sendable () -> Int64
    /// The member of the group that has a partition of the uploads topic; see `GroupLookup`.
    package var owner: @Sendable (_ partition: Int32) -> GroupLookup.Owner? = { .init(partition: $0) }
    /// Returns the share of a partition's state that its restore has read, from 0 to 1; nil if unknown.
    package var restoredShare: @Sendable (_ partition: Int32) -> Double? = { _ in nil }
    /// Counts documents that differ from their published versions without a reason.
    package var countDiffering: @Sendable (_ documents: Int) -> Void = { _ in }

    /// Creates the API; `now` is a monotonic clock in milliseconds.
    package init(board: PartitionBoard, rules: Rules, zones: ZoneTable, now: @escaping @Sendable () -> Int64) {
        (self.board, self.rules, self.zones, self.now) = (board, rules, zones, now)
    }

    /// Answers a request below `connections`, on a thread of a reader; at most about two seconds pass.
    package func answer(_ request: ConsoleRequest) -> Page {
        do throws(ConsoleError) {
            let seen = board.snapshot
            let read = try StoreReading(seen, until: now() + Self.readMilliseconds, bytes: Self.readBytes, now: now)
            // A restore that began before the snapshot would show a part of the changelog's records.
            guard board.snapshot.partitions == seen.partitions else {
                throw ConsoleError(.busy, "the partitions of this worker have just changed: ask again")
            }
            return Page(json: try checkedBody(request, read))
        } catch {
            return error.page
        }
    }

    /// Returns the body of an answer.
    ///
    /// A reader whose budget is spent finds nothing, so that cause comes before any other error.
    private func checkedBody(_ request: ConsoleRequest, _ read: StoreReading) throws(ConsoleError) -> [UInt8] {
        do throws(ConsoleError) {
            let body = try body(request, read)
            try read.check()
            return body
        } catch {
            try read.check()
            throw error
        }
    }

    private func body(_ request: ConsoleRequest, _ read: StoreReading) throws(ConsoleError) -> [UInt8] {
        let path = request.path
        if path.count < 2 { return try search(request, read) }
        let kind = path.count > 2 ? path[2] : ""
        // The id of a document has a slash, escaped or not.
        let document = path.dropFirst(3).joined(separator: "/")
        guard path.count <= 3 || ["documents", "explain"].contains(kind) else { throw Self.notFound }
        switch (kind, path.count) {
        case (_, 2): return try overview(read.open(path[1], self), request)
        case ("days", _): return try days(read.open(path[1], self), request)
        case ("changes", _): return try changes(read.open(path[1], self), request)
        case ("documents", 3): return try documents(read.open(path[1], self), request)
        case ("documents", _): return try self.document(document, of: read.open(path[1], self), request)
        case ("explain", 4...): return try explain(document, of: read.open(path[1], self), request)
        default: throw Self.notFound
        }
    }

    private static let notFound = ConsoleError(.notFound, "there is no such path")
}

/// A connection that was found in the store.
struct OpenConnection {
    let shown: ShownConnection
    let read: StoreReading
    let partition: Int32
    /// When this process took the partition, in milliseconds since 1970.
    let sinceMilliseconds: Int64
    /// The offset of the next upload: the answer is what all uploads before it made.
    let offset: Int64
}
