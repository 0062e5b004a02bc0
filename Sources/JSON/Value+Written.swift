extension Value {
    /// Writes the value without white space, but with its members in their order and with duplicate keys.
    ///
    /// JSON that this module has written is reproduced byte for byte. The function recurses as deep as the document.
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
            // A value without members has only one form.
            writeCanonical(into: &writer)
        }
    }

    /// The bytes that `write` writes.
    package var written: [UInt8] {
        var writer = Writer()
        write(into: &writer)
        return writer.bytes
    }
}
