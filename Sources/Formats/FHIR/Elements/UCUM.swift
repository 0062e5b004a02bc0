import Vocabulary

/// A translator of HealthKit's unit strings to codes of UCUM: `kcal/hr·kg` to `kcal/(h.kg)`.
///
/// It follows the grammar of HealthKit's units, in which everything after `/` belongs to the denominator.
struct UCUM {
    private let text: [UInt8]
    private var position = 0

    /// Returns the code of a unit, which must be one of HealthKit.
    static func code(of unit: String) -> String {
        if let bare = bare[unit] { return bare }
        var translator = UCUM(text: Array(unit.utf8))
        let code = translator.quotient().text
        // A code may begin with the solidus, as in /min, but not inside parentheses.
        return code.hasPrefix("1/") ? String(code.dropFirst()) : code
    }

    private init(text: [UInt8]) { self.text = text }

    /// A part of a code.
    private struct Part {
        var text: String
        /// Whether the part has an operator, so that it needs parentheses inside a larger part.
        var isCompound = false

        var inner: String { isCompound ? "(\(text))" : text }
    }

    private mutating func quotient() -> Part {
        let upper = product()
        guard skip("/") else { return upper }
        let lower = product()
        if lower.text == "1" { return upper }
        return Part(text: "\(upper.text)/\(lower.inner)", isCompound: true)
    }

    private mutating func product() -> Part {
        var parts: [Part] = []
        repeat {
            let part = factor()
            if part.text != "1" { parts.append(part) }
        } while skip("·") || skip("*") || skip(".")
        guard parts.count > 1 else { return parts.first ?? Part(text: "1") }
        return Part(
            text: parts.map { $0.text.contains("/") ? $0.inner : $0.text }.joined(separator: "."),
            isCompound: true
        )
    }

    private mutating func factor() -> Part {
        var part: Part
        if skip("(") {
            part = quotient()
            _ = skip(")")
        } else {
            part = name()
        }
        guard skip("^") else { return part }
        let power = take { $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if part.text == "1" || power == "0" { return Part(text: "1") }
        if power == "1" { return part }
        return Part(text: part.inner + power)
    }

    private mutating func name() -> Part {
        let start = position
        while position < text.count, !"/*.()^<".utf8.contains(text[position]), !startsWith("·") { position += 1 }
        let name = text[start..<position]
        if skip("<") {
            // The molar mass in mol<180.16>, which UCUM has no place for.
            _ = take { $0 != UInt8(ascii: ">") }
            _ = skip(">")
        }
        guard position > start, let (prefix, symbol) = Unit.split(name) else {
            // Not a unit of HealthKit; the next byte is skipped, so that every call ends.
            position += position > start ? 0 : 1
            return Part(text: "1")
        }
        let code = Self.symbols[symbol] ?? symbol
        return Part(text: (Self.prefixes[prefix] ?? prefix) + code, isCompound: code.contains("."))
    }

    private func startsWith(_ token: String) -> Bool { text[min(position, text.count)...].starts(with: token.utf8) }

    private mutating func skip(_ token: String) -> Bool {
        guard startsWith(token) else { return false }
        position += token.utf8.count
        return true
    }

    private mutating func take(while isPart: (UInt8) -> Bool) -> String {
        let start = position
        while position < text.count, isPart(text[position]) { position += 1 }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    /// Units that mean something else beside other units: temperatures, which are differences there, and percentages.
    private static let bare = ["degC": "Cel", "degF": "[degF]", "%": "%"]

    private static let prefixes = ["mc": "u", "\u{B5}": "u", "\u{3BC}": "u"]

    /// The codes of units whose names differ in UCUM; a share of a whole is a pure number beside other units.
    private static let symbols = [
        "oz": "[oz_av]", "lb": "[lb_av]", "st": "[stone_av]", "in": "[in_i]", "ft": "[ft_i]", "yd": "[yd_i]",
        "mi": "[mi_i]", "l": "L", "fl_oz_us": "[foz_us]", "fl_oz_imp": "[foz_br]", "pt_us": "[pt_us]",
        "pt_imp": "[pt_br]", "cup_us": "[cup_us]", "cup_imp": "10.[foz_br]", "mmHg": "mm[Hg]", "cmAq": "cm[H2O]",
        "dBASPL": "dB[SPL]", "dBHL": "dB", "inHg": "[in_i'Hg]", "hr": "h", "Cal": "[Cal]", "degC": "K",
        "degF": "[degR]",
        "IU": "[iU]", "count": "1", "%": "1", "D": "[diop]", "pD": "[p'diop]", "appleEffortScore": "{score}",
    ]
}
