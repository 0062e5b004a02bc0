import Operations
import Views

/// The section with the uploads, and with the changes of each.
extension Report {
    var uploadLines: [String] {
        let note = "Settings, then uploads, each by its person's clock, with what it changed: + new, ~ changed, - gone."
        return heading("WHAT CAME IN", note) + findings.story.settings.map(settings) + [""]
            + Array(findings.story.uploads.enumerated().flatMap { upload($1, number: $0 + 1) }.dropLast())
    }

    private func settings(_ record: StoryRecord) -> String {
        "      " + ink(.bold, Paragraph.pad(record.connection, to: 6)) + record.caption
    }

    private func upload(_ record: StoryRecord, number: Int) -> [String] {
        let clock = clock(record.zone)
        let when = "\(clock.date(record.collectedAt)), \(clock.time(record.collectedAt))"
        let title =
            Paragraph.pad("#\(number)", to: 4) + ink(.bold, Paragraph.pad(record.connection, to: 6))
            + ink(.dim, "\(when) · \(record.contents)")
        let caption = Paragraph.wrap(record.caption, width: Self.width - 6)
        return indented([title]) + indented(caption + outcome(of: record, number: number), by: 6) + [""]
    }

    private func outcome(of record: StoryRecord, number: Int) -> [String] {
        let changes = record.uploadID.flatMap { findings.changes[$0] } ?? []
        let refused = findings.refusals.filter { findings.number(ofRefused: $0) == number }
        var lines = Facts.lines(changes.map { "\(sign($0.kind)) \(Names.short($0.id))" }, width: Self.width - 6)
            .map { ink(.good, $0) }
        lines += refused.map { ink(.bad, "! refused: \($0.record.code)") }
        return lines.isEmpty ? [ink(.dim, "= nothing changed, so nothing is written")] : lines
    }

    private func sign(_ kind: Findings.Change.Kind) -> String {
        switch kind {
        case .new: "+"
        case .changed: "~"
        case .gone: "-"
        }
    }
}
