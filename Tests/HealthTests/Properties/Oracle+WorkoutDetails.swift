import Foundation

/// Climbs and laps of workouts.
extension Oracle {
    /// The meters up and down of all routes; what the metadata has already is not said again.
    static func climbs(_ routes: [PlainSample], besides metadata: [String: Tree]) -> [String: Tree] {
        var (up, down, isKnown) = (0.0, 0.0, false)
        for route in routes {
            let points = (route.points ?? []).sorted { $0["time"] ?? 0 < $1["time"] ?? 0 }
            let heights = points.compactMap { point -> Double? in
                let accuracy = point["vertical_accuracy"] ?? 0
                return accuracy < 0 || accuracy > 20 ? nil : point["altitude"]
            }
            isKnown = isKnown || heights.count >= 2
            let smooth = heights.indices.map { index in
                let near = heights.indices.filter { abs($0 - index) <= 2 }.map { heights[$0] }
                return near.reduce(0, +) / Double(near.count)
            }
            for index in smooth.indices.dropFirst() {
                up += max(0, smooth[index] - smooth[index - 1])
                down += max(0, smooth[index - 1] - smooth[index])
            }
        }
        var climbs: [String: Tree] = [:]
        if isKnown, metadata["HKElevationAscended"] == nil { climbs["elevation_ascended"] = value(up, "m") }
        if isKnown, metadata["HKElevationDescended"] == nil { climbs["elevation_descended"] = value(down, "m") }
        return climbs
    }

    /// One item for each lap that differs from the others in its bounds.
    static func laps(
        _ workout: PlainWorkout,
        _ sample: PlainSample,
        _ associated: [PlainSample],
        _ distance: OracleDistance
    ) -> [Tree] {
        var laps: [(event: PlainEvent, isSwim: Bool)] = []
        // What an activity says goes first.
        for activity in workout.activities {
            laps += activity.events.map { ($0, (activity.code ?? workout.code) == 46) }
        }
        laps += workout.events.map { ($0, workout.code == 46) }
        var shown: [(event: PlainEvent, isSwim: Bool)] = []
        for lap in laps where lap.event.type == 3 {
            let isKnown = shown.contains { $0.event.start == lap.event.start && $0.event.end == lap.event.end }
            if !isKnown { shown.append(lap) }
        }
        shown.sort { ($0.event.start, $0.event.end) < ($1.event.start, $1.event.end) }
        let strokes = associated.filter { $0.type == "HKQuantityTypeIdentifierSwimmingStrokeCount" }
        return shown.map { lap in
            let (event, length) = (lap.event, lap.event.end - lap.event.start)
            let (from, to) = (max(event.start, sample.start), min(event.end, sample.end))
            let count = strokes.filter { $0.hasTime(in: from, to) }
                .reduce(0.0) { $0 + part($1, among: strokes, from, to) }
            var metadata: [String: Tree] = [:]
            if length > 0 { metadata["duration"] = value(length, "TimeInterval") }
            if length > 0, count > 0 {
                metadata["strokes"] = value(count, "count")
                metadata["swolf"] = value(length + count, "count")
            }
            if let score = event.figures["HKSWOLFScore"] { metadata["swolf"] = value(score.value, "count") }
            let meters = distance.meters(from: event.start, to: event.end)
            if length > 0, meters > 0 { metadata["distance"] = value(meters, "m") }
            if lap.isSwim, let pool = sample.figures["HKLapLength"] { metadata["distance"] = value(pool.value, "m") }
            if let style = event.figures["HKSwimmingStrokeStyle"] {
                let names = [2: "freestyle", 3: "backstroke"]
                metadata["stroke_style"] = value(style.value, names[Int(style.value)] ?? "\(Int(style.value))")
            }
            var item: [String: Tree] = [
                "name": .text("laps"), "start_date": .number(event.start), "end_date": .number(event.end),
            ]
            if !metadata.isEmpty { item["meta_data"] = .object(metadata) }
            return .object(item)
        }
    }
}

/// The way of a workout, leg by leg: of its routes or, if they have no length, of its distance samples.
struct OracleDistance {
    private let legs: [(start: Double, end: Double, meters: Double)]
    /// How many points or samples the legs are made of.
    private let count: Int

    init(
        _ routes: [PlainSample],
        else samples: [PlainSample],
        of activity: Int,
        _ bounds: (start: Double, end: Double)
    ) {
        let along = Self.legs(along: routes)
        if along.contains(where: { $0.meters > 0 }) {
            // One leg for each point: the first of a route has no length.
            (legs, count) = (along, along.count)
            return
        }
        let distances = samples.filter { $0.known.document == "distance" && $0.hasTime(in: bounds.start, bounds.end) }
        let own = "HKQuantityTypeIdentifierDistance" + ([13: "Cycling", 46: "Swimming"][activity] ?? "WalkingRunning")
        let all = Dictionary(grouping: distances, by: \.type).mapValues { Self.legs(of: $0, bounds) }
        let longest = all.sorted { $0.key < $1.key }.max { Self.meters($0.value) < Self.meters($1.value) }
        legs = all[own] ?? longest?.value ?? []
        let type = all[own] == nil ? longest?.key : own
        count = distances.filter { $0.type == type }.count
    }

