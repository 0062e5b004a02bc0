/// A Swift value that becomes a JSON value.
package protocol JSONValue {
    func write(into writer: inout Writer)
}

extension Writer {
    /// Returns an object; the body writes its members by `member`.
    package static func object(_ members: (inout Writer) -> Void) -> [UInt8] {
        var writer = Writer(capacity: 256)
        writer.object(members)
        return writer.bytes
    }

    /// Appends an object; the body writes its members by `member`.
    package mutating func object(_ members: (inout Writer) -> Void) {
        byte(UInt8(ascii: "{"))
        members(&self)
        byte(UInt8(ascii: "}"))
    }

    /// Appends a comma, unless the last byte opens an object or an array.
    package mutating func separate() {
        if bytes.last != UInt8(ascii: "{"), bytes.last != UInt8(ascii: "[") { byte(UInt8(ascii: ",")) }
    }

    /// Appends the key of the next member; the caller writes the value.
    package mutating func key(_ name: StaticString) {
        separate()
        string(name)
        byte(UInt8(ascii: ":"))
    }

    /// Appends a member whose value the body writes.
    package mutating func member(_ name: String, _ value: (inout Writer) -> Void) {
        separate()
        string(name)
        byte(UInt8(ascii: ":"))
        value(&self)
    }

    package mutating func member(_ name: String, _ value: some JSONValue) {
        member(name) { value.write(into: &$0) }
    }

    /// Appends a member with UTF-8 bytes as a string, or null.
    package mutating func member(_ name: String, text: [UInt8]?) {
        member(name) { writer in
            if let text { writer.string(text) } else { writer.raw("null") }
        }
    }

    /// Appends a member that is an object; the body writes its members.
    package mutating func object(_ name: String, _ members: (inout Writer) -> Void) {
        member(name) { $0.object(members) }
    }

    /// Appends a member that is an array of objects; the body writes the members of each.
    package mutating func objects<Element>(
        _ name: String,
        _ elements: some Sequence<Element>,
        _ members: (Element, inout Writer) -> Void
    ) {
        member(name) { writer in
            writer.array(elements) { element, writer in writer.object { members(element, &$0) } }
        }
    }

    /// Appends an array; the body writes each element.
    package mutating func array<Element>(_ elements: some Sequence<Element>, _ write: (Element, inout Writer) -> Void) {
        byte(UInt8(ascii: "["))
        for element in elements {
            separate()
            write(element, &self)
        }
        byte(UInt8(ascii: "]"))
    }
}

extension String: JSONValue {
    package func write(into writer: inout Writer) { writer.string(self) }
}

extension Bool: JSONValue {
    package func write(into writer: inout Writer) { writer.bool(self) }
}

extension Int: JSONValue {
    package func write(into writer: inout Writer) { writer.number(self) }
}

extension Int32: JSONValue {
    package func write(into writer: inout Writer) { writer.number(Int64(self)) }
}

extension Int64: JSONValue {
    package func write(into writer: inout Writer) { writer.number(self) }
}

extension Double: JSONValue {
    package func write(into writer: inout Writer) { writer.number(self) }
}

extension Optional: JSONValue where Wrapped: JSONValue {
    package func write(into writer: inout Writer) {
        if let self { self.write(into: &writer) } else { writer.raw("null") }
    }
}

extension Array: JSONValue where Element: JSONValue {
    package func write(into writer: inout Writer) { writer.array(self) { $0.write(into: &$1) } }
}
