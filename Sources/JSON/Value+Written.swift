extension Value {
    /// Writes the value as it is: no spaces, members in their order, repeated keys and all.
    ///
    /// What this target has written comes out byte for byte. It recurses, as deep as the parser has let the document be.
    package func write(into writer: inout Writer) {
        if var members {
            writer.byte(UInt8(ascii: "{"))
            var isFirst = true
            while let member = members.next() {
                if !isFirst { writer.byte(UInt8(ascii: ",")) }
                isFirst = false
                writer.string(member.key)
                writer.byte(UInt8(ascii: ":"))
                member.value.write(into: &writer)
            }
            writer.byte(UInt8(ascii: "}"))
        } else if var elements {
            writer.byte(UInt8(ascii: "["))
            var isFirst = true
            while let element = elements.next() {
                if !isFirst { writer.byte(UInt8(ascii: ",")) }
                isFirst = false
                element.write(into: &writer)
            }
            writer.byte(UInt8(ascii: "]"))
        } else {
            // Of what has no members there is one form only.
            writeCanonical(into: &writer)
        }
    }

    /// The text of the value, as `write` has it.
    package var written: [UInt8] {
        var writer = Writer()
        write(into: &writer)
        return writer.bytes
    }
}
