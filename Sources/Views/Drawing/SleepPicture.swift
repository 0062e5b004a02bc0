/// Draws the sleep sessions of a connection below each other over one time axis.
package struct SleepPicture {
    /// The stages by their values in `HKCategoryValueSleepAnalysis`.
    package static let stages = [
        Timeline.Track("2", label: "awake", .awake), Timeline.Track("5", label: "REM", .rem),
        Timeline.Track("3", label: "core", .core), Timeline.Track("4", label: "deep", .deep),
        Timeline.Track("1", label: "asleep", .core),
        Timeline.Track("0", label: "in bed", .dim),
    ]

    private let width: Int
    private let ink: ANSIStyle
    private let clock: LocalClock

    package init(width: Int, ink: ANSIStyle, clock: LocalClock) {
        self.width = width
        self.ink = ink
        self.clock = clock
    }

    /// Returns the lines of the picture; empty without sessions.
    package func draw(_ sessions: [DocumentView]) -> [String] {
        guard let start = sessions.map(\.start).min(), let end = sessions.map(\.end).max() else { return [] }
        let hypnogram = Timeline(Self.stages, from: start, to: end, width: width, ink: ink)
        let ordered = sessions.sorted { $0.isPrimary != $1.isPrimary ? $0.isPrimary : $0.start < $1.start }
        let rows = ordered.flatMap { session in
            [title(session)] + facts(session) + hypnogram.draw(bars(session)) + [""]
        }
        return rows + hypnogram.axis(clock)
    }

    private func title(_ session: DocumentView) -> String {
        let source = session.sources.joined(separator: ", ")
        return ink(.bold, source) + session.primaryMark(ink) + "  " + ink(.dim, Names.short(session.id))
    }

    private func facts(_ session: DocumentView) -> [String] {
        var facts = [clock.span(session.start, session.end)]
        for (key, name) in [
            ("asleep", "asleep"), ("deep", "deep"), ("rem", "REM"), ("core", "core"), ("awake", "awake"),
            ("in_bed", "in bed"),
        ] {
            guard let seconds = session.item.number(key), seconds > 0 else { continue }
            facts.append("\(name) \(Figures.duration(seconds: seconds))")
        }
        if let awakenings = session.item.number("awakenings"), awakenings > 0 {
            facts.append(Figures.count(Int(awakenings), "awakening"))
        }
        if let efficiency = session.item.number("efficiency"), efficiency > 0 {
            facts.append("efficiency \(Figures.decimal(efficiency * 100, places: 0)) %")
        }
        return Facts.lines(facts, width: width)
    }

    private func bars(_ session: DocumentView) -> [Timeline.Bar] {
        session.item.quantities("sleep").map {
            Timeline.Bar(kind: Figures.decimal($0.number, places: 0), start: $0.start, end: $0.end)
        }
    }
}

/// Joins short statements with dots between them.
package enum Facts {
    /// Returns lines that break only between statements.
    package static func lines(_ facts: [String], width: Int) -> [String] {
        var lines: [String] = []
        for fact in facts {
            if let last = lines.last, last.count + fact.count + 3 <= width {
                lines[lines.count - 1] = last + " · " + fact
            } else {
                lines.append(fact)
            }
        }
        return lines
    }
}
