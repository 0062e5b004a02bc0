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
    private var last: (start: Int, count: Int) = (0, 0)

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
        if last.count > 0, lines[(last.start + 1)...].dropLast().elementsEqual(id) {
            if !isDeletion { lines[last.start] = UInt8(ascii: "+") }
            return
        }
        if last.count >= Self.documentsMax { return }
        last = (lines.count, last.count + 1)
        lines.append(isDeletion ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        lines += id
        lines.append(Self.newline)
    }

    /// The ids of the changed documents, with whether each was deleted.
    package var documents: [(id: [UInt8], isDeletion: Bool)] {
        lines.split(separator: Self.newline).map { (Array($0.dropFirst()), $0.first == UInt8(ascii: "-")) }
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.timeMilliseconds == right.timeMilliseconds && left.cause == right.cause && left.jobs == right.jobs
            && left.lines == right.lines
    }
}

/// The last changes of each connection since this process took its partition, in bounded memory.
package struct ChangeLog: Sendable {
    private struct Owner: Hashable {
        let partition: Int32
        let connection: ConnectionID
    }

    /// The changes of one connection, oldest first.
    private struct Changes {
        /// The numbers of the changes in the order of all changes.
        var numbers: [Int] = []
        var changes: [DocumentChange] = []

        mutating func removeFirst() -> Int {
            numbers.removeFirst()
            return changes.removeFirst().bytes
        }
    }

    /// The greatest number of changes of one connection.
    package static let changesMax = 100
    /// The greatest number of bytes of all changes.
    package static let bytesMax = 2 << 20

    /// The greatest number of elements of `order` that are not done.
    private static let orderMax = 2 * bytesMax / 160

    private var connections: [Owner: Changes] = [:]
    /// The connection of each change, in the order in which they came; some of the changes may be dropped already.
    private var order: [(number: Int, owner: Owner)] = []
    /// The number of leading elements of `order` that are done.
    private var done = 0
    private var count = 0
    package private(set) var bytes = 0

    package init() {}

    /// The number of changes whose order is kept, including dropped ones; bounded like `bytes`.
    package var orderCount: Int { order.count }

    /// Returns the changes of a connection, oldest first.
    package func changes(of connection: ConnectionID, _ partition: Int32) -> [DocumentChange] {
        connections[Owner(partition: partition, connection: connection)]?.changes ?? []
    }

    /// Adds a change, and drops the oldest ones if there are too many.
    package mutating func add(_ change: DocumentChange, of connection: ConnectionID, _ partition: Int32) {
        let owner = Owner(partition: partition, connection: connection)
        // Taken out of the dictionary, so that the list is not copied.
        var own = connections.removeValue(forKey: owner) ?? Changes()
        own.numbers.append(count)
        own.changes.append(change)
        bytes += change.bytes
        if own.changes.count > Self.changesMax { bytes -= own.removeFirst() }
        connections[owner] = own
        order.append((count, owner))
        count += 1
        while bytes > Self.bytesMax, done < order.count { dropOldest() }
        if done > order.count / 2 {
            order.removeFirst(done)
            done = 0
        }
        // A connection that changes all the time leaves many elements behind.
        while order.count - done > Self.orderMax { dropOldest() }
    }

    private mutating func dropOldest() {
        let (number, owner) = order[done]
        done += 1
        guard connections[owner]?.numbers.first == number, var own = connections.removeValue(forKey: owner) else {
            return
        }
        bytes -= own.removeFirst()
        if !own.changes.isEmpty { connections[owner] = own }
    }

    /// Forgets everything of a connection.
    package mutating func forget(_ connection: ConnectionID, of partition: Int32) {
        let owner = Owner(partition: partition, connection: connection)
        forget(owner)
        keepOrder { $0 != owner }
    }

    private mutating func forget(_ owner: Owner) {
        for change in connections.removeValue(forKey: owner)?.changes ?? [] { bytes -= change.bytes }
    }

    /// Forgets everything of a partition.
    package mutating func forget(partition: Int32) {
        for owner in connections.keys where owner.partition == partition { forget(owner) }
        keepOrder { $0.partition != partition }
    }

    /// Drops the elements of `order` that are done, and those of the other owners.
    private mutating func keepOrder(of isKept: (Owner) -> Bool) {
        order = order.dropFirst(done).filter { isKept($0.owner) }
        done = 0
    }
}
