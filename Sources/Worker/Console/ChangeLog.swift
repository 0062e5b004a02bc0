package import Vocabulary

/// A change of a connection's documents in one commit, caused by one upload or by changed rules.
package struct DocumentChange: Sendable, Equatable {
    /// Why the documents changed.
    package enum Cause: Hashable, Sendable {
        /// The id of the upload as text.
        case upload([UInt8])
        /// The worker derived them again, because options or settings changed.
        case rules
        /// Only webhook jobs were written.
        case unknown
    }

    /// The time of the commit, in milliseconds since 1970.
    package let timeMilliseconds: Int64
    package let cause: Cause
    /// The number of webhook jobs.
    package internal(set) var jobs = 0
    /// The documents: a line each, with `+` or `-` before the id.
    private var lines: [UInt8] = []
    /// The position of the last line, and the number of lines.
    private var (lastStart, count) = (0, 0)

    /// The greatest number of documents that are listed for one change.
    private static let documentsMax = 2_000
    private static let newline = UInt8(ascii: "\n")

    init(_ cause: Cause, atMilliseconds time: Int64) {
        self.cause = cause
        timeMilliseconds = time
    }

    /// The approximate number of bytes in memory.
    var bytes: Int { 160 + lines.count }

    /// Adds a changed record; the records of one document must follow each other.
    ///
    /// A document counts as deleted only if no record of it was written.
    mutating func add(_ id: ArraySlice<UInt8>, isDeletion: Bool) {
        if count > 0, lines[(lastStart + 1)...].dropLast().elementsEqual(id) {
            if !isDeletion { lines[lastStart] = UInt8(ascii: "+") }
            return
        }
        if count >= Self.documentsMax { return }
        (lastStart, count) = (lines.count, count + 1)
        lines.append(isDeletion ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        lines += id
        lines.append(Self.newline)
    }

    /// The ids of the changed documents, with whether each was deleted.
    package var documents: [(id: [UInt8], isDeletion: Bool)] {
        lines.split(separator: Self.newline).map { (Array($0.dropFirst()), $0.first == UInt8(ascii: "-")) }
    }
}

/// The last changes of each connection since this process took its partition, in bounded memory.
package struct ChangeLog: Sendable {
    private struct Owner: Hashable {
        let partition: Int32
        let connection: ConnectionID
    }

    /// The changes of some time.
    private struct Generation {
        /// The changes of each connection, oldest first.
        var changes: [Owner: [DocumentChange]] = [:]
        var bytes = 0

        mutating func add(_ change: DocumentChange, of owner: Owner) {
            bytes += change.bytes
            changes[owner, default: []].append(change)
            if let first = changes[owner]?.first, changes[owner]?.count ?? 0 > ChangeLog.changesMax {
                bytes -= first.bytes
                changes[owner]?.removeFirst()
            }
        }

        mutating func forget(_ owner: Owner) {
            for change in changes.removeValue(forKey: owner) ?? [] { bytes -= change.bytes }
        }
    }

    /// The greatest number of changes of one connection.
    package static let changesMax = 100
    /// The greatest number of bytes of all changes.
    package static let bytesMax = 2 << 20

    /// The newer half of the memory; when it is full, it becomes the older half, whose changes are dropped.
    private var newer = Generation()
    private var older = Generation()

    package init() {}

    package var bytes: Int { newer.bytes + older.bytes }

    /// Returns the changes of a connection, oldest first.
    package func changes(of connection: ConnectionID, _ partition: Int32) -> [DocumentChange] {
        let owner = Owner(partition: partition, connection: connection)
        return ((older.changes[owner] ?? []) + (newer.changes[owner] ?? [])).suffix(Self.changesMax)
    }

    /// Adds a change, and drops older ones if there are too many.
    package mutating func add(_ change: DocumentChange, of connection: ConnectionID, _ partition: Int32) {
        if newer.bytes + change.bytes > Self.bytesMax / 2 { (older, newer) = (newer, Generation()) }
        newer.add(change, of: Owner(partition: partition, connection: connection))
    }

    /// Forgets everything of a connection.
    package mutating func forget(_ connection: ConnectionID, of partition: Int32) {
        let owner = Owner(partition: partition, connection: connection)
        newer.forget(owner)
        older.forget(owner)
    }

    /// Forgets everything of a partition.
    package mutating func forget(partition: Int32) {
        for owner in newer.changes.keys where owner.partition == partition { newer.forget(owner) }
        for owner in older.changes.keys where owner.partition == partition { older.forget(owner) }
    }
}
