/// The path and the query of a request, split and decoded.
package struct RequestTarget: Sendable, Equatable {
    /// A parameter of the query, decoded.
    package struct Parameter: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The components of the path, decoded; `/console/` has `console` and an empty one.
    ///
    /// Nil if the path does not begin with `/`, or an escape of it is wrong or not UTF-8.
    package let components: [String]?
    /// The parameters of the query in their order, decoded; nil if an escape is wrong or not UTF-8.
    package let query: [Parameter]?
    /// The path as it came.
    package let rawPath: String

    package init(_ target: String) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        rawPath = String(parts.first ?? "")
        let texts = rawPath.split(separator: "/", omittingEmptySubsequences: false)
        components = texts.first == "" ? Self.all(texts.dropFirst().map { Self.decoded($0) }) : nil
        let fields = parts.count < 2 ? [] : parts[1].split(separator: "&", omittingEmptySubsequences: true)
        query = Self.all(
            fields.map { field in
                let sides = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = Self.decoded(sides[0], plusIsSpace: true) else { return nil }
                let value = sides.count < 2 ? "" : Self.decoded(sides[1], plusIsSpace: true)
                return value.map { Parameter(name, $0) }
            }
        )
    }

    /// The decoded path, or the path as it came if it cannot be decoded.
    package var path: String { components.map { "/" + $0.joined(separator: "/") } ?? rawPath }

    private static func all<Element>(_ elements: [Element?]) -> [Element]? {
        let known = elements.compactMap(\.self)
        return known.count == elements.count ? known : nil
    }

    /// Decodes percent escapes, and `+` as a space in a query; returns nil if the text is wrong.
    private static func decoded(_ text: Substring, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+"), plusIsSpace {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) }
}
