/// The documents of a connection as a page for a person: a table for each type, nights and workouts drawn.
package struct DocumentPage {
    private static let width = 78
    private static let indent = "  "
    private static let idWidth = 29
    private static let barWidth = 40

    private let ink: Ink
    /// The clock of a zone by its name; UTC where there is none.
    private let clock: (String) -> LocalClock

    package init(ink: Ink, clock: @escaping (String) -> LocalClock) {
        self.ink = ink
        self.clock = clock
    }

    /// All of a page, type by type in the order in which they come.
    package func lines(_ documents: [DocumentView]) -> [String] {
        var lines: [String] = []
        var rest = documents[...]
        while let type = rest.first?.type {
            let group = Array(rest.prefix { $0.type == type })
            rest = rest.dropFirst(group.count)
            lines += ["", heading(type, group)]
            switch type {
            case "sleep": lines += nights(group)
            case "workouts": lines += group.flatMap { [""] + workout($0) }
            default: lines += group.flatMap(row)
            }
        }
        return lines
    }

    /// The name of a type, how many there are, and the course of what there is one number of in each.
    private func heading(_ type: String, _ documents: [DocumentView]) -> String {
        let title = ink(.heading, Paragraph.pad(Names.words(type), to: Self.idWidth))
        let numbers = documents.compactMap(\.headNumber)
        guard numbers.count == documents.count, numbers.count > 2 else {
            return Self.indent + title + ink(.dim, Figures.count(documents.count, "document"))
        }
        return Self.indent + title + ink(.core, Sparkline.draw(numbers, width: Self.barWidth))
    }

    /// A document's id and what a person looks at first.
    package func row(_ document: DocumentView) -> [String] {
        let width = Self.width - Self.idWidth
        let values = Facts.lines(Headline.of(document, clock(document.zone)), width: width).flatMap {
            Paragraph.wrap($0, width: width)
        }
        return (values.isEmpty ? [""] : values).enumerated().map { index, line in
            let id = Paragraph.pad(index == 0 ? Names.short(document.id) : "", to: Self.idWidth)
            return Self.indent + ink(.bold, id) + line
        }
    }

    /// Sessions that end on one day by one picture, night after night.
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

    /// Sleep sessions over one axis.
    package func picture(of sessions: [DocumentView], _ clock: LocalClock) -> [String] {
        indented(SleepPicture(width: Self.width, ink: ink, clock: clock).draw(sessions))
    }

    /// A workout with all that is nested in it.
    package func workout(_ document: DocumentView) -> [String] {
        indented(WorkoutTree(width: Self.width, ink: ink, clock: clock(document.zone)).draw(document))
    }

    private func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "" : Self.indent + $0 } }
}

extension DocumentView {
    /// The sum, or the average, of a document that is about one kind of sample.
    fileprivate var headNumber: Double? {
        guard item.data.count == 1, item.nested.isEmpty, let quantities = item.data.first?.quantities else {
            return nil
        }
        return quantities.first { $0.type == "sum" || $0.type == "average" }?.number
    }
}
