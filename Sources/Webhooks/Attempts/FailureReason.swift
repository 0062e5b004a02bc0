/// The reason of a failed attempt in the words of the resolver, of TLS or of the system, safe for logs and headers.
///
/// The reason contains no URL, and nothing of a body or an answer.
package struct FailureReason: Hashable, Sendable, CustomStringConvertible {
    package static let bytesMax = 200

    package let description: String

    /// Creates a reason of at most `bytesMax` bytes without control characters; nil if nothing is left of the words.
    package init?(_ words: String) {
        var text = ""
        for scalar in words.unicodeScalars {
            let isControl = scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
            let kept = isControl ? " " : scalar
            if text.utf8.count + String(kept).utf8.count > Self.bytesMax { break }
            text.unicodeScalars.append(kept)
        }
        while text.last == " " { text.removeLast() }
        if text.isEmpty { return nil }
        description = text
    }
}
