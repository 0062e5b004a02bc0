import Files
import Glibc
import Health
import Observation
import Operations
import Options
import Views
import Worker

/// `fork-worker documents`: shows the live documents of a connection, as a drawing or as JSON lines.
enum DocumentsCommand {
    static func run(_ options: DocumentsOptions, _ signals: StopSignals) -> Never {
        let observer = Observer(options.log)
        let types = options.types.map { name in DataType.allCases.first { $0.name == name } }
        if let place = types.firstIndex(of: nil) {
            let known = DataType.allCases.map(\.name).joined(separator: ", ")
            let text = "documents: --type \(quoted(options.types[place])): must be one of \(known)"
            ProcessEnvironment.leaveForUsage(text, after: observer, options.log.format)
        }
        guard let connection = ConnectionID(Array(options.connection.utf8)) else {
            ProcessEnvironment.leaveForUsage("documents: CONNECTION is malformed", after: observer, options.log.format)
        }
        let zones = ZoneTable(read: ZoneFolder(environment: ProcessEnvironment.current).read)
        let filter = DocumentFilter(
            types: types.compactMap(\.self),
            from: options.from.map { DocumentFilter.Bound($0) },
            to: options.to.map { DocumentFilter.Bound($0) },
            zones: zones
        )
        let cluster = Cluster(options.cluster, observer: observer)
        var work = LongWork("looking", unit: "records", observer: observer, signals: signals)
        do throws(OperationError) {
            let lookup = ConnectionLookup(connection, in: cluster, zones: zones)
            let outcome = try lookup.documents(filter, &work)
            work.hide()
            try show(outcome, options, zones)
            observer.finishLines()
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            work.hide()
            ProcessEnvironment.leave(.failure, after: observer, saying: error.description)
        }
    }

    private static func show(
        _ outcome: ConnectionLookup.Outcome,
        _ options: DocumentsOptions,
        _ zones: ZoneTable
    ) throws(OperationError) {
        switch outcome {
        case .stopped: throw OperationError("interrupted before everything was read: nothing is shown")
        case .nothing(let topic, let isMissing):
            let what = isMissing ? "there is no topic \(topic)" : "the topic \(topic) contains nothing of it"
            throw OperationError(
                "no connection \(options.connection): \(what); its uploads may still be in process, or may be refused: see "
                    + "\(options.cluster.topicPrefix)dead-letter"
            )
        case .found(let found):
            if found.strangeCount > 0 {
                let records = Figures.count(found.strangeCount, "record")
                _ = ProcessEnvironment.complain(
                    "fork-worker: \(records) of \(found.topic) skipped: not documents\n",
                    status: .done
                )
            }
            if isatty(STDOUT_FILENO) == 1, !options.isJSON {
                draw(found, options.connection, zones)
            } else {
                try print(found.documents)
            }
        }
    }

    private static func print(_ documents: [[UInt8]]) throws(OperationError) {
        var printer = LinePrinter()
        for document in documents where !printer.isClosed { printer.print(document) }
        printer.flush()
        if printer.isClosed { throw OperationError("standard output is closed") }
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
    init(_ moment: Moment) {
        switch moment {
        // 1970-01-01 is 11,323 days before 2001-01-01.
        case .date(let days): self = .day(Day(days: Int32(clamping: days - 11_323)))
        case .instant(let milliseconds): self = .instant(Double(milliseconds) / 1_000 - 978_307_200)
        }
    }
}
