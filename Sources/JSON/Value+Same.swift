import Glibc

extension Value {
    /// Whether another value of the same document is written alike, in the same order and with no difference but white
    /// space: then whatever was made of the one holds for the other.
    ///
    /// Strings of a value lie side by side in the string buffer, in the order of the document, each with its length
    /// before it: so tapes are compared word by word, and all strings at once.
    package func isSame(as other: Value) -> Bool {
        if index == other.index, unsafe tape == other.tape { return true }
        let words = next &- index
        guard other.next &- other.index == words else { return false }
        var first: Int?
        var otherFirst = 0
        var end = 0
        var place = 0
        while place < words {
            let left = unsafe tape[index &+ place]
            let right = unsafe other.tape[other.index &+ place]
            let tag = UInt8(truncatingIfNeeded: left &>> 56)
            guard tag == UInt8(truncatingIfNeeded: right &>> 56) else { return false }
            switch tag {
            case Tag.string:
                let offset = Self.place(left)
                let otherOffset = Self.place(right)
                if let first {
                    guard offset &- first == otherOffset &- otherFirst else { return false }
                } else {
                    first = offset
                    otherFirst = otherOffset
                }
                end = offset
            case Tag.signed, Tag.unsigned, Tag.double:
                guard unsafe tape[index &+ place &+ 1] == other.tape[other.index &+ place &+ 1] else { return false }
                place &+= 1
            case Tag.object, Tag.array:
                // Where it ends is counted from the start of the tape, how much is in it is not.
                guard left &>> 32 == right &>> 32 else { return false }
            default: break
            }
            place &+= 1
        }
        guard let first else { return true }
        let last = Text(self, word: UInt64(end))
        return unsafe memcmp(strings + first, other.strings + otherFirst, end &- first &+ 4 &+ last.count) == 0
    }

    /// Where the value stands in its document, small enough to be kept for many.
    package var position: Int32 { Int32(truncatingIfNeeded: index) }

    /// The value at a position, which must be that of a value of the same document: nothing checks it.
    @_lifetime(copy self)
    @unsafe package func sibling(at position: Int32) -> Value { at(Int(position)) }

    /// The number of the document, which no other document of the process has.
    fileprivate var document: UInt64 { unsafe tape[0] }

    /// Where a string lies in the string buffer that a word of the tape points at.
    fileprivate static func place(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word & 0xff_ffff_ffff_ffff) }
}

/// A value that is kept to tell others of the same document that are written alike.
///
/// What is kept is its place and the document's number, so that it may outlive the document: from then on no value is
/// the same. Objects of strings, as most are, are compared at once: one with as many words of tape and the same strings
/// is the same, since each string takes a word, so that there is no room for anything else.
package struct KnownValue {
    private let document: UInt64
    private let index: Int
    private let words: Int
    /// Where the strings lie, if they are all there is.
    private let strings: (start: Int, count: Int)?

    package init(_ value: Value) {
        document = value.document
        index = value.index
        words = value.next &- value.index
        strings = words > 2 && Self.isFlat(value) ? Self.strings(of: value, words) : nil
    }

    private static func isFlat(_ value: Value) -> Bool {
        guard var members = value.members else { return false }
        while let member = members.next() {
            if member.value.tag != Tag.string { return false }
        }
        return true
    }

    /// Whether another value is of the same document and written alike.
    package func isSame(as other: Value) -> Bool {
        guard other.document == document else { return false }
        guard let strings else { return other.at(index).isSame(as: other) }
        guard other.tag == Tag.object, other.next &- other.index == words else { return false }
        // The last member is a string: its key stands before it, where a number has its tag.
        let end = other.index &+ words
        guard unsafe other.tape[end &- 2] &>> 56 == UInt64(Tag.string),
            unsafe other.tape[end &- 3] &>> 56 == UInt64(Tag.string)
        else { return false }
        let others = Self.strings(of: other, words)
        return unsafe others.count == strings.count
            && memcmp(other.strings + strings.start, other.strings + others.start, strings.count) == 0
    }

    /// Where the strings of an object lie that begins with a key and ends with a string.
    private static func strings(of value: Value, _ words: Int) -> (start: Int, count: Int) {
        let start = unsafe Value.place(value.tape[value.index &+ 1])
        let last = unsafe value.tape[value.index &+ words &- 2]
        return (start, Value.place(last) &+ 4 &+ Text(value, word: last).count &- start)
    }
}

/// A string that is kept to tell others of the same document that have the same bytes, as `KnownValue` tells values.
package struct KnownText: Sendable {
    private let document: UInt64
    private let word: UInt64

    /// Keeps a value that is a string; nil for any other.
    package init?(_ value: Value) {
        guard value.tag == Tag.string else { return nil }
        document = value.document
        word = value.word
    }

    /// Whether another value is a string of the same document with the same bytes.
    package func isSame(as other: Value) -> Bool {
        guard other.document == document, let text = other.text else { return false }
        return Text(other, word: word) == text
    }
}
