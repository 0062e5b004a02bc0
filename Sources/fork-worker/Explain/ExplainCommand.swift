import Files
import Glibc
import Health
import Observation
import Operations
import Options
import Views
import Vocabulary
import Worker

/// `fork-worker explain`: shows why a document says what it says, as a drawing or as JSON lines.
enum ExplainCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        let request = DocumentRequest(options.connection, "explain", options.log.format)
        let zones: ZoneTable
        do throws(StartError) {
            zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
        } catch {
            exit(ProcessEnvironment.complain("fork-worker: \(error)\n", status: .failure))
        }
        if let path = options.explain.uploads {
            exit(UploadFile(path, request.connection, options, zones, Interruption(signals)).run())
        }
        Command.run(options, signals) { command throws(OperationError) in
            var explanation = try explain(request.connection, options, zones, command)
            try explanation.compare(with: live(explanation.id, request.connection, zones, command))
            command.progress.hide()
            return show(explanation, options, zones) ? .done : .lostOutput
        }
    }

    /// Explains the document from the topics of settings and uploads.
    private static func explain(
        _ connection: ConnectionID,
        _ options: Options,
        _ zones: ZoneTable,
        _ command: Command
    ) throws(OperationError) -> Explanation {
        var explainer = Explainer(options.operands[1], of: connection, rules: options.rules, zones: zones)
        var settings = try ConnectionRecords(of: connection, in: .connections, command.cluster)
        _ = try settings.read { explainer.take($0, key: $1, value: $2) }
        var uploads = try ConnectionRecords(of: connection, in: .uploads, command.cluster)
        repeat {
            guard try uploads.read({ explainer.take($0, key: $1, value: $2) }) else {
                let advice = "its uploads may have expired: give --uploads a file that has them"
                throw OperationError("no upload of \(connection.string) in \(uploads.topic): \(advice)")
            }
        } while explainer.endReading()
        if let defect = explainer.defect { throw OperationError(Self.sentence(defect)) }
        guard let explanation = explainer.explanation else {
            throw OperationError(Self.missing(explainer, options, in: uploads.topic))
        }
        return explanation
    }

    /// Returns the live document with an id; nil if there is none.
    private static func live(
        _ id: String,
        _ connection: ConnectionID,
        _ zones: ZoneTable,
        _ command: Command
    ) throws(OperationError) -> [UInt8]? {
        let type = id.prefix { $0 != "/" }
        let types = DataType.allCases.filter { $0.name == type }
        let filter = DocumentFilter(types: types, from: nil, to: nil, zones: zones)
        let lookup = ConnectionLookup(connection, in: command.cluster, zones: zones)
        guard case .found(let found) = try lookup.documents(filter) else { return nil }
        return found.documents.first { $0.id.elementsEqual(id.utf8) }?.bytes
    }

    /// Shows an explanation, and returns whether all was written.
    static func show(_ explanation: Explanation, _ options: Options, _ zones: ZoneTable) -> Bool {
        guard StandardOutput.isTerminal, !options.isJSON else {
            var printer = LinePrinter()
            for figure in explanation.figures { printer.print { ExplanationText.write(figure, into: &$0) } }
            printer.print { ExplanationText.write(explanation, into: &$0) }
            printer.flush()
            return !printer.isClosed
        }
        let screen = Screen()
        let text = ExplanationText(ink: screen.ink, clock: LocalClock(zones.zone(explanation.zone) ?? .utc))
        return screen.show([""] + text.lines(explanation) + [""])
    }

    /// Returns the error message for a document that does not exist.
    static func missing(_ explainer: borrowing Explainer, _ options: Options, in place: String) -> String {
        let id = DocumentView.shown(options.operands[1])
        let what = "no document \(id) of \(options.connection) from the uploads in \(place)"
        if let twin = explainer.twin { return "\(what): the same workout has the document \(twin)" }
        return "\(what): \(ExplanationText.existing(explainer.existing, insteadOf: id))"
    }

    /// Returns the error message for a broken invariant.
    static func sentence(_ defect: String) -> String { "\(defect): this is a defect of fork-worker. Report it." }
}
