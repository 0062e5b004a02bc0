/// The entries of an `ExternalSort` in ascending order.
package struct SortedEntries: ~Copyable {
    /// The next entry of one run, and the piece of the run that is in memory.
    private struct Head {
        var run: ExternalSort.Run
        var piece: [UInt8] = []
        /// The position of the next entry in the piece.
        var at = 0
        var key: Int64 = 0
        var entry: Range<Int> = 0..<0
    }

    /// The memory for the pieces of all runs, in bytes.
    private static let pieces = 8 << 20
    /// The smallest size of a piece: the longest entry, with its key and its length.
    private static let leastPiece = ExternalSort.Bounds.entry + 64

    private let bytes: [UInt8]
    private let marks: [ExternalSort.Mark]
    private var nextMark = 0
    private let file: TemporaryFile?
    private let longFile: TemporaryFile?
    /// A heap of the runs that have more entries; the run with the smallest next entry is first.
    private var heads: [Head] = []
    private let pieceBytes: Int
    private var long: [UInt8] = []
    private var isFirst = true
    /// The key of the current entry.
    package private(set) var key: Int64 = 0
    package private(set) var entry: ArraySlice<UInt8> = []

    init(
        bytes: [UInt8],
        marks: [ExternalSort.Mark],
        file: consuming TemporaryFile?,
        runs: [ExternalSort.Run],
        longFile: consuming TemporaryFile?
    ) throws(FileFailure) {
        self.bytes = bytes
        self.marks = marks
        self.file = file
        self.longFile = longFile
        pieceBytes = max(Self.leastPiece, Self.pieces / max(1, runs.count))
        for run in runs {
            var head = Head(run: run)
            if try advance(&head) { heads.append(head) }
        }
        for index in heads.indices.reversed() { sink(index) }
    }

    /// Moves to the next entry; false at the end.
    package mutating func next() throws(FileFailure) -> Bool {
        if file == nil {
            guard nextMark < marks.count else { return false }
            let mark = marks[nextMark]
            nextMark += 1
            key = mark.key
            try show(bytes[Int(mark.start)..<Int(mark.start + mark.count)])
            return true
        }
        if !isFirst, !heads.isEmpty {
            entry = []
            // Removed from the heap during the change, so that the bytes of the piece are not copied.
            var head = heads.swapRemoveFirst()
            if try advance(&head) {
                heads.append(head)
                heads.swapAt(0, heads.count - 1)
            }
            if !heads.isEmpty { sink(0) }
        }
        isFirst = false
        guard let head = heads.first else { return false }
        key = head.key
        try show(head.piece[head.entry])
        return true
    }

    private mutating func show(_ stored: ArraySlice<UInt8>) throws(FileFailure) {
        let begin = stored.startIndex
        if stored[begin] == 0 {
            entry = stored[(begin + 1)...]
            return
        }
        let numbers = Array(stored.suffix(16))
        entry = []
        try longFile?.read(
            at: Int(ExternalSort.number(numbers, at: 0)),
            most: Int(ExternalSort.number(numbers, at: 8)),
            into: &long
        )
        entry = long[...]
    }

    /// Reads the next entry of a run; false at the end of the run.
    private func advance(_ head: inout Head) throws(FileFailure) -> Bool {
        if try !fill(&head, 16) { return false }
        head.key = ExternalSort.number(head.piece, at: head.at)
        let count = Int(ExternalSort.number(head.piece, at: head.at + 8))
        if try !fill(&head, 16 + count) { return false }
        head.entry = (head.at + 16)..<(head.at + 16 + count)
        head.at += 16 + count
        return true
    }

    /// Loads bytes of the run until `count` bytes are in memory; false if the run has fewer.
    private func fill(_ head: inout Head, _ count: Int) throws(FileFailure) -> Bool {
        if head.piece.count - head.at >= count { return true }
        head.run.position -= head.piece.count - head.at
        head.at = 0
        let left = head.run.end - head.run.position
        if left < count { return false }
        try file?.read(at: head.run.position, most: min(left, pieceBytes), into: &head.piece)
        head.run.position += head.piece.count
        return head.piece.count >= count
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heads.count && isBefore(child, least) {
                least = child
            }
            if least == place { return }
            heads.swapAt(place, least)
            place = least
        }
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        if heads[left].key != heads[right].key { return heads[left].key < heads[right].key }
        let first = heads[left].piece[heads[left].entry].dropFirst()
        let second = heads[right].piece[heads[right].entry].dropFirst()
        return first.lexicographicallyPrecedes(second)
    }
}

extension Array {
    /// Removes and returns the first element by swapping it with the last element.
    fileprivate mutating func swapRemoveFirst() -> Element {
        swapAt(0, count - 1)
        return removeLast()
    }
}
