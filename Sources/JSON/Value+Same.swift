import Glibc

extension Value {
    /// Whether another value of the same document is written alike, in the same order and with no difference but white
    /// space: then whatever was made of the one holds for the other.
    ///
    /// Strings of a value lie side by side in the string buffer, in the order of the document, each with its length
    /// before it: so tapes are compared word by word, and all strings at once.
    package func isSame(as other: Value) -> Bool {
        if index == other.index { return true }
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
                let offset = Int(truncatingIfNeeded: left & Self.payload)
                let otherOffset = Int(truncatingIfNeeded: right & Self.payload)
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
        let last = unsafe Text(strings: strings, word: UInt64(end))
        return unsafe memcmp(strings + first, strings + otherFirst, end &- first &+ 4 &+ last.count) == 0
    }

    fileprivate static var payload: UInt64 { 0xff_ffff_ffff_ffff }

    /// Where the value stands in its document, small enough to be kept for many: see `sibling(at:)`.
    package var position: Int32 { Int32(truncatingIfNeeded: index) }

    /// The value at a position of the same document.
    package func sibling(at position: Int32) -> Value {
        unsafe Value(tape: tape, strings: strings, index: Int(position))
    }
}

/// A value that is kept to tell others of the same document that are written alike.
///
/// Objects of strings, as most are, are compared at once: one with as many words of tape and the same strings is the
/// same, since each string takes a word, so that there is no room for anything else.
@safe package struct KnownValue {
    private let value: Value
    private let words: Int
    /// Where the strings lie, if they are all there is.
    private let strings: (start: Int, count: Int)?

    /// Keeps a value.
    package init(_ value: Value) {
        self.value = value
        words = value.next &- value.index
        let isFlat = value.members?.allSatisfy { $0.value.tag == Tag.string } ?? false
        strings = isFlat && words > 2 ? Self.strings(of: value, words) : nil
    }

    /// Whether another value is written alike.
    package func isSame(as other: Value) -> Bool {
        guard let strings else { return value.isSame(as: other) }
        guard other.tag == Tag.object, other.next &- other.index == words else { return false }
        // The last member is a string: its key stands before it, where a number has its tag.
        let end = other.index &+ words
        guard unsafe other.tape[end &- 2] &>> 56 == UInt64(Tag.string),
            unsafe other.tape[end &- 3] &>> 56 == UInt64(Tag.string)
        else { return false }
        let others = Self.strings(of: other, words)
        return unsafe others.count == strings.count
            && memcmp(value.strings + strings.start, value.strings + others.start, strings.count) == 0
    }

    /// Where the strings of an object lie that begins with a key and ends with a string.
    private static func strings(of value: Value, _ words: Int) -> (start: Int, count: Int) {
        let start = unsafe Int(truncatingIfNeeded: value.tape[value.index &+ 1] & Value.payload)
        let last = unsafe value.tape[value.index &+ words &- 2]
        let text = unsafe Text(strings: value.strings, word: last)
        return (start, Int(truncatingIfNeeded: last & Value.payload) &+ 4 &+ text.count &- start)
    }
}
