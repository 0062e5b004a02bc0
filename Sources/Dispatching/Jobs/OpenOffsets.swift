/// The offsets of one partition that were read and are neither done with nor stored.
///
/// Each stands as its sequence, so that those of a recreated topic lie behind all others.
/// Their records must be read again after a crash, so the group's offset stays at the first of them.
struct OpenOffsets {
    /// The next offset that is expected.
    private(set) var position: Int64
    /// The offset behind the last record that this process or an earlier one has read.
    private(set) var reached: Int64
    /// The offset behind the last record that is done with or stored.
    private var closed: Int64
    private var open: Set<Int64>
    /// Open offsets in the order in which they were read, with closed ones among them.
    private var order = Fifo<Int64>()
    /// Open offsets of an earlier process that were not read again yet, ascending.
    private var unread: Fifo<Int64>

    /// Begins at the group's offset, with the progress of the last commit.
    init(from offset: Int64, _ progress: ProgressRow) {
        position = offset
        reached = max(offset, progress.reached)
        closed = progress.reached
        let open = progress.open.filter { $0 >= offset }
        self.open = Set(open)
        unread = Fifo()
        for offset in open { unread.append(offset) }
    }

    var count: Int { open.count }

    /// The offset to commit for the group.
    mutating func nextOffset() -> Int64 { min(oldest() ?? reached, unread.first ?? reached) }

    /// What the next process must know of the offsets: nothing if all closed ones lie before all open ones.
    mutating func progress() -> (reached: Int64, open: [Int64]) {
        if closed <= nextOffset() { return (0, []) }
        return (closed, open.filter { $0 < closed }.sorted())
    }

    /// Returns the first open offset that this process has read.
    mutating func oldest() -> Int64? {
        while let first = order.first, !open.contains(first) { _ = order.popFirst() }
        return order.first
    }

    /// Notes that a record was read.
    ///
    /// - Returns: Whether the record is new, or must be done again.
    mutating func read(_ offset: Int64) -> Bool {
        guard offset >= position else { return false }
        pass(to: offset)
        position = offset + 1
        if unread.first == offset {
            _ = unread.popFirst()
        } else if offset < reached {
            return false
        } else {
            open.insert(offset)
        }
        reached = max(reached, position)
        order.append(offset)
        return true
    }

    /// Notes that no record is left before an offset: those that were open are gone from the topic.
    mutating func pass(to offset: Int64) {
        while let first = unread.first, first < offset {
            open.remove(first)
            _ = unread.popFirst()
        }
        position = max(position, offset)
        reached = max(reached, offset)
    }

    /// Notes that records are done with or stored.
    mutating func close(_ offsets: [Int64]) {
        for offset in offsets {
            open.remove(offset)
            closed = max(closed, offset + 1)
        }
    }

    /// Calls `body` for the open offsets in the order in which they were read, while it returns true.
    mutating func forEach(while body: (Int64) -> Bool) {
        _ = oldest()
        order.forEach(while: { offset in !open.contains(offset) || body(offset) })
    }
}
