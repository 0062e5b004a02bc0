/// Samples of an export as bytes that can be sorted, each with the time it starts.
///
/// An entry is compact, because all entries stay in temporary files until the whole export is read. Equal samples have
/// equal first bytes, so that they are neighbors after the sort.
package struct Entries {
    package struct Mark {
        /// The start of the sample, in milliseconds since 2001.
        package let start: Int64
        package let range: Range<Int>
        /// The rest of an entry that would be expensive to copy, such as the points of a route.
        package let tail: [UInt8]
    }

    /// The capacity above which the memory of a long entry is freed.
    private static let usualBytes = 2 << 20

    package private(set) var bytes: [UInt8] = []
    package private(set) var marks: [Mark] = []

    /// Appends the entry that the body writes.
    mutating func append(start: Int64, tail: [UInt8] = [], _ write: (inout [UInt8]) -> Void) {
        let begin = bytes.count
        write(&bytes)
        marks.append(Mark(start: start, range: begin..<bytes.count, tail: tail))
    }

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: bytes.count < Self.usualBytes)
        marks.removeAll(keepingCapacity: true)
    }
}

/// Functions that append and read the parts of an entry.
enum EntryBytes {
    /// The first byte of an entry.
    enum Kind {
        /// A quantity or category sample in parts: its id depends on the number of equal samples before it.
        static let listed: UInt8 = 1
        /// A sample with its id, as JSON.
        static let whole: UInt8 = 2
    }

    /// The byte after those parts of a listed sample from which its id is derived.
    enum Place {
        /// The id of the workout follows.
        static let inWorkout: UInt8 = 1
        static let outside: UInt8 = 2
    }

    @inline(__always)
    static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        var rest = UInt64(truncatingIfNeeded: number)
        for _ in 0..<MemoryLayout.size(ofValue: number) {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Reads a number, and moves the position after it.
    @inline(__always)
    static func number<Number: FixedWidthInteger>(_: Number.Type, in bytes: ArraySlice<UInt8>, at place: inout Int)
        -> Number
    {
        var value: UInt64 = 0
        let count = MemoryLayout<Number>.size
        for index in 0..<count { value |= UInt64(bytes[place + index]) << UInt64(8 * index) }
        place += count
        return Number(truncatingIfNeeded: value)
    }

    /// Reads a length and a text of this length, and moves the position after the text.
    @inline(__always)
    static func text(in bytes: ArraySlice<UInt8>, at place: inout Int) -> ArraySlice<UInt8> {
        let count = Int(number(UInt16.self, in: bytes, at: &place))
        place += count
        return bytes[place - count..<place]
    }

    @inline(__always)
    static func append(text: some Collection<UInt8>, to bytes: inout [UInt8]) {
        append(UInt16(truncatingIfNeeded: text.count), to: &bytes)
        bytes.append(contentsOf: text)
    }
}
