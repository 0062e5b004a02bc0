/// An unescaped string of a parsed document in UTF-8.
///
/// The compiler ensures that a text does not outlive its document.
@safe package struct Text: ~Escapable {
    let start: UnsafePointer<UInt8>
    /// The number of bytes.
    package let count: Int

    /// Creates the string that a word of the tape refers to.
    @_lifetime(copy document)
    init(_ document: Value, word: UInt64) {
        let length = unsafe document.strings + Int(truncatingIfNeeded: word & 0xff_ffff_ffff_ffff)
        let raw = unsafe UnsafeRawPointer(length)
        count = Int(truncatingIfNeeded: unsafe raw.loadUnaligned(as: UInt32.self))
        unsafe start = unsafe length + 4
    }

    package static func == (left: Text, right: Text) -> Bool {
        unsafe left.count == right.count && haveEqualBytes(left.start, right.start, left.count)
    }

    /// Whether the text equals a literal.
    package static func == (left: Text, right: StaticString) -> Bool {
        unsafe left.count == right.utf8CodeUnitCount && haveEqualBytes(left.start, right.utf8Start, left.count)
    }

    /// The first eight bytes as a little-endian word, padded with zeros if the text is shorter.
    ///
    /// Reading eight bytes is safe, because simdjson's string buffer extends beyond its last string.
    package var head: UInt64 {
        let word = unsafe UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
        return count >= 8 ? word : word & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1)
    }

    /// The last eight bytes as a little-endian word; `head` if the text is shorter.
    package var tail: UInt64 {
        guard count >= 8 else { return head }
        return unsafe UInt64(littleEndian: UnsafeRawPointer(start + (count &- 8)).loadUnaligned(as: UInt64.self))
    }

    /// The bytes, borrowed from the document.
    package var span: Span<UInt8> {
        @_lifetime(copy self)
        get {
            let span = unsafe Span(_unsafeStart: start, count: count)
            return unsafe _overrideLifetime(span, copying: self)
        }
    }

    /// Calls `body` with the bytes, which are valid only during the call.
    package func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        unsafe try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    package var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }

    package var string: String {
        unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}

/// Compares `count` bytes on both sides, eight at a time; the last eight may overlap earlier ones.
func haveEqualBytes(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let left = unsafe UnsafeRawPointer(left)
    let right = unsafe UnsafeRawPointer(right)
    if count >= 8 {
        var place = 0
        while place < count &- 8 {
            guard unsafe haveEqualWord(left, right, at: place, UInt64.self) else { return false }
            place &+= 8
        }
        return unsafe haveEqualWord(left, right, at: count &- 8, UInt64.self)
    }
    if count >= 4 {
        return unsafe haveEqualWord(left, right, at: 0, UInt32.self)
            && haveEqualWord(left, right, at: count &- 4, UInt32.self)
    }
    if count >= 2 {
        return unsafe haveEqualWord(left, right, at: 0, UInt16.self)
            && haveEqualWord(left, right, at: count &- 2, UInt16.self)
    }
    return unsafe count == 0 || haveEqualWord(left, right, at: 0, UInt8.self)
}

func haveEqualWord<Word: FixedWidthInteger & BitwiseCopyable>(
    _ left: UnsafeRawPointer,
    _ right: UnsafeRawPointer,
    at place: Int,
    _: Word.Type
) -> Bool {
    let left = unsafe left.loadUnaligned(fromByteOffset: place, as: Word.self)
    return unsafe left == right.loadUnaligned(fromByteOffset: place, as: Word.self)
}
