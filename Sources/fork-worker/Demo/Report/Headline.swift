/// The values of a document that a person looks at first.
package enum Headline {
    /// One line, which may be long.
    package static func of(_ document: DocumentView, _ clock: LocalClock) -> String {
        let item = document.item
        switch document.type {
        case "sleep":
            let asleep = item.number("asleep").map { " · asleep " + Figures.duration(seconds: $0) } ?? ""
            let primary = item.number("primary") == 1 ? " · primary" : ""
            return clock.span(document.start, document.end) + asleep + primary
        case "workouts":
            let duration = item.number("duration").map { " · " + Figures.duration(seconds: $0) } ?? ""
            return "\(item.name) · \(clock.span(document.start, document.end))\(duration)"
        case "heart":
            let count = item.data.reduce(0) { $0 + $1.quantities.count }
            return ["average", "minimum", "maximum"]
                .compactMap { key in
                    item.metadata.first { $0.key == key }.map { "\(key) \(Names.value($0.number, $0.unit))" }
                }
                .joined(separator: ", ") + " · \(Figures.count(count, "sample"))"
        default:
            return values(of: item)
        }
    }

    /// Sums, or averages with least and greatest, or the samples' own values; by type.
    package static func values(of item: ItemView) -> String {
        item.data.map { key, quantities in
            let name = key.hasPrefix("HK") ? Names.words(key) + " " : ""
            return name + values(quantities)
        }
        .joined(separator: " · ")
    }

    private static func values(_ quantities: [QuantityView]) -> String {
        func value(_ type: String) -> String? {
            quantities.first { $0.type == type }.map { Names.value($0.number, $0.unit) }
        }
        if let sum = value("sum") { return sum }
        if let average = value("average") {
            guard let minimum = value("minimum"), let maximum = value("maximum"), minimum != maximum else {
                return average
            }
            return "\(average) (\(minimum) to \(maximum))"
        }
        let shown = quantities.prefix(6).map { Names.value($0.number, $0.unit) }
        let rest = quantities.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
