/// Converts names of HealthKit to words.
package enum Names {
    private static let prefixes = [
        "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKDataTypeIdentifier", "HK",
    ]

    /// Returns `step count` for `HKQuantityTypeIdentifierStepCount`.
    package static func words(_ identifier: String) -> String {
        let prefix = prefixes.first { identifier.hasPrefix($0) } ?? ""
        var words = ""
        var last: Character = " "
        for character in identifier.dropFirst(prefix.count) {
            if character.isUppercase, last.isLowercase || last.isNumber { words += " " }
            words += character.lowercased()
            last = character
        }
        return words
    }

    /// Shortens an id, such as `sleep/1A2B3C4D…`; this is enough of a UUID to distinguish two.
    package static func short(_ documentID: String) -> String {
        let parts = documentID.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, parts[1].utf8.count == 36 else { return documentID }
        return "\(parts[0])/\(parts[1].prefix(8))…"
    }

    /// Formats a number with its unit; counts have no unit.
    package static func value(_ number: Double, _ unit: String) -> String {
        switch unit {
        case "bool": number == 0 ? "no" : "yes"
        case "s", "TimeInterval": Figures.duration(seconds: number)
        case "%": Figures.decimal(number * 100, places: 0) + " %"
        case "m" where number >= 1_000: Figures.short(number / 1_000) + " km"
        default: Figures.short(number) + Self.unit(unit)
        }
    }

    /// Returns the text after a number; empty for counts.
    static func unit(_ unit: String) -> String {
        switch unit {
        case "count": ""
        case "degC": " °C"
        case "degF": " °F"
        case _ where unit.hasPrefix("count/"): String(unit.dropFirst("count".count))
        default: " " + unit
        }
    }
}
