/// Names of HealthKit as words.
package enum Names {
    private static let prefixes = [
        "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKDataTypeIdentifier", "HK",
    ]

    /// `HKQuantityTypeIdentifierStepCount` is `step count`.
    package static func words(_ identifier: String) -> String {
        let prefix = prefixes.first { identifier.hasPrefix($0) } ?? ""
        var words = ""
        for character in identifier.dropFirst(prefix.count) {
            if character.isUppercase, let last = words.last, last.isLowercase { words += " " }
            words += character.lowercased()
        }
        return words
    }

    /// `sleep/1A2B3C4D…`: enough of a UUID to tell two apart.
    package static func short(_ documentID: String) -> String {
        let parts = documentID.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, parts[1].utf8.count == 36 else { return documentID }
        return "\(parts[0])/\(parts[1].prefix(8))…"
    }

    /// A number with its unit, which is left out for what is only counted.
    package static func value(_ number: Double, _ unit: String) -> String {
        switch unit {
        case "count": Figures.short(number)
        case "bool": number == 0 ? "no" : "yes"
        case "s", "TimeInterval": Figures.duration(seconds: number)
        case "%": Figures.decimal(number * 100, places: 0) + " %"
        case "m" where number >= 1_000: Figures.short(number / 1_000) + " km"
        case _ where unit.hasPrefix("count/"): Figures.short(number) + unit.dropFirst("count".count)
        default: Figures.short(number) + " " + unit
        }
    }
}
