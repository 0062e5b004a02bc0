/// The kind of topic that records are published to: the route of their connection, and the form of the records.
package struct FormRoute: Hashable, Sendable {
    package let route: Route
    /// The name of the form, such as `fhir`; nil for Fork documents.
    package let form: String?

    package init(_ route: Route, form: String? = nil) {
        self.route = route
        self.form = form
    }

    /// Returns the name of the topic.
    package func topic(of connection: ConnectionID, prefix: String) -> String {
        route.owner(of: connection).topic(form: form, prefix: prefix)
    }

    /// The bytes that name the route and the form in the state.
    package var packed: [UInt8] {
        var packer = Packer()
        pack(into: &packer)
        return packer.bytes
    }

    /// The first byte of a route with a form; without a form, only the route is packed.
    private static let hasForm: UInt8 = 4

    package func pack(into packer: inout Packer) {
        if let form {
            packer.byte(Self.hasForm)
            packer.string(form.utf8)
        }
        route.pack(into: &packer)
    }

    /// Decodes a route with its form from within another value; nil if the bytes are damaged.
    package init?(from unpacker: inout Unpacker) {
        var code = unpacker.byte()
        form = code == Self.hasForm ? String(decoding: unpacker.string(), as: UTF8.self) : nil
        if form != nil { code = unpacker.byte() }
        guard let route = Route(code, from: &unpacker) else { return nil }
        self.route = route
    }
}

extension [FormRoute] {
    package func pack(into packer: inout Packer) {
        packer.count(count)
        for one in self { one.pack(into: &packer) }
    }

    /// Decodes routes with their forms from within another value; nil if the bytes are damaged.
    package init?(from unpacker: inout Unpacker) {
        self = []
        for _ in 0..<unpacker.count() {
            guard let one = FormRoute(from: &unpacker) else { return nil }
            append(one)
        }
    }

    /// Adds the elements that the list does not have yet.
    package mutating func formUnion(_ others: [FormRoute]) {
        for other in others where !contains(other) { append(other) }
    }
}