    private static func meters(_ legs: [(start: Double, end: Double, meters: Double)]) -> Double {
        legs.reduce(0.0) { $0 + $1.meters }
    }

    /// Between the points of each route; what is over before it begins does not come again.
    private static func legs(along routes: [PlainSample]) -> [(start: Double, end: Double, meters: Double)] {
        var legs: [(start: Double, end: Double, meters: Double)] = []
        for route in routes.sorted(by: PlainSample.ascending) {
            let over = legs.last?.end ?? -.infinity
            let points = (route.points ?? []).filter {
                ($0["horizontal_accuracy"] ?? 0) >= 0 && $0["time"] ?? 0 >= over
            }
            .sorted { $0["time"] ?? 0 < $1["time"] ?? 0 }
            if let time = points.first?["time"] { legs.append((time, time, 0)) }
            for (point, next) in zip(points, points.dropFirst()) {
                legs.append((point["time"] ?? 0, next["time"] ?? 0, meters(point, next)))
            }
        }
        return legs
    }

    /// By the angle between the directions from the middle of the Earth.
    private static func meters(_ one: [String: Double], _ other: [String: Double]) -> Double {
        func direction(_ point: [String: Double]) -> (x: Double, y: Double, z: Double) {
            let (north, east) = ((point["latitude"] ?? 0) * .pi / 180, (point["longitude"] ?? 0) * .pi / 180)
            return (cos(north) * cos(east), cos(north) * sin(east), sin(north))
        }
        let (a, b) = (direction(one), direction(other))
        let (x, y, z) = (a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        return 6_371_008.8 * atan2((x * x + y * y + z * z).squareRoot(), a.x * b.x + a.y * b.y + a.z * b.z)
    }

    /// What samples count between all their starts and ends.
    private static func legs(
        of samples: [PlainSample],
        _ bounds: (start: Double, end: Double)
    ) -> [(start: Double, end: Double, meters: Double)] {
        let cuts = Set(samples.flatMap { [max($0.start, bounds.start), min($0.end, bounds.end)] }).sorted()
        var legs = cuts.prefix(1).map { (start: $0, end: $0, meters: 0.0) }
        for (index, cut) in cuts.enumerated() {
            let points = samples.filter { $0.start == cut && $0.end == cut }
            legs.append((cut, cut, points.reduce(0.0) { $0 + Oracle.part($1, among: samples, cut, cut) }))
            guard index + 1 < cuts.count else { break }
            let next = cuts[index + 1]
            let spans = samples.filter { $0.start < $0.end }
            legs.append((cut, next, spans.reduce(0.0) { $0 + Oracle.part($1, among: samples, cut, next) }))
        }
        // Nothing is known before the first sample that counts, nor after the last.
        return legs
    }

    /// What of the way lies in [from, to).
    func meters(from: Double, to: Double) -> Double {
        legs.reduce(0.0) { sum, leg in
            if leg.start == leg.end { return from <= leg.start && leg.start < to ? sum + leg.meters : sum }
            let time = max(0, min(leg.end, to) - max(leg.start, from))
            return sum + leg.meters * time / (leg.end - leg.start)
        }
    }

    /// One item for each kilometer, and one for the rest; what lacks a millimeter is whole.
    var splits: [Tree] {
        guard var from = legs.first?.start, let end = legs.last?.end else { return [] }
        let whole = min(100 + 10 * count, Int(((Self.meters(legs) + 0.001) / 1000).rounded(.down)))
        var items: [Tree] = []
        for kilometer in 0..<whole {
            let reached = instant(of: Double(kilometer + 1) * 1000)
            items.append(Self.split(from, reached, 1000))
            from = reached
        }
        let rest = Self.meters(legs) - Double(whole) * 1000
        if rest > 0.001 { items.append(Self.split(from, end, rest)) }
        return items
    }

    /// When so many meters were behind.
    private func instant(of meters: Double) -> Double {
        var behind = 0.0
        for leg in legs {
            if behind + leg.meters >= meters - 0.001 {
                return leg.start + (leg.end - leg.start) * min(1, (meters - behind) / leg.meters)
            }
            behind += leg.meters
        }
        return legs.last?.end ?? 0
    }

    private static func split(_ from: Double, _ to: Double, _ meters: Double) -> Tree {
        .object([
            "name": .text("splits"), "start_date": .number(from), "end_date": .number(to),
            "meta_data": .object([
                "distance": Oracle.value(meters, "m"), "duration": Oracle.value(to - from, "TimeInterval"),
            ]),
        ])
    }
}
