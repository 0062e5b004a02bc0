extension Value {
    /// Whether the value's compact JSON may be longer than so many bytes: false is certain, and costs little.
    ///
    /// What follows on the tape tells how much of the string buffer is the value's, if it is an object too, as after all
    /// but the last of a list of objects; else its strings are counted one by one.
    package func mayBeLonger(than bytes: Int) -> Bool {
        switch tag {
        case Tag.string:
            // A byte is escaped by at most six.
            return (text?.count ?? 0) &* 6 &+ 2 > bytes
        case Tag.object, Tag.array:
            // A number takes two words and up to 24 bytes, all else less, but for strings.
            let plain = (scopeEnd &- index) &* 16
            return plain > bytes || plain &+ (bufferBytes ?? stringBytes(upTo: bytes)) &* 6 > bytes
        default: return false
        }
    }

    /// How much of the string buffer lies between an object's first key and that of the object after it.
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

    /// How many bytes the strings of a container have together, keys too, or more than is asked for.
    private func stringBytes(upTo most: Int) -> Int {
        var count = 0
        var place = index &+ 1
        while place < scopeEnd, count <= most {
            let word = unsafe tape[place]
            switch UInt8(truncatingIfNeeded: word &>> 56) {
            case Tag.string: count &+= Text(self, word: word).count
            // The word that follows is the number.
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
