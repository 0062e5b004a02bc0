package import JSON

/// A converter from the text of a metadata entry to the value that a native upload contains.
///
/// Exports of the Health app and the SDK of Open Wearables write all metadata as text.
package struct MetadataText {
    private var isUnit: [[UInt8]: Bool] = [:]
    private static let mostUnits = 1_000
    private static let longestUnit = 100

    package init() {}

    /// Appends the value of a key.
    ///
    /// For a key of bools, `1` and `true` become true. For a key of quantities, `70.5 degF` becomes a value with its
    /// unit, and `96 %` becomes 0.96, because HealthKit's percentages are fractions. For an unknown key, text stays
    /// text.
    package mutating func write(_ text: [UInt8], of key: [UInt8], into writer: inout Writer) {
        let known = unsafe key.withUnsafeBytes { unsafe Catalogue.metadataKey($0) }
        switch known?.kind {
        case .bool where text == [UInt8(ascii: "1")] || text == Array("true".utf8): writer.bool(true)
        case .bool where text == [UInt8(ascii: "0")] || text == Array("false".utf8): writer.bool(false)
        case .bool, .int, .number:
            if let whole = NumberText.whole(text[...]) {
                writer.number(whole)
            } else if !writeQuantity(text, into: &writer) {
                writeNumber(text, into: &writer)
            }
        case .quantity:
            if !writeQuantity(text, into: &writer) { writeNumber(text, into: &writer) }
        case .string, .date, .synthetic, nil: writer.string(text)
        }
    }

    private func writeNumber(_ text: [UInt8], into writer: inout Writer) {
        if let number = NumberText.double(text[...]) {
            writer.number(number)
        } else {
            writer.string(text)
        }
    }

    /// Appends `{value, unit}` for a number, a space and a unit; returns false for any other text.
    private mutating func writeQuantity(_ text: [UInt8], into writer: inout Writer) -> Bool {
        guard let space = text.firstIndex(of: UInt8(ascii: " ")), let number = NumberText.double(text[..<space]) else {
            return false
        }
        let unit = Array(text[(space + 1)...])
        guard isKnown(unit) else { return false }
        let isPercent = unit == [UInt8(ascii: "%")]
        writer.raw("{\"value\":")
        writer.number(isPercent ? number / 100 : number)
        writer.raw(",\"unit\":")
        writer.string(unit)
        writer.raw("}")
        return true
    }

    private mutating func isKnown(_ unit: [UInt8]) -> Bool {
        if unit.count > Self.longestUnit { return false }
        if let known = isUnit[unit] { return known }
        let known = (try? Unit(String(decoding: unit, as: UTF8.self))) != nil
        if isUnit.count < Self.mostUnits { isUnit[unit] = known }
        return known
    }
}
