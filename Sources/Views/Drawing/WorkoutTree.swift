/// Draws a workout as a tree of its nested items.
package struct WorkoutTree {
    private static let heartRate = "HKQuantityTypeIdentifierHeartRate"
    private static let barWidth = 33
    private static let map = (columns: 24, rows: 6)

    private let width: Int
    private let ink: ANSIStyle
    private let clock: LocalClock

    package init(width: Int, ink: ANSIStyle, clock: LocalClock) {
        self.width = width
        self.ink = ink
        self.clock = clock
    }

    /// Returns the lines for a document of type `workouts`.
    package func draw(_ document: DocumentView) -> [String] {
        let item = document.item
        let when = "\(clock.date(item.start)), \(clock.span(item.start, item.end))"
        let name = ink(.bold, item.name) + document.primaryMark(ink)
        let title = "\(name)  \(when)  \(ink(.dim, Names.short(document.id)))"
        let activities = item.nested.filter { $0.key.hasPrefix("workoutActivity_") }.flatMap(\.items)
            .sorted { $0.start < $1.start }
        var branches = facts(item, depth: 1)
        branches += activities.map(activity)
        branches += events(item)
        for (key, items) in item.nested {
            if key == "samples" { branches += items.flatMap(samples) }
            if key == "workoutRoute" { branches += items.map(route) }
        }
        return Tree(title, branches: branches).drawn
    }

    private func facts(_ item: ItemView, depth: Int) -> [Tree] {
        var facts = item.number("duration").map { ["in motion \(Figures.duration(seconds: $0))"] } ?? []
        facts += Headline.values(of: item)
        for (key, number, unit) in item.metadata where key.hasPrefix("HK") {
            facts.append("\(Names.words(key)) \(Names.value(number, unit, ofKey: key))")
        }
        let lines = Facts.lines(facts, width: width - depth * 3)
        return lines.isEmpty ? [] : [Tree(lines: lines)]
    }

    private func activity(_ item: ItemView) -> Tree {
        let kind = item.metadata.first { $0.key == "workout_activity_type" }?.unit ?? "activity"
        let title = ink(.bold, kind) + "  \(clock.span(item.start, item.end))"
        return Tree(title, branches: facts(item, depth: 2) + events(item))
    }

    private func events(_ item: ItemView) -> [Tree] {
        let events = item.nested.filter { $0.key == "workoutEvents" }.flatMap(\.items)
        return events.map { Tree("\($0.name)  \(clock.span($0.start, $0.end))") }
    }

    private func samples(_ item: ItemView) -> [Tree] {
        item.data.map { key, quantities in
            let title = "\(Figures.count(quantities.count, "sample")) of \(Names.words(key))"
            let bars = Sparkline.draw(quantities.map(\.number), width: Self.barWidth)
            return Tree(title + "  " + ink(key == Self.heartRate ? .heart : .core, bars))
        }
    }

    private func route(_ item: ItemView) -> Tree {
        let heights = item.places.compactMap(\.altitude)
        var title = "route of \(Figures.count(item.places.count, "place"))"
        if let least = heights.min(), let greatest = heights.max() {
            title += ", \(Figures.short(least)) to \(Figures.short(greatest)) m high"
        }
        let lines = RouteMap.draw(item.places, columns: Self.map.columns, rows: Self.map.rows)
        return Tree(lines: [title] + lines.map { ink(.good, $0) })
    }
}
