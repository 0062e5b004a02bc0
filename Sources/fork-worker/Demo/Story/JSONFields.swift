import JSON

/// The members of a JSON object, in the order in which they were added.
struct JSONFields: Sendable {
    private var bytes: [UInt8] = []

    /// The object as JSON text.
    var object: String { "{" + String(decoding: bytes, as: UTF8.self) + "}" }

    mutating func string(_ name: String, _ value: String) {
        add(name) { $0.string(value) }
    }

    mutating func number(_ name: String, _ value: Double) {
        add(name) { $0.number(value) }
    }

    mutating func bool(_ name: String, _ value: Bool) {
        add(name) { $0.bool(value) }
    }

    /// Adds a member whose value is JSON already.
    mutating func json(_ name: String, _ text: String) {
        add(name) { $0.raw(Array(text.utf8)) }
    }

    mutating func list(_ name: String, _ elements: [String]) {
        json(name, "[" + elements.joined(separator: ",") + "]")
    }

    mutating func add(_ other: JSONFields) {
        guard !other.bytes.isEmpty else { return }
        if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
        bytes += other.bytes
    }

    private mutating func add(_ name: String, _ write: (inout Writer) -> Void) {
        var writer = Writer(capacity: 64)
        if !bytes.isEmpty { writer.raw(",") }
        writer.string(name)
        writer.raw(":")
        write(&writer)
        bytes += writer.bytes
    }
}
