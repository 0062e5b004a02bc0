extension Value {
    /// Whether the value's compact JSON may be longer than so many bytes: false is certain, and costs little.
    ///
    /// What follows on the tape tells how much of the string buffer is the value's, if it is an object too, as after all
    /// but the last of a list of objects.
    package func mayBeLonger(than bytes: Int) -> Bool {
        switch tag {
        case Tag.string:
            // A byte is escaped by at most six.
            return (text?.count ?? 0) &* 6 &+ 2 > bytes
        case Tag.object, Tag.array:
            let words = scopeEnd &- index
            // A number takes two words and up to 24 bytes, all else less, but for strings.
            if words &* 16 > bytes { return true }
            guard tag == Tag.object, words > 2 else { return words > 2 }
            let after = unsafe tape[scopeEnd]
            guard UInt8(truncatingIfNeeded: after &>> 56) == Tag.object else { return true }
            let key = unsafe tape[scopeEnd &+ 1]
            guard UInt8(truncatingIfNeeded: key &>> 56) == Tag.string else { return true }
            let own = unsafe tape[index &+ 1]
            let strings = Int(truncatingIfNeeded: (key & Self.payload) &- (own & Self.payload))
            return words &* 16 &+ strings &* 6 > bytes
        default: return false
        }
    }

    /// The length of the value's compact JSON.
    package var compactCount: Int {
        var writer = Writer()
        writeCanonical(into: &writer)
        return writer.bytes.count
    }

    private static var payload: UInt64 { 0xff_ffff_ffff_ffff }
}
