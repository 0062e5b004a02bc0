import Glibc
import Health
import JSON

/// Prints records as one JSON object a line, in large pieces.
struct Printer {
    private var writer = Writer(capacity: 1 << 20)
    /// Whether nobody reads any more.
    private(set) var isClosed = false

    /// A record as `transform` prints it.
    static func line(_ record: OutputRecord) -> [UInt8] {
        var writer = Writer(capacity: (record.value?.count ?? 0) + 512)
        write(record, into: &writer)
        return writer.bytes
    }

    mutating func print(_ record: OutputRecord) {
        Self.write(record, into: &writer)
        writer.raw("\n")
        if writer.bytes.count > 1 << 19 { flush() }
    }

    mutating func print(_ line: [UInt8]) {
        writer.raw(line)
        writer.raw("\n")
        if writer.bytes.count > 1 << 19 { flush() }
    }

    /// Writes what is still held back.
    mutating func flush() {
        var at = 0
        while at < writer.bytes.count, !isClosed {
            let written = unsafe writer.bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(STDOUT_FILENO, bytes.baseAddress?.advanced(by: at), bytes.count - at)
            }
            if written < 0, errno == EINTR { continue }
            if written < 0 { isClosed = true } else { at += written }
        }
        writer.removeAll(keepingCapacity: true)
    }

    private static func write(_ record: OutputRecord, into writer: inout Writer) {
        writer.raw("{\"topic\":")
        writer.string(record.topic)
        writer.raw(",\"key\":")
        if let key = record.key { writer.string(key) } else { writer.raw("null") }
        writer.raw(",\"headers\":{")
        for (index, header) in record.headers.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.string(header.name)
            writer.raw(":")
            writer.string(header.value)
        }
        writer.raw("},")
        guard record.kind == .deadLetter else {
            writer.raw("\"value\":")
            if let value = record.value { writer.raw(value) } else { writer.raw("null") }
            writer.raw("}")
            return
        }
        let value = record.value ?? []
        if String(validating: value, as: UTF8.self) != nil {
            writer.raw("\"value\":")
            writer.string(value)
        } else {
            writer.raw("\"value_base64\":\"")
            writer.raw(Base64.encode(value))
            writer.raw("\"")
        }
        writer.raw("}")
    }
}

/// Bytes as text, where they are no UTF-8: RFC 4648, with padding.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The base64 text of bytes.
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
