/// Sorts any number of entries by a key and their bytes, in bounded memory.
///
/// Entries are collected in memory. When they exceed `Bounds.run`, they are sorted and appended to a temporary file as
/// one run; `merge` merges all runs. Entries longer than `Bounds.entry` are stored in a second file, so that the merge
/// needs only a small piece of each run in memory.
///
///     var sort = ExternalSort(directory: "/tmp")
///     try sort.add(key: 7, bytes)
///     var merge = try sort.merge()
///     while try merge.next() { use(merge.key, merge.entry) }
package struct ExternalSort: ~Copyable {
    package enum Bounds {
        /// The size of a run in bytes, without the list of its entries.
        package static let run = 8 << 20
        /// The largest number of entries in a run.
        static let entries = 1 << 17
        /// The size in bytes above which an entry is stored in the second file.
        static let entry = 32 << 10
        /// The number of first bytes by which longer entries are compared.
        static let head = 64
        /// The number of bytes of a longer entry in a run: a flag, its head, its position and its length.
        static let stored = head + 17
    }

    /// An entry of the current run.
    struct Mark {
        let key: Int64
        let start: Int32
        let count: Int32
    }

    /// The byte range of a run in the temporary file.
    struct Run {
        var position: Int
        let end: Int
    }

    private let directory: String
    private let runBytes: Int
    private var bytes: [UInt8] = []
    private var marks: [Mark] = []
    private var runs: [Run] = []
    private var file: TemporaryFile?
    private var longFile: TemporaryFile?
    /// The number of bytes in temporary files.
    package private(set) var temporaryBytes = 0

    /// Creates a sort with temporary files in this folder.
    package init(directory: String, runBytes: Int = Bounds.run) {
        self.directory = directory
        self.runBytes = runBytes
        // Reserved now, because an array needs twice its memory while it grows. Unused pages need no memory.
        bytes.reserveCapacity(runBytes + Bounds.entry)
        marks.reserveCapacity(Bounds.entries)
    }

    /// Adds the bytes of `entry` and `tail` as one entry, which must not be empty.
    package mutating func add(key: Int64, _ entry: ArraySlice<UInt8>, tail: [UInt8] = []) throws(FileFailure) {
        let count = entry.count + tail.count
        let isLong = count > Bounds.entry
        let stored = isLong ? Bounds.stored : count
        if !marks.isEmpty, bytes.count + stored > runBytes || marks.count == Bounds.entries { try endRun() }
        let start = bytes.count
        if isLong {
            try addLong(entry, tail)
        } else {
            bytes.append(0)
            bytes.append(contentsOf: entry)
            bytes.append(contentsOf: tail)
        }
        marks.append(Mark(key: key, start: Int32(start), count: Int32(bytes.count - start)))
    }

    /// Writes a long entry to the second file, and adds its first bytes and its position to the run.
    private mutating func addLong(_ entry: ArraySlice<UInt8>, _ tail: [UInt8]) throws(FileFailure) {
        if longFile == nil { longFile = try TemporaryFile(in: directory) }
        let position = longFile?.count ?? 0
        try longFile?.write(entry)
        try longFile?.write(tail[...])
        let count = entry.count + tail.count
        temporaryBytes += count
        bytes.append(1)
        bytes.append(contentsOf: entry.prefix(Bounds.head))
        Self.append(Int64(position), to: &bytes)
        Self.append(Int64(count), to: &bytes)
    }

    private mutating func sortRun() {
        unsafe bytes.withUnsafeBytes { base in
            marks.sort { left, right in
                if left.key != right.key { return left.key < right.key }
                return unsafe Self.isBefore(base, left, right)
            }
        }
    }

    private static func isBefore(_ base: UnsafeRawBufferPointer, _ left: Mark, _ right: Mark) -> Bool {
        // The first byte is not compared: it only tells long entries from short ones.
        let (first, second) = (Int(left.count) - 1, Int(right.count) - 1)
        for index in 0..<min(first, second) {
            let pair = unsafe (base[Int(left.start) + 1 + index], base[Int(right.start) + 1 + index])
            if pair.0 != pair.1 { return pair.0 < pair.1 }
        }
        return first < second
    }

    /// Appends the sorted run to the temporary file.
    private mutating func endRun() throws(FileFailure) {
        sortRun()
        if file == nil { file = try TemporaryFile(in: directory) }
        let position = file?.count ?? 0
        var piece: [UInt8] = []
        for mark in marks {
            Self.append(mark.key, to: &piece)
            Self.append(Int64(mark.count), to: &piece)
            piece.append(contentsOf: bytes[Int(mark.start)..<Int(mark.start + mark.count)])
            if piece.count > 1 << 20 {
                try file?.write(piece[...])
                piece.removeAll(keepingCapacity: true)
            }
        }
        try file?.write(piece[...])
        let end = file?.count ?? 0
        temporaryBytes += end - position
        runs.append(Run(position: position, end: end))
        bytes.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
    }

    static func append(_ number: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: number)
        for _ in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    static func number(_ bytes: borrowing [UInt8], at place: Int) -> Int64 {
        var number: UInt64 = 0
        for index in 0..<8 { number |= UInt64(bytes[place + index]) << UInt64(8 * index) }
        return Int64(bitPattern: number)
    }

    /// Ends the input, and returns its entries in ascending order.
    package consuming func merge() throws(FileFailure) -> SortedEntries {
        if runs.isEmpty {
            sortRun()
            return try SortedEntries(bytes: bytes, marks: marks, file: file, runs: [], longFile: longFile)
        }
        if !marks.isEmpty { try endRun() }
        // Freed now, because the merge allocates the same amount of memory.
        bytes = []
        marks = []
        return try SortedEntries(bytes: [], marks: [], file: file, runs: runs, longFile: longFile)
    }
}
