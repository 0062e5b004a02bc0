/// A picture of a day's motion over one time axis, with the sources below each other.
package struct MotionPicture {
    /// The kinds of motion as documents name them.
    private static let kinds = [
        Timeline.Track("cycling", .heart), Timeline.Track("running", .awake), Timeline.Track("walking", .good),
        Timeline.Track("driving", .rem), Timeline.Track("stationary", .core), Timeline.Track("sleeping", .deep),
    ]

    private let width: Int
    private let ink: ANSIStyle
    private let clock: LocalClock

    package init(width: Int, ink: ANSIStyle, clock: LocalClock) {
        self.width = width
        self.ink = ink
        self.clock = clock
    }

    /// Returns the lines of the picture.
    package func draw(_ document: DocumentView) -> [String] {
        let timeline = Timeline(Self.kinds, from: document.start, to: document.end, width: width, ink: ink)
        let rows = ([document.item] + document.others).flatMap { item in
            [ink(.bold, source(of: item, document))] + Facts.lines(facts(item), width: width)
                + timeline.draw(bars(item)) + [""]
        }
        return rows + timeline.axis(clock)
    }

    private func source(of item: ItemView, _ document: DocumentView) -> String {
        let place = item.data.first?.quantities.first?.source ?? 0
        return document.sources.indices.contains(place) ? document.sources[place] : "no source"
    }

    private func facts(_ item: ItemView) -> [String] {
        Self.kinds.compactMap { kind in
            item.number(kind.kind).flatMap { $0 > 0 ? "\(kind.label) \(Figures.duration(seconds: $0))" : nil }
        }
    }

    private func bars(_ item: ItemView) -> [Timeline.Bar] {
        item.data.flatMap { kind, quantities in
            quantities.map { Timeline.Bar(kind: kind, start: $0.start, end: $0.end) }
        }
    }
}
