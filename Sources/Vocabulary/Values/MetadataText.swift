package import JSON

/// Turns the text of a metadata entry into the value that an upload has for it.
///
/// Exports of the Health app and the SDK of Open Wearables write all metadata as text.
package struct MetadataText {
    private var isUnit: [[UInt8]: Bool] = [:]
    private static let mostUnits = 1_000
    private static let longestUnit = 100

    package init() {}

    /// Appends the value of a key.
    ///
    /// `1` or `true` under a key for bools becomes true, `70.5 degF` under one for quantities a value with its unit. HealthKit
    /// counts percent in hundredths: `96 %` is 0.96 of one. Text under an unknown key stays text.
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

    /// Appends `{value, unit}` for a number, a space and a unit; false for any other text.
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
