extension Value {
    /// Writes the value in canonical form, which is the same for all equal values.
    ///
    /// There is no white space. Keys are sorted by bytes, and of duplicate keys only the last is written. Integers are
    /// exact, doubles are as short as possible, and strings are escaped only where necessary. Nulls are left out unless
    /// `keepsNulls`. The function recurses as deep as the document, which the parser limits.
    package func writeCanonical(into writer: inout Writer, keepsNulls: Bool = true) {
        if let members = countingMembers(keepsNulls: keepsNulls) {
            return Self.write(members, into: &writer, keepsNulls)
        }
        if let elements { return Self.write(elements, into: &writer, keepsNulls) }
        switch tag {
        case Tag.string: if let text { writer.string(text) }
        case Tag.signed: writer.number(Int64(bitPattern: numberBits))
        case Tag.unsigned: writer.number(numberBits)
        case Tag.double: writer.number(Double(bitPattern: numberBits))
        case Tag.true: writer.bool(true)
        case Tag.false: writer.bool(false)
        default: writer.raw("null")
        }
    }

    private static func write(_ elements: Elements, into writer: inout Writer, _ keepsNulls: Bool) {
        writer.byte(UInt8(ascii: "["))
        var isFirst = true
        var elements = elements
        while let element = elements.next() {
            if element.isNull, !keepsNulls { continue }
            if !isFirst { writer.byte(UInt8(ascii: ",")) }
            isFirst = false
            element.writeCanonical(into: &writer, keepsNulls: keepsNulls)
        }
        writer.byte(UInt8(ascii: "]"))
    }

    private static func write(_ members: CountingMembers, into writer: inout Writer, _ keepsNulls: Bool) {
        writer.byte(UInt8(ascii: "{"))
        var isFirst = true
        var members = members
        while let member = members.next() {
            if !isFirst { writer.byte(UInt8(ascii: ",")) }
            isFirst = false
            writer.string(member.key)
            writer.byte(UInt8(ascii: ":"))
            member.value.writeCanonical(into: &writer, keepsNulls: keepsNulls)
        }
        writer.byte(UInt8(ascii: "}"))
    }
}

extension Text {
    /// Whether this text sorts before another by bytes; eight bytes are compared at a time.
    func precedes(_ other: Text) -> Bool {
        let (left, right) = unsafe (UnsafeRawPointer(start), UnsafeRawPointer(other.start))
        let common = min(count, other.count)
        var place = 0
        while place &+ 8 <= common {
            let leftWord = unsafe left.loadUnaligned(fromByteOffset: place, as: UInt64.self).bigEndian
            let rightWord = unsafe right.loadUnaligned(fromByteOffset: place, as: UInt64.self).bigEndian
            if leftWord != rightWord { return leftWord < rightWord }
            place &+= 8
        }
        while place < common {
            let (leftByte, rightByte) = unsafe (start[place], other.start[place])
            if leftByte != rightByte { return leftByte < rightByte }
            place &+= 1
        }
        return count < other.count
    }
}
