/// The most important values of a document.
package enum Headline {
    /// Returns short statements, the most important first.
    package static func of(_ document: DocumentView, _ clock: LocalClock) -> [String] {
        let item = document.item
        switch document.type {
        case "sleep":
            let isAsleep = item.number("asleep", above: 0)
            let length = isAsleep ? "asleep" : "in_bed"
            return [clock.span(document.start, document.end)]
                + (item.number(length).map { ["\(isAsleep ? "asleep" : "in bed") \(Figures.duration(seconds: $0))"] }
                    ?? [])
                + (document.isPrimary ? ["primary"] : [])
        case "workouts":
            return [item.name, clock.span(document.start, document.end)]
                + (item.number("duration").map { [Figures.duration(seconds: $0)] } ?? [])
                + (document.isPrimary ? ["primary"] : [])
        case "motion":
            return ([item] + document.others).map(motion)
        case "characteristic":
            return item.nested.map { "\(Names.words($0.key)) \($0.items.first.map(characteristic) ?? "")" }
        case "heart":
            return heart(item) + [Figures.count(item.data.reduce(0) { $0 + $1.quantities.count }, "sample")]
        default:
            return values(of: item) + item.nested.map { Figures.count($0.items.count, Names.words($0.key)) }
        }
    }

    /// Returns one statement for each data series: its sum, its average with minimum and maximum, or its values.
    package static func values(of item: ItemView) -> [String] {
        item.data.map { key, quantities in
            let name = key.hasPrefix("HK") ? Names.words(key) + " " : ""
            return name + (key.hasPrefix("HKCategoryType") ? names(of: quantities) : values(quantities))
        }
    }

    /// Returns the time of each kind of motion of one source.
    private static func motion(_ item: ItemView) -> String {
        item.metadata.filter { $0.key != "recorded" }
            .map { "\($0.key) \(Figures.duration(seconds: $0.number))" }
            .joined(separator: ", ")
    }

    private static func heart(_ item: ItemView) -> [String] {
        guard let average = item.metadata.first(where: { $0.key == "average" }) else { return [] }
        return [
            "average "
                + spread(average.number, item.number("minimum"), item.number("maximum"), unit: average.unit)
        ]
    }

    /// The most values that are listed.
    private static let mostValues = 6

    /// Returns the names of category values, such as `light, medium`.
    private static func names(of quantities: [QuantityView]) -> String {
        let rest = quantities.count - mostValues
        return quantities.prefix(mostValues).map(\.unit).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    /// Returns the name of a characteristic's value, or its number if the value has no name.
    private static func characteristic(_ item: ItemView) -> String {
        guard let value = item.quantities("value").first else { return "" }
        return value.unit == "count" ? Figures.short(value.number) : value.unit
    }

    private static func values(_ quantities: [QuantityView]) -> String {
        func value(_ type: String) -> QuantityView? { quantities.first { $0.type == type } }
        if let sum = value("sum") { return Names.value(sum.number, sum.unit) }
        if let average = value("average") {
            return spread(average.number, value("minimum")?.number, value("maximum")?.number, unit: average.unit)
        }
        let shown = quantities.prefix(mostValues)
        let rest = quantities.count - shown.count
        let unit = shown.last.map { Names.unit($0.unit) } ?? ""
        return shown.map { Figures.short($0.number) }.joined(separator: ", ") + unit
            + (rest > 0 ? " and \(rest) more" : "")
    }

    /// Formats an average with its range, such as `91/min (58 to 124)`; without the range if it is empty.
    private static func spread(_ average: Double, _ minimum: Double?, _ maximum: Double?, unit: String) -> String {
        guard let minimum, let maximum, minimum < maximum else { return Names.value(average, unit) }
        let bounds = "\(Figures.short(minimum)) to \(Figures.short(maximum))"
        return "\(Names.value(average, unit)) (\(bounds))"
    }
}
