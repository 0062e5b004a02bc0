/// A text page of a connection's documents: a table for each type, and pictures of nights, motion and workouts.
package struct DocumentPage {
    private static let width = 78
    private static let indent = "  "
    private static let idWidth = 29
    private static let leastWidth = 30
    private static let barWidth = 40

    private let ink: ANSIStyle
    /// Returns the clock of a time zone by name; UTC if the zone is unknown.
    private let clock: (String) -> LocalClock

    package init(ink: ANSIStyle, clock: @escaping (String) -> LocalClock) {
        self.ink = ink
        self.clock = clock
    }

    /// Returns the whole page, with one section for each type in the order of the documents.
    package func lines(_ documents: [DocumentView]) -> [String] {
        var lines: [String] = []
        let idWidth = Self.idWidth(documents)
        var rest = documents[...]
        while let type = rest.first?.type {
            let group = Array(rest.prefix { $0.type == type })
            rest = rest.dropFirst(group.count)
            lines += ["", heading(type, group, idWidth)]
            switch type {
            case "sleep": lines += nights(group)
            case "motion": lines += group.flatMap(motion)
            case "workouts": lines += group.flatMap { [""] + workout($0) }
            default: lines += group.flatMap { row($0, idWidth: idWidth) }
            }
        }
        return lines
    }

    /// Removes documents that start before the latest `days` days, except characteristics, which have no day.
    ///
    /// Returns lines that tell how to see all documents; no lines if nothing is removed.
    package func keepLatest(_ documents: inout [DocumentView], days: Int) -> [String] {
        let dated = documents.filter { $0.type != "characteristic" }
        guard let latest = dated.max(by: { $0.start < $1.start }), let first = dated.min(by: { $0.start < $1.start })
        else { return [] }
        let from = clock(latest.zone).startOfDay(latest.start, daysBefore: days - 1)
        let count = documents.count
        documents.removeAll { $0.start < from && $0.type != "characteristic" }
        if documents.count == count { return [] }
        let note =
            "\(Figures.count(documents.count, "document")) of the last \(days) days; for all: --from "
            + clock(first.zone).day(first.start)
        return ["", Self.indent + ink(.dim, note)]
    }

    /// Returns the type's name with the number of documents, or with a curve if each document has one main value.
    private func heading(_ type: String, _ documents: [DocumentView], _ idWidth: Int) -> String {
        let title = ink(.heading, Paragraph.pad(Names.words(type), to: idWidth))
        let numbers = documents.compactMap(\.headNumber)
        guard numbers.count == documents.count, numbers.count > 2 else {
            return Self.indent + title + ink(.dim, Figures.count(documents.count, "document"))
        }
        return Self.indent + title
            + ink(.core, Sparkline.draw(numbers, width: Self.barWidth, fromZero: documents.allSatisfy(\.isTotal)))
    }

    /// Returns the width of the column of ids, which is wide enough for the longest id in a table.
    private static func idWidth(_ documents: [DocumentView]) -> Int {
        documents.reduce(idWidth) { max($0, pictured.contains($1.type) ? 0 : Names.short($1.id).count + 2) }
    }

    /// The types that are drawn as pictures instead of rows of a table.
    private static let pictured = ["motion", "sleep", "workouts"]

    /// Returns the document's id with its most important values.
    private func row(_ document: DocumentView, idWidth: Int) -> [String] {
        let width = max(Self.width - idWidth, Self.leastWidth)
        let values = Facts.lines(Headline.of(document, clock(document.zone)), width: width).flatMap {
            Paragraph.wrap($0, width: width)
        }
        return (values.isEmpty ? [""] : values).enumerated().map { index, line in
            let id = Paragraph.pad(index == 0 ? Names.short(document.id) : "", to: idWidth)
            return Self.indent + ink(.bold, id) + line
        }
    }

    /// Draws all sleep sessions that end on the same day in one picture.
    private func nights(_ sessions: [DocumentView]) -> [String] {
        var lines: [String] = []
        var rest = sessions[...]
        while let first = rest.first {
            let clock = clock(first.zone)
            let day = clock.fullDate(first.end)
            let night = Array(rest.prefix { clock.fullDate($0.end) == day })
            rest = rest.dropFirst(night.count)
            lines += ["", Self.indent + ink(.heading, "The night to \(day)"), ""] + picture(of: night, clock)
        }
        return lines
    }

    /// Draws sleep sessions over a common time axis.
    private func picture(of sessions: [DocumentView], _ clock: LocalClock) -> [String] {
        indented(SleepPicture(width: Self.width, ink: ink, clock: clock).draw(sessions))
    }

    /// Draws a day's motion below its date.
    private func motion(_ document: DocumentView) -> [String] {
        let clock = clock(document.zone)
        let picture = MotionPicture(width: Self.width, ink: ink, clock: clock).draw(document)
        return ["", Self.indent + ink(.heading, "In motion on \(clock.fullDate(document.start))"), ""]
            + indented(picture)
    }

    /// Draws a workout with its nested items.
    private func workout(_ document: DocumentView) -> [String] {
        indented(WorkoutTree(width: Self.width, ink: ink, clock: clock(document.zone)).draw(document))
    }

    private func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "" : Self.indent + $0 } }
}

extension DocumentView {
    /// The sum or the average of a document with a single data series.
    fileprivate var headNumber: Double? { headQuantity?.number }
    fileprivate var isTotal: Bool { headQuantity?.type == "sum" }

    private var headQuantity: QuantityView? {
        guard item.data.count == 1, item.nested.isEmpty, let quantities = item.data.first?.quantities else {
            return nil
        }
        return quantities.first { $0.type == "sum" || $0.type == "average" }
    }
}
