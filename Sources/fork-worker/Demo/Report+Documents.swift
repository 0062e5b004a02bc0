import Views

/// The section with the live documents of each connection.
extension Report {
    var documentLines: [String] {
        Story.connections.flatMap { connection in
            let documents = findings.documents(of: connection)
            return documents.isEmpty ? [] : lines(of: connection, documents)
        }
    }

    private func lines(of connection: String, _ documents: [DocumentView]) -> [String] {
        let zone = documents.first?.zone ?? "UTC"
        let count = Figures.count(documents.count, "document")
        var lines = heading(
            connection.uppercased(),
            "\(count) in the topic fork.connection.\(connection), times of \(zone):"
        )
        let page = DocumentPage(ink: ink, clock: self.clock)
        lines += documents.flatMap(page.row)
        let sessions = documents.filter { $0.type == "sleep" }
        if let date = sessions.map(\.end).max() {
            lines += ["", Self.indent + ink(.heading, "The night to \(clock(zone).date(date))"), ""]
            lines += page.picture(of: sessions, clock(zone))
        }
        lines += documents.filter { $0.type == "motion" }.flatMap(page.motion)
        for workout in documents where workout.type == "workouts" {
            lines += ["", Self.indent + ink(.heading, "Workout"), ""] + page.workout(workout)
        }
        return lines
    }
}
