import Files
import Glibc
import JSON
import Operations
import Options
import System
import Views
import Vocabulary
import Worker

/// `fork-worker report`: adds up the documents of a connection by period, as tables or as JSON lines.
enum ReportCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        let zones = ZoneTable(read: ZoneFolder(environment: ProcessEnvironment.current).read)
        let names = DocumentRequest(options.connection, "report", options.log.format)
        let types = options.report.types.flatMap { names.known(sampleTypes(named: $0), "--type", $0, []) }
        let request = request(options, ReportTypes(types))
        let filter = DocumentFilter(types: ConnectionReport.documentTypes, from: nil, to: nil, zones: zones)
        if let path = options.documentFile {
            exit(
                DocumentFile.run(path, names.connection, filter, signals) {
                    show(ConnectionReport($0.documents, request, zones: zones), $0, options)
                }
            )
        }
        Command.run(options, signals) { command throws(OperationError) in
            let found = try command.documents(of: names.connection, filter, zones: zones)
            let report = ConnectionReport(found.documents, request, zones: zones)
            return show(report, found, options) ? .done : .lostOutput
        }
    }

    /// Returns the type of an identifier, or the types of a data type of documents; nil for an unknown name.
    private static func sampleTypes(named name: String) -> [SampleType]? {
        if let type = Catalogue.sampleType(named: name) { return [type] }
        let types = Catalogue.sampleTypes.filter { $0.document.name == name }
        return types.isEmpty ? nil : types
    }

    /// The largest number of periods that are shown on a terminal, unless `--from` or `--to` is given.
    private static let mostRows = 14

    private static func request(_ options: Options, _ types: ReportTypes) -> ConnectionReport.Request {
        let weekStart = Weekday.allCases.firstIndex(of: options.report.weekStart) ?? 0
        if options.report.preset == .c3pro {
            let at = options.report.at ?? .instant(unixMilliseconds: Clocks().wallMilliseconds())
            return ConnectionReport.Request(.c3pro(at: DocumentFilter.Bound(at)), weekStart: weekStart, types: .c3pro)
        }
        let length = ReportPeriod.Length(rawValue: options.report.by.rawValue) ?? .day
        let from = options.report.from.map { Day(daysSince1970: $0) }
        let to = options.report.to.map { Day(daysSince1970: $0) }
        return ConnectionReport.Request(.every(length, from: from, to: to), weekStart: weekStart, types: types)
    }

    /// Shows a report, and returns whether all was written.
    private static func show(_ report: ConnectionReport, _ found: FoundDocuments, _ options: Options) -> Bool {
        if options.isJSON {
            let lines = report.rows.map { row in
                var writer = Writer()
                ReportText.write(row, report.types, into: &writer)
                return writer.bytes
            }
            return FoundDocuments.print(lines)
        }
        let screen = Screen()
        let count = Figures.count(found.documents.count, "document")
        let title = "  \(screen.ink(.bold, options.connection))  \(count) in \(found.place), days of \(report.zone)"
        let given = options.report
        let isBounded = StandardOutput.isTerminal && given.from == nil && given.to == nil && given.preset == nil
        let lines = ReportText(ink: screen.ink).lines(report, mostRows: isBounded ? mostRows : .max)
        return screen.show(["", title] + (lines.isEmpty ? ["", "  nothing to report"] : lines) + [""])
    }
}
