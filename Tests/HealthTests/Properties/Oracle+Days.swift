import Foundation

/// The documents of local days and of hours of the heart.
extension Oracle {
    /// Where the time of a sample lies that no better source covers; a point is a span without length.
    static func free(_ sample: PlainSample, among rivals: [PlainSample]) -> [(start: Double, end: Double)] {
        let better = rivals.filter { $0.type == sample.type && $0.end > $0.start && $0.isBetter(than: sample) }
        if sample.start == sample.end {
            let isCovered = better.contains { $0.start <= sample.start && sample.start < $0.end }
            return isCovered ? [] : [(sample.start, sample.start)]
        }
        let cuts = Set([sample.start, sample.end] + better.flatMap { [$0.start, $0.end] })
            .filter { sample.start <= $0 && $0 <= sample.end }.sorted()
        return zip(cuts, cuts.dropFirst()).map { ($0, $1) }.filter { from, to in
            !better.contains { $0.start <= from && to <= $0.end }
        }
    }

    /// What a sample counts in [from, to).
    static func part(_ sample: PlainSample, among rivals: [PlainSample], _ from: Double, _ to: Double) -> Double {
        let free = free(sample, among: rivals)
        if sample.start == sample.end { return free.isEmpty ? 0 : sample.canonical }
        let time = free.reduce(0.0) { $0 + max(0, min($1.end, to) - max($1.start, from)) }
        return sample.canonical * time / (sample.end - sample.start)
    }

    /// The samples with time on each day, and what all those of one type add up to there.
    private mutating func totals(_ type: String) -> [Int: (sum: Double, members: [PlainSample])] {
        let all = samples.filter { $0.type == type }
        var days: [Int: (sum: Double, members: [PlainSample])] = [:]
        for sample in all {
            for day in clock.days(sample.start, sample.end, sample.zone) {
                let (start, end) = clock.bounds(day, sample.zone)
                days[day, default: (0, [])].sum += Self.part(sample, among: all, start, end)
                days[day, default: (0, [])].members.append(sample)
            }
        }
        return days
    }

    private mutating func bounds(_ day: Int, _ samples: [PlainSample]) -> (start: Double, end: Double) {
        var all: [(start: Double, end: Double)] = []
        for sample in samples { all.append(clock.bounds(day, sample.zone)) }
        return (all.map(\.start).min() ?? 0, all.map(\.end).max() ?? 0)
    }

    mutating func addTotals() {
        var days: [String: [Int: [(type: OracleType, sum: Double, members: [PlainSample])]]] = [:]
        for type in OracleType.all.values where type.isTotal {
            for (day, total) in totals(type.identifier) {
                days[type.document, default: [:]][day, default: []].append((type, total.sum, total.members))
            }
        }
        for (document, days) in days {
            for (day, totals) in days {
                let members = totals.flatMap(\.members)
                let bounds = bounds(day, members)
                var data: [String: Tree] = [:]
                for (type, sum, _) in totals {
                    data[type.key] = .list([Self.computed(Computed("sum", sum), type.unit, bounds)])
                }
                add(document, OracleClock.text(day), bounds, of: members, item: ["data": .object(data)])
            }
        }
    }

    /// Average, least and greatest; the average with the number of values that it is of.
    static func averages(_ samples: [PlainSample]) -> [Computed] {
        let count = samples.reduce(0.0) { $0 + $1.weight }
        let mean =
            samples[0].known.isLevel ? loudness(samples) : samples.reduce(0.0) { $0 + $1.weight * $1.canonical } / count
        let (least, greatest) = (samples.map(\.least).min() ?? 0, samples.map(\.greatest).max() ?? 0)
        // It lies between them, even where a condensed sample contradicts itself.
        let average = Computed("average", min(max(mean, least), greatest), count: count)
        return [average, Computed("minimum", least), Computed("maximum", greatest)]
    }

