extension Value {
    /// Whether the value's compact JSON may be longer than `bytes`; a false result is always right, and cheap to find.
    ///
    /// If another object follows on the tape, the positions in the string buffer give the total length of this value's
    /// strings. Otherwise the lengths are added one by one.
    package func mayBeLonger(than bytes: Int) -> Bool {
        switch tag {
        case Tag.string:
            // An escaped byte takes at most six bytes.
            return (text?.count ?? 0) &* 6 &+ 2 > bytes
        case Tag.object, Tag.array:
            // 16 bytes for each word: a number takes two words and at most 24 bytes, other values except strings less.
            let plain = (scopeEnd &- index) &* 16
            return plain > bytes || plain &+ (bufferBytes ?? stringBytes(upTo: bytes)) &* 6 > bytes
        default: return false
        }
    }

    /// The bytes of the string buffer from this object's first key to the next object's; nil if no object follows.
    private var bufferBytes: Int? {
        guard tag == Tag.object, scopeEnd &- index > 2 else { return nil }
        let after = unsafe tape[scopeEnd]
        guard UInt8(truncatingIfNeeded: after &>> 56) == Tag.object else { return nil }
        let key = unsafe tape[scopeEnd &+ 1]
        guard UInt8(truncatingIfNeeded: key &>> 56) == Tag.string else { return nil }
        let own = unsafe tape[index &+ 1]
        return Int(truncatingIfNeeded: (key & Self.payload) &- (own & Self.payload))
    }

    private static var payload: UInt64 { 0xff_ffff_ffff_ffff }

    /// Returns the total length of a container's strings and keys, or any number above `most`.
    private func stringBytes(upTo most: Int) -> Int {
        var count = 0
        var place = index &+ 1
        while place < scopeEnd, count <= most {
            let word = unsafe tape[place]
            switch UInt8(truncatingIfNeeded: word &>> 56) {
            case Tag.string: count &+= Text(self, word: word).count
            // The number is in the next word.
            case Tag.signed, Tag.unsigned, Tag.double: place &+= 1
            default: break
            }
            place &+= 1
        }
        return count
    }

    /// The length of the value's compact JSON.
    package var compactCount: Int {
        var writer = Writer()
        writeCanonical(into: &writer)
        return writer.bytes.count
    }
}
