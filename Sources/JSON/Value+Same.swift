import Glibc

extension Value {
    /// Whether another value of the same document is written identically except for white space.
    ///
    /// The strings of a value are adjacent in the string buffer, in the order of the document. So the tapes are
    /// compared word by word, and all strings at once.
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
                // The end is relative to the start of the tape and may differ. The number of elements must be equal.
                guard left &>> 32 == right &>> 32 else { return false }
            default: break
            }
            place &+= 1
        }
        guard let first else { return true }
        let last = Text(self, word: UInt64(end))
        return unsafe memcmp(strings + first, other.strings + otherFirst, end &- first &+ 4 &+ last.count) == 0
    }

    /// The position of the value in its document, small enough to be stored for many values.
    package var position: Int32 { Int32(truncatingIfNeeded: index) }

    /// Returns the value at a position, which must come from a value of the same document; this is not checked.
    @_lifetime(copy self)
    @unsafe package func sibling(at position: Int32) -> Value { at(Int(position)) }

    /// The number of the document, which is unique within the process.
    fileprivate var document: UInt64 { unsafe tape[0] }

    /// Returns the position in the string buffer that a word of the tape refers to.
    fileprivate static func place(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word & 0xff_ffff_ffff_ffff) }
}

/// A remembered value, which can recognize values of the same document that are written identically.
///
/// A `KnownValue` can outlive its document, but then recognizes nothing. Most objects contain only strings, and these
/// strings are compared at once. Each string takes one word of the tape, so another object with the same number of
/// words and the same strings contains nothing else.
package struct KnownValue {
    private let document: UInt64
    private let index: Int
    private let words: Int
    /// The range of the strings in the string buffer; nil if the value has other content.
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

    /// Whether a value belongs to the same document and is written identically.
    package func isSame(as other: Value) -> Bool {
        guard other.document == document else { return false }
        guard let strings else { return other.at(index).isSame(as: other) }
        guard other.tag == Tag.object, other.next &- other.index == words else { return false }
        // Checks that the last member is a string: its key and its value must be the last two words before the end.
        let end = other.index &+ words
        guard unsafe other.tape[end &- 2] &>> 56 == UInt64(Tag.string),
            unsafe other.tape[end &- 3] &>> 56 == UInt64(Tag.string)
        else { return false }
        let others = Self.strings(of: other, words)
        return unsafe others.count == strings.count
            && memcmp(other.strings + strings.start, other.strings + others.start, strings.count) == 0
    }

    /// Returns the range of the strings of an object that contains only strings.
    private static func strings(of value: Value, _ words: Int) -> (start: Int, count: Int) {
        let start = unsafe Value.place(value.tape[value.index &+ 1])
        let last = unsafe value.tape[value.index &+ words &- 2]
        return (start, Value.place(last) &+ 4 &+ Text(value, word: last).count &- start)
    }
}

/// A remembered string, which can recognize strings of the same document with the same bytes.
package struct KnownText: Sendable {
    private let document: UInt64
    private let word: UInt64

    /// Remembers a string; nil for other values.
    package init?(_ value: Value) {
        guard value.tag == Tag.string else { return nil }
        document = value.document
        word = value.word
    }

    /// Whether a value is a string of the same document with the same bytes.
    package func isSame(as other: Value) -> Bool {
        guard other.document == document, let text = other.text else { return false }
        return Text(other, word: word) == text
    }
}
