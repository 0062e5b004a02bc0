/// What is there at the end, connection by connection.
extension Report {
    private static let idWidth = 29

    var documentLines: [String] {
        let connections = findings.documents.keys.sorted().filter { !findings.documents[$0, default: []].isEmpty }
        return connections.flatMap { connection in
            lines(of: connection, findings.documents[connection] ?? [])
        }
    }

    private func lines(of connection: String, _ documents: [DocumentView]) -> [String] {
        let zone = documents.first?.zone ?? "UTC"
        let count = Figures.count(documents.count, "document")
        var lines = heading(
            connection.uppercased(),
            "\(count) in the topic fork.connection.\(connection), times of \(zone):"
        )
        lines += documents.flatMap { row($0, clock($0.zone)) }
        let sessions = documents.filter { $0.type == "sleep" }
        if let date = sessions.map(\.end).max() {
            lines += ["", Self.indent + ink(.heading, "The night to \(clock(zone).date(date))"), ""]
            lines += indented(SleepPicture(width: Self.innerWidth, ink: ink, clock: clock(zone)).draw(sessions))
        }
        for workout in documents where workout.type == "workouts" {
            let tree = WorkoutTree(width: Self.innerWidth, ink: ink, clock: clock(workout.zone))
            lines += ["", Self.indent + ink(.heading, "Workout"), ""] + indented(tree.draw(workout))
        }
        return lines
    }

    private func row(_ document: DocumentView, _ clock: LocalClock) -> [String] {
        let width = Self.innerWidth - Self.idWidth
        let values = Facts.lines(Headline.of(document, clock), width: width).flatMap {
            Paragraph.wrap($0, width: width)
        }
        return (values.isEmpty ? [""] : values).enumerated().map { index, line in
            let id = Paragraph.pad(index == 0 ? Names.short(document.id) : "", to: Self.idWidth)
            return Self.indent + ink(.bold, id) + line
        }
    }
}
