import Vocabulary

/// Converts names of HealthKit to words.
package enum Names {
    /// Returns `step count` for `HKQuantityTypeIdentifierStepCount`.
    package static func words(_ identifier: String) -> String {
        let name = name(identifier)
        var words = ""
        var last: Character = " "
        for character in name {
            if character.isUppercase, last.isLowercase || last.isNumber { words += " " }
            words += character.lowercased()
            last = character
        }
        return words
    }

    /// Returns the part of an identifier that names the type: `BloodPressure` of
    /// `HKCorrelationTypeIdentifierBloodPressure`, and `VisionPrescription` of `HKVisionPrescriptionTypeIdentifier`.
    private static func name(_ identifier: String) -> Substring {
        guard identifier.hasPrefix("HK") else { return identifier[...] }
        guard let range = identifier.firstRange(of: "TypeIdentifier") else {
            return identifier.dropFirst(identifier.hasPrefix("HKDataType") ? "HKDataType".count : "HK".count)
        }
        let rest = identifier[range.upperBound...]
        return rest.isEmpty ? identifier[..<range.lowerBound].dropFirst("HK".count) : rest
    }

    /// Shortens an id to a form such as `sleep/1A2B3C4D…`, which is enough to distinguish two UUIDs.
    package static func short(_ documentID: String) -> String {
        let parts = documentID.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, parts[1].utf8.count == 36 else { return documentID }
        return "\(parts[0])/\(parts[1].prefix(8))…"
    }

    /// Formats the number of a metadata key with its unit.
    package static func value(_ number: Double, _ unit: String, ofKey key: String) -> String {
        // Metadata with a text value has the text as its unit, and 0 as its number.
        if number == 0, unit.contains("/") { return unit }
        return value(Catalogue.isInHundredths(metadataKey: key) && unit == "%" ? number / 100 : number, unit)
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
