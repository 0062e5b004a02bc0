import JSON

/// Escapes untrusted values for log lines.
package enum EscapedText {
    /// Longer values are truncated, because log lines are read by people.
    private static let maxScalars = 1000

    /// Whether a value needs no quotes in a text line.
    static func isPlain(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.count <= maxScalars
            && value.unicodeScalars.allSatisfy { $0 != " " && $0 != "\"" && $0 != "\\" && $0 != "=" && !isHidden($0) }
    }

    /// Writes a JSON string in which line breaks, control characters and invisible characters are escaped.
    ///
    /// JSON allows U+2028 and similar characters, but some programs split lines there.
    static func quote(_ value: String, into writer: inout Writer) {
        writer.byte(UInt8(ascii: "\""))
        var count = 0
        for scalar in value.unicodeScalars {
            count += 1
            guard count <= maxScalars else {
                writer.raw("...")
                break
            }
            switch scalar {
            case "\"": writer.raw("\\\"")
            case "\\": writer.raw("\\\\")
            case "\n": writer.raw("\\n")
            case "\r": writer.raw("\\r")
            case "\t": writer.raw("\\t")
            case _ where isHidden(scalar):
                for unit in String(scalar).utf16 { escape(unit, into: &writer) }
            default: writer.raw(Array(String(scalar).utf8))
            }
        }
        writer.byte(UInt8(ascii: "\""))
    }

    private static func escape(_ unit: UInt16, into writer: inout Writer) {
        writer.raw("\\u")
        for shift in [12, 8, 4, 0] {
            let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift)) & 15
            writer.byte(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // ASCII is the common case and needs no Unicode tables.
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: true
        default: false
        }
    }

    /// Joins consecutive numbers into ranges, such as `0-2,5`.
    package static func ranges(_ values: [Int32]) -> String {
        var ranges: [ClosedRange<Int32>] = []
        for value in Set(values).sorted() {
            if let last = ranges.last, last.upperBound + 1 == value {
                ranges[ranges.count - 1] = last.lowerBound...value
            } else {
                ranges.append(value...value)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ",")
    }
}
