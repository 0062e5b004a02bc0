/// The secrets of one client, to be masked in messages of the library, which quotes property values.
package struct SecretValues: Sendable {
    /// The number of bytes at either end of a secret that are enough to reveal it in a partial quotation.
    private static let pieceBytes = 6

    private let values: [[UInt8]]

    /// Collects the values of secret properties, longest first.
    package init(_ properties: some Sequence<(name: String, value: String)>) {
        values = properties.filter { Secret.isSecret($0.name) && !$0.value.isEmpty }.map { Array($0.value.utf8) }
            .sorted { $0.count > $1.count }
    }

    /// Returns the text with all secrets masked, including partial ones.
    ///
    /// A quotation can begin in the middle of a value, and a full buffer can cut its end off.
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

    /// Returns the ranges of a value, of its beginning or of its end in the text; ascending and disjoint.
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
