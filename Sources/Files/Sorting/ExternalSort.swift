/// Sorts any number of entries by a key and their bytes, in bounded memory.
///
/// Entries are collected in a run of some megabytes. A full run is sorted and appended to one temporary file; at the end
/// all runs are merged. An entry that is much longer than others lies in a second file, so that the merge holds a small
/// piece of each run only. Few entries never reach the disk.
///
///     var sort = ExternalSort(directory: "/tmp")
///     try sort.add(key: 7, bytes)
///     var merge = try sort.merge()
///     while try merge.next() { use(merge.key, merge.entry) }
package struct ExternalSort: ~Copyable {
    package enum Bounds {
        /// The bytes of a run, without the list of its entries.
        package static let run = 8 << 20
        /// The most entries of a run.
        static let entries = 1 << 17
        /// The longest entry within a run.
        static let entry = 32 << 10
        /// The bytes of a longer entry by which it is compared.
        static let head = 64
        /// The bytes of a longer entry within a run: its head, its place and its length.
        static let stored = head + 17
    }

    /// An entry of the current run.
    struct Mark {
        let key: Int64
        let start: Int32
        let count: Int32
    }

    /// A run in the temporary file.
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
        // At once, because an array that grows holds its bytes twice; unused pages take no memory.
        bytes.reserveCapacity(runBytes + Bounds.entry)
        marks.reserveCapacity(Bounds.entries)
    }

    /// Adds an entry, which must not be empty.
    ///
    /// The tail is its second part, so that a caller need not join the two.
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

    /// Writes a long entry into its own file, and adds its beginning and its place.
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
        // The byte before an entry, which marks a long entry, does not count.
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
        // Freed now, because the merge needs as much memory again.
        bytes = []
        marks = []
        return try SortedEntries(bytes: [], marks: [], file: file, runs: runs, longFile: longFile)
    }
}
