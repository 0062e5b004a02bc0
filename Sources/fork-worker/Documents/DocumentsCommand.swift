import Files
import Formats
import Glibc
import Observation
import Operations
import Options
import Views
import Vocabulary
import Worker

/// `fork-worker documents`: shows the live documents of a connection, as a drawing or as JSON lines.
enum DocumentsCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        let zones = ZoneTable(read: ZoneFolder(environment: ProcessEnvironment.current).read)
        let request = DocumentRequest(options.connection, "documents", options.log.format)
        let types = options.documents.types.map { name in
            request.known(DataType.allCases.first { $0.name == name }, "--type", name, DataType.allCases.map(\.name))
        }
        let filter = DocumentFilter(
            types: types,
            activities: options.documents.activities,
            from: options.documents.from.map { DocumentFilter.Bound($0) },
            to: options.documents.to.map { DocumentFilter.Bound($0) },
            zones: zones
        )
        var printer: FormPrinter?
        if case .form(let name) = options.documents.format { printer = FormPrinter(name, options.rules) }
        if let path = options.documentFile {
            let status = DocumentFile.run(path, request.connection, filter, signals) {
                show($0, as: &printer, request.connection, options, zones)
            }
            let isIncomplete = printer?.incompleteCount ?? 0 > 0
            exit(status == 0 && isIncomplete ? ProcessEnvironment.Status.failure.rawValue : status)
        }
        Command.run(options, signals) { command throws(OperationError) in
            let found = try command.documents(of: request.connection, filter, zones: zones)
            guard show(found, as: &printer, request.connection, options, zones) else { return .lostOutput }
            return printer?.incompleteCount ?? 0 > 0 ? Command.Ending(status: .failure) : .done
        }
    }

    /// Shows documents, and returns whether all were written.
    private static func show(
        _ found: FoundDocuments,
        as printer: inout FormPrinter?,
        _ connection: ConnectionID,
        _ options: Options,
        _ zones: ZoneTable
    ) -> Bool {
        if options.documents.format == .gpx { return printTracks(found) }
        if printer != nil {
            for document in found.joined { printer?.print(document, of: connection) }
            return printer?.flush() ?? true
        }
        guard StandardOutput.isTerminal, !options.isJSON else { return FoundDocuments.print(found.documents) }
        let screen = Screen()
        let page = DocumentPage(ink: screen.ink) { LocalClock(zones.zone($0) ?? .utc) }
        var documents = found.documents.compactMap { DocumentView($0) }
        var note: [String] = []
        if options.documents.from == nil, options.documents.to == nil {
            note = page.keepLatest(&documents, days: mostDays)
        }
        let count = Figures.count(found.documents.count, "document")
        let title = "  \(screen.ink(.bold, options.connection))  \(count) in \(found.place)"
        return screen.show(["", title] + page.lines(documents) + note + [""])
    }

    /// The number of days that are shown on a terminal, unless `--from` or `--to` is given.
    private static let mostDays = 14

    /// Prints the routes of workouts as one GPX file, and returns whether all was written.
    private static func printTracks(_ found: FoundDocuments) -> Bool {
        var printer = LinePrinter()
        var count = 0
        printer.print(GPXFile.start)
        for document in found.documents {
            guard let track = GPXFile.track(of: document) else { continue }
            printer.print(track)
            count += 1
        }
        printer.print(GPXFile.end)
        printer.flush()
        if count == 0 {
            let workouts = Figures.count(found.documents.count, "workout")
            StandardError.write(Array("fork-worker: no route in \(workouts) of \(found.place)\n".utf8))
        }
        return !printer.isClosed
    }
}

extension DocumentFilter.Bound {
    init(_ moment: TimeArgument) {
        switch moment {
        case .date(let days): self = .day(Day(daysSince1970: days))
        case .instant(let milliseconds): self = .instant(Double(milliseconds) / 1_000 - 978_307_200)
        }
    }
}

extension Day {
    init(daysSince1970 days: Int) {
        // 1970-01-01 is 11,323 days before 2001-01-01.
        self.init(days: Int32(clamping: days - 11_323))
    }
}