    /// The level of the mean energy: over time, else over the values.
    private static func loudness(_ samples: [PlainSample]) -> Double {
        let time = samples.reduce(0.0) { $0 + $1.end - $1.start }
        let weights = samples.map { time > 0 ? $0.end - $0.start : $0.weight }
        let energy = zip(samples, weights).reduce(0.0) { $0 + $1.1 * pow(10, $1.0.canonical / 10) }
        return 10 * log10(energy / weights.reduce(0, +))
    }

    mutating func addSummaries() {
        var days: [Int: [(type: OracleType, values: [Computed], members: [PlainSample])]] = [:]
        for type in OracleType.all.values where type.isQuantity {
            if type.kind == .cumulative {
                for (day, total) in totals(type.identifier) {
                    days[day, default: []].append((type, [Computed("sum", total.sum)], total.members))
                }
            } else {
                for (day, samples) in byDay(samples.filter { $0.type == type.identifier }) {
                    days[day, default: []].append((type, Self.averages(samples), samples))
                }
            }
        }
        let rings = byDay(samples.filter { $0.known.kind == .rings })
        for day in Set(days.keys).union(rings.keys) {
            let types = days[day] ?? []
            let rings = rings[day] ?? []
            let members = types.flatMap(\.members) + rings
            let bounds = bounds(day, members)
            var data: [String: Tree] = [:]
            for (type, values, _) in types {
                data[type.identifier] = .list(values.map { Self.computed($0, type.unit, bounds) })
            }
            var item = Self.listed(rings, OraclePlaces(members))
            item["data"] = .object(data)
            add("activitiesSummary", OracleClock.text(day), bounds, of: members, item: item)
        }
    }

    private mutating func byDay(_ samples: [PlainSample]) -> [Int: [PlainSample]] {
        var days: [Int: [PlainSample]] = [:]
        for sample in samples { days[clock.day(sample.start, sample.zone), default: []].append(sample) }
        return days
    }

    mutating func addHours() {
        let hours = Dictionary(grouping: samples.filter { $0.known.document == "heart" }) {
            Int(($0.start / 3600).rounded(.down))
        }
        for (hour, samples) in hours {
            var item = Self.listed(samples, OraclePlaces(samples))
            let rates = samples.filter { $0.type == "HKQuantityTypeIdentifierHeartRate" }
            if !rates.isEmpty {
                let computed = Self.averages(rates)
                var values = Dictionary(
                    uniqueKeysWithValues: computed.map { ($0.word, Self.value($0.number, "count/min")) }
                )
                values["count"] = Self.value(computed[0].count ?? 0, "count")
                item["meta_data"] = .object(values)
            }
            let day = Int((Double(hour) / 24).rounded(.down))
            let ofDay = hour - day * 24
            let name = OracleClock.text(day) + "T" + (ofDay < 10 ? "0" : "") + "\(ofDay)Z"
            add("heart", name, (Double(hour) * 3600, Double(hour + 1) * 3600), of: samples, item: item)
        }
    }

    /// The days of all that has no rule of its own.
    mutating func addDays() {
        let own: Set<OracleType.Kind> = [.sleep, .workout, .characteristic, .rings, .motion]
        let rest = samples.filter {
            !own.contains($0.known.kind) && !$0.known.isTotal && $0.known.document != "heart"
        }
        for (document, samples) in Dictionary(grouping: rest, by: \.known.document) {
            for (day, samples) in byDay(samples) {
                let item = Self.listed(samples, OraclePlaces(samples))
                add(document, OracleClock.text(day), bounds(day, samples), of: samples, item: item)
            }
        }
    }

    mutating func addCharacteristics() {
        let all = samples.filter { $0.known.kind == .characteristic }
        let shown = Dictionary(grouping: all, by: \.type).values.compactMap { samples in
            samples.max { ($0.start, $0.version, $0.values) < ($1.start, $1.version, $1.values) }
        }
        guard let start = shown.map(\.start).min(), let end = shown.map(\.end).max() else { return }
        add("characteristic", nil, (start, end), of: shown, item: Self.listed(shown, OraclePlaces(shown)))
    }
}
