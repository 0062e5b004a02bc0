extension Value {
    /// Writes the value in the one form that equal values share.
    ///
    /// No spaces, the keys of objects sorted bytewise, of equal keys the last, integers as they are, doubles shortest,
    /// strings escaped no more than needed. It recurses, as deep as the parser has let the document be.
    package func writeCanonical(into writer: inout Writer) {
        if let members { return write(members, into: &writer) }
        if let elements { return write(elements, into: &writer) }
        switch tag {
        case Tag.string: if let text { writer.string(text) }
        case Tag.signed: writer.number(Int64(bitPattern: numberBits))
        case Tag.unsigned: writer.digits(numberBits)
        case Tag.double: writer.number(Double(bitPattern: numberBits))
        case Tag.true: writer.bool(true)
        case Tag.false: writer.bool(false)
        default: writer.raw("null")
        }
    }

    private func write(_ elements: Elements, into writer: inout Writer) {
        writer.byte(UInt8(ascii: "["))
        var isFirst = true
        for element in elements {
            if !isFirst { writer.byte(UInt8(ascii: ",")) }
            isFirst = false
            element.writeCanonical(into: &writer)
        }
        writer.byte(UInt8(ascii: "]"))
    }

    private func write(_ members: Members, into writer: inout Writer) {
        // Of equal keys the one that stands last is also sorted last, and counts.
        let sorted = members.sorted { $0.key == $1.key ? $0.value.index < $1.value.index : $0.key.precedes($1.key) }
        writer.byte(UInt8(ascii: "{"))
        var isFirst = true
        for (place, member) in sorted.enumerated() {
            if place + 1 < sorted.count, sorted[place + 1].key == member.key { continue }
            if !isFirst { writer.byte(UInt8(ascii: ",")) }
            isFirst = false
            writer.string(member.key)
            writer.byte(UInt8(ascii: ":"))
            member.value.writeCanonical(into: &writer)
        }
        writer.byte(UInt8(ascii: "}"))
    }
}

extension Text {
    /// Whether the bytes sort before the other's.
    fileprivate func precedes(_ other: Text) -> Bool {
        unsafe withBytes { left in
            unsafe other.withBytes { right in unsafe left.lexicographicallyPrecedes(right) }
        }
    }
}
