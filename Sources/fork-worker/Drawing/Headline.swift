/// The values of a document that a person looks at first.
package enum Headline {
    /// Short statements, in the order of weight.
    package static func of(_ document: DocumentView, _ clock: LocalClock) -> [String] {
        let item = document.item
        switch document.type {
        case "sleep":
            let isAsleep = item.number("asleep", above: 0)
            let length = isAsleep ? "asleep" : "in_bed"
            return [clock.span(document.start, document.end)]
                + (item.number(length).map { ["\(isAsleep ? "asleep" : "in bed") \(Figures.duration(seconds: $0))"] }
                    ?? [])
                + (item.number("primary", above: 0) ? ["primary"] : [])
        case "workouts":
            return [item.name, clock.span(document.start, document.end)]
                + (item.number("duration").map { [Figures.duration(seconds: $0)] } ?? [])
        case "heart":
            return heart(item) + [Figures.count(item.data.reduce(0) { $0 + $1.quantities.count }, "sample")]
        default:
            return values(of: item) + item.nested.map { Figures.count($0.items.count, Names.words($0.key)) }
        }
    }

    /// Sums, or averages with least and greatest, or the samples' own values; one statement for each type.
    package static func values(of item: ItemView) -> [String] {
        item.data.map { key, quantities in
            let name = key.hasPrefix("HK") ? Names.words(key) + " " : ""
            return name + values(quantities)
        }
    }

    private static func heart(_ item: ItemView) -> [String] {
        guard let average = item.metadata.first(where: { $0.key == "average" }) else { return [] }
        return [
            "average "
                + spread(average.number, item.number("minimum"), item.number("maximum"), unit: average.unit)
        ]
    }

    private static func values(_ quantities: [QuantityView]) -> String {
        func value(_ type: String) -> QuantityView? { quantities.first { $0.type == type } }
        if let sum = value("sum") { return Names.value(sum.number, sum.unit) }
        if let average = value("average") {
            return spread(average.number, value("minimum")?.number, value("maximum")?.number, unit: average.unit)
        }
        let shown = quantities.prefix(6)
        let rest = quantities.count - shown.count
        let unit = shown.last.map { Names.unit($0.unit) } ?? ""
        return shown.map { Figures.short($0.number) }.joined(separator: ", ") + unit
            + (rest > 0 ? " and \(rest) more" : "")
    }

    /// `91 (58 to 124)/min`: the unit once; no bounds where there is only one value.
    private static func spread(_ average: Double, _ minimum: Double?, _ maximum: Double?, unit: String) -> String {
        guard let minimum, let maximum, minimum < maximum else { return Names.value(average, unit) }
        let bounds = "\(Figures.short(minimum)) to \(Figures.short(maximum))"
        return "\(Names.value(average, unit)) (\(bounds))"
    }
}
