import Views

/// The output of the demo: each upload with its results, the documents, and the worker's counts.
struct StoryPage {
    private static let width = 80

    let ink: ANSIStyle
    /// Returns the clock of a time zone by name; UTC if the zone is unknown.
    let clock: (String) -> LocalClock

    /// Returns the section of the page that shows the uploads.
    func lines(_ uploads: [StoryRecord]) -> [String] {
        let note = """
            Each upload by its person's clock, with its documents (+ new, ~ changed, - gone), its webhook jobs (>) and its \
            refusals (!), which the topic fork.dead-letter keeps byte for byte. Anna's app wants webhooks of sleep and \
            steps. Dan has closed his connection.
            """
        return heading("WHAT CAME IN", note) + uploads.enumerated().flatMap { lines($1, number: $0 + 1) }.dropLast()
    }

    private func lines(_ upload: StoryRecord, number: Int) -> [String] {
        let clock = clock(upload.zone)
        let when = "\(clock.date(upload.collectedAt)), \(clock.time(upload.collectedAt))"
        let title = ink(.bold, Paragraph.pad(upload.connection, to: 6)) + ink(.dim, "\(when) · \(upload.contents)")
        let results =
            Facts.lines(upload.changes, width: Self.width - 6).map { ink(.good, $0) }
            + upload.jobs.map { ink(.core, "> a webhook job for \($0)") }
            + upload.refusals.flatMap(Self.wrap).map { ink(.bad, $0) }
        let nothing = ink(.dim, "= nothing changed, so nothing is written")
        return ["  " + Paragraph.pad("#\(number)", to: 4) + title]
            + (Self.wrap(upload.caption) + (results.isEmpty ? [nothing] : results)).map { "      " + $0 } + [""]
    }

    private static func wrap(_ text: String) -> [String] { Paragraph.wrap(text, width: width - 6) }

    /// Returns the section of the page that shows the documents of a connection.
    func lines(_ documents: [DocumentView], of connection: String) -> [String] {
        let zone = documents.first?.zone ?? "UTC"
        let note =
            "\(Figures.count(documents.count, "document")) in the topic fork.connection.\(connection), times of \(zone):"
        return heading(connection.uppercased(), note).dropLast() + DocumentPage(ink: ink, clock: clock).lines(documents)
    }

    /// Returns the section of the worker's counts.
    func accounting(_ counters: Counters) -> [String] {
        let outcomes = [
            ("new", "new"), ("duplicate", "duplicates"), ("replaced", "replaced"), ("refused", "refused"),
            ("deleted_before_arrival", "deleted before they came"),
        ].map { label, name in "\(counters["samples_total{outcome=\"\(label)\"}"]) \(name)" }
        let samples = Figures.count(counters["samples_in_total"], "sample")
        let sum = Paragraph.wrap("\(samples) = \(outcomes.joined(separator: " + "))", width: Self.width - 2)
        let records = [
            Figures.count(counters["documents_total{op=\"upsert\"}"], "document"),
            Figures.count(counters["documents_total{op=\"delete\"}"], "tombstone"),
            Figures.count(counters["jobs_total"], "job"), "\(counters["uploads_refused_total"]) refused uploads",
        ].joined(separator: ", ")
        let transactions = Figures.count(counters["commits_total"], "transaction")
        return heading("ACCOUNTING", "By the worker's own counters; every sample is in exactly one of them.")
            + (sum + ["\(records), in \(transactions)"]).map { "  " + $0 }
    }

    /// Returns the section of commands to paste.
    func nextCommands(_ program: String) -> [String] {
        heading("WHAT TO TYPE NEXT", "") + [
            "  Draw a night of example uploads, without Kafka",
            ink(.bold, "    \(program) examples sleep-night | \(program) transform --final \\"),
            ink(.bold, "        | \(program) documents conn-7 --documents -"),
            "",
            "  On a Kafka of your own",
            ink(.bold, "    \(program) run --create-topics \\"),
            ink(.bold, "        --bootstrap-servers localhost:9092"),
            "",
            "  All commands and options",
            ink(.bold, "    \(program) --help"),
        ]
    }

    private func heading(_ title: String, _ note: String) -> [String] {
        let rule = String(repeating: "─", count: max(3, Self.width - title.count - 4))
        let notes = Paragraph.wrap(note, width: Self.width - 2).map { "  " + ink(.dim, $0) }
        return ["", ink(.heading, "─ \(title) \(rule)")] + notes + [""]
    }
}
