/// The offsets of one partition whose records were read and are neither finished nor stored.
///
/// Each offset is kept as a sequence, so that offsets of a recreated topic are greater than all earlier ones. After a
/// crash, the records at open offsets must be read again. So the group's offset stays at the first open offset.
struct OpenOffsets {
    /// The next offset that is expected.
    private(set) var position: Int64
    /// The offset after the last record that this process or an earlier one has read.
    private(set) var reached: Int64
    /// The offset after the last record that is finished or stored.
    private var closed: Int64
    private var open: Set<Int64>
    /// The offsets in the order in which they were read; closed offsets are removed only at the front.
    private var order = Fifo<Int64>()
    /// The open offsets of an earlier process that this process has not read yet, ascending.
    private var unread: Fifo<Int64>

    /// Begins at the group's offset, with the committed progress.
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

    /// Returns the offset to commit for the group.
    mutating func nextOffset() -> Int64 { min(oldest() ?? reached, unread.first ?? reached) }

    /// Returns the offsets that the next process needs: none if all finished or stored records precede all open ones.
    mutating func progress() -> (reached: Int64, open: [Int64]) {
        if closed <= nextOffset() { return (0, []) }
        return (closed, open.filter { $0 < closed }.sorted())
    }

    /// Returns the first open offset that this process has read.
    mutating func oldest() -> Int64? {
        while let first = order.first, !open.contains(first) { _ = order.popFirst() }
        return order.first
    }

    /// Adds a read offset, and returns whether its record is new or was left unfinished by an earlier process.
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

    /// Skips to an offset; unread records before the offset were deleted from the topic.
    mutating func pass(to offset: Int64) {
        while let first = unread.first, first < offset {
            open.remove(first)
            _ = unread.popFirst()
        }
        position = max(position, offset)
        reached = max(reached, offset)
    }

    /// Removes the offsets of records that are finished or stored.
    mutating func close(_ offsets: [Int64]) {
        for offset in offsets {
            open.remove(offset)
            closed = max(closed, offset + 1)
        }
    }

    /// Calls `body` for each open offset, in the order in which they were read, until it returns false.
    mutating func forEach(while body: (Int64) -> Bool) {
        _ = oldest()
        order.forEach(while: { offset in !open.contains(offset) || body(offset) })
    }
}
