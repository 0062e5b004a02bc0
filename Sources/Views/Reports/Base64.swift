import JSON

/// Base64 with padding (RFC 4648), for bytes that are not UTF-8.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Writes bytes as the member `value`, or as `value_base64` if they are not UTF-8.
    static func writeValue(_ value: [UInt8]?, into writer: inout Writer) {
        if let value, String(validating: value, as: UTF8.self) == nil {
            writer.member("value_base64") { $0.string(encode(value)) }
        } else {
            writer.member("value", text: value)
        }
    }

    /// Encodes bytes as base64.
    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for at in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[at..<min(at + 3, bytes.count)]
            var bits = 0
            for index in 0..<3 { bits = bits << 8 | (at + index < group.endIndex ? Int(bytes[at + index]) : 0) }
            for index in 0..<4 {
                let isPadding = index > group.count
                text.append(isPadding ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * index) & 63])
            }
        }
        return text
    }
}
