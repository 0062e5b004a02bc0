/// The secret property values of one client, which librdkafka can quote in its messages.
package struct SecretValues: Sendable {
    /// A quotation of at least this number of bytes from a secret's beginning or end is masked.
    private static let pieceBytes = 6

    private let values: [[UInt8]]

    /// Collects the values of secret properties, longest first.
    package init(_ properties: some Sequence<(name: String, value: String)>) {
        values = properties.filter { Secret.isSecret($0.name) && !$0.value.isEmpty }.map { Array($0.value.utf8) }
            .sorted { $0.count > $1.count }
    }

    /// Returns the text with all secrets masked, including partial quotations of a secret.
    ///
    /// librdkafka can quote only the last bytes of a value, or only the first bytes if its buffer is full.
    package func masked(_ text: String) -> String {
        guard !values.isEmpty else { return text }
        var bytes = Array(text.utf8)
        var isFound = false
        for value in values {
            for range in Self.ranges(of: value, in: bytes).reversed() {
                bytes.replaceSubrange(range, with: Secret.mask.utf8)
                isFound = true
            }
        }
        return isFound ? String(decoding: bytes, as: UTF8.self) : text
    }

    /// Returns where the text contains the value, its beginning or its end; ascending and disjoint.
    private static func ranges(of value: [UInt8], in text: [UInt8]) -> [Range<Int>] {
        let length = min(pieceBytes, value.count)
        let head = value.prefix(length)
        let tail = value.suffix(length)
        var found: [Range<Int>] = []
        var at = 0
        while at + length <= text.count {
            let piece = text[at..<at + length]
            var range: Range<Int>?
            if piece.elementsEqual(head) {
                let agreed = zip(text[at...], value).prefix { $0 == $1 }.count
                range = at..<at + agreed
            } else if piece.elementsEqual(tail) {
                let floor = found.last?.upperBound ?? 0
                let agreed = zip(text[floor..<at + length].reversed(), value.reversed()).prefix { $0 == $1 }.count
                range = at + length - agreed..<at + length
            }
            if let range { found.append(range) }
            at = range.map(\.upperBound) ?? at + 1
        }
        return found
    }
}
