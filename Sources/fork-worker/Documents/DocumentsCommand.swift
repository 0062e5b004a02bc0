import Glibc
import Health
import Operations
import Options
import Views
import Worker

/// `fork-worker documents`: shows the live documents of a connection, as a drawing or as JSON lines.
enum DocumentsCommand {
    static func run(_ options: DocumentsOptions, _ signals: StopSignals) -> Never {
        Command.run(options.log, options.cluster, signals) { command throws(OperationError) in
            let types = options.types.map { name in DataType.allCases.first { $0.name == name } }
            if let place = types.firstIndex(of: nil) {
                let known = DataType.allCases.map(\.name).joined(separator: ", ")
                command.leaveForUsage("documents: --type \(quoted(options.types[place])): must be one of \(known)")
            }
            guard let connection = ConnectionID(Array(options.connection.utf8)) else {
                command.leaveForUsage("documents: CONNECTION is malformed")
            }
            let zones = ZoneTable(read: ZoneFolder(environment: ProcessEnvironment.current).read)
            let filter = DocumentFilter(
                types: types.compactMap(\.self),
                from: options.from.map { DocumentFilter.Bound($0) },
                to: options.to.map { DocumentFilter.Bound($0) },
                zones: zones
            )
            let lookup = ConnectionLookup(connection, in: command.cluster, zones: zones)
            try show(try lookup.documents(filter), options, zones, command)
            return .done
        }
    }

    private static func show(
        _ outcome: ConnectionLookup.Outcome,
        _ options: DocumentsOptions,
        _ zones: ZoneTable,
        _ command: Command
    ) throws(OperationError) {
        switch outcome {
        case .nothing(let topic, let isMissing):
            let what = isMissing ? "there is no topic \(topic)" : "the topic \(topic) contains nothing of it"
            throw OperationError(
                "no connection \(options.connection): \(what); its uploads may still be in process, or may be refused: see "
                    + "\(options.cluster.topicPrefix)dead-letter"
            )
        case .found(let found):
            command.progress.hide()
            if found.strangeCount > 0 {
                let records = Figures.count(found.strangeCount, "record")
                command.say("\(records) of \(found.topic) skipped: not documents")
            }
            if isatty(STDOUT_FILENO) == 1, !options.isJSON {
                draw(found, options.connection, zones)
            } else {
                command.print(found.documents)
            }
        }
    }

    private static func draw(_ found: ConnectionLookup.Found, _ connection: String, _ zones: ZoneTable) {
        let screen = Screen()
        let page = DocumentPage(ink: screen.ink) { LocalClock(zones.zone($0) ?? .utc) }
        let documents = found.documents.compactMap { DocumentView($0) }
        let count = Figures.count(found.documents.count, "document")
        screen.show(
            ["", "  \(screen.ink(.bold, connection))  \(count) in \(found.topic)"] + page.lines(documents) + [""]
        )
    }

    private static func quoted(_ text: String) -> String { "'\(DocumentView.shown(String(text.prefix(100))))'" }
}

extension DocumentFilter.Bound {
    /// Converts a time argument.
    init(_ moment: TimeArgument) {
        switch moment {
        // 1970-01-01 is 11,323 days before 2001-01-01.
        case .date(let days): self = .day(Day(days: Int32(clamping: days - 11_323)))
        case .instant(let milliseconds): self = .instant(Double(milliseconds) / 1_000 - 978_307_200)
        }
    }
}
