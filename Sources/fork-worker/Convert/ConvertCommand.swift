import Files
import Observation
import Operations
import Options
import Views
import Vocabulary
import Worker

/// `fork-worker convert`: prints documents from JSON lines in another form.
enum ConvertCommand {
    /// The longest delay until a signal is noticed while standard input is idle.
    private static let waitMilliseconds: Int32 = 100

    /// Runs the command, and returns the exit status.
    static func run(_ options: Options, _ signals: StopSignals) -> Int32 {
        let isJSON = options.log.format == .json
        do throws(StartError) {
            // Without zone files, all times would be in UTC.
            _ = try ZoneFolder(environment: ProcessEnvironment.current).table()
        } catch {
            return ProcessEnvironment.complain(["\(error)"], asJSON: isJSON, status: .failure)
        }
        guard var printer = FormPrinter(options.convert.form, options.rules) else {
            return ProcessEnvironment.complain(["convert: --to is unknown"], asJSON: isJSON, status: .usage)
        }
        do throws(FileFailure) {
            return try convert(options.documentFile ?? "-", Interruption(signals), &printer)
        } catch {
            _ = printer.flush()
            return ProcessEnvironment.complain([error.message], asJSON: isJSON, status: .failure)
        }
    }

    private static func convert(
        _ path: String,
        _ interruption: Interruption,
        _ printer: inout FormPrinter
    ) throws(FileFailure) -> Int32 {
        var reader = try LineReader(path)
        var sequence = DocumentSequence()
        reading: while interruption.signal == nil, !printer.isClosed {
            switch try reader.next(waitMilliseconds: waitMilliseconds) {
            case .nothingYet: _ = printer.flush()
            case .end: break reading
            case .line(let line): printer.print(sequence.take(line))
            }
        }
        printer.print(sequence.end())
        guard printer.flush() else { return ProcessEnvironment.lostOutput() }
        if let signal = interruption.signal {
            let text = "fork-worker: stopped by \(signal): the rest of the input was not read\n"
            return ProcessEnvironment.complain(text, status: .done)
        }
        if sequence.unrecognizedCount > 0 {
            let lines = Figures.count(sequence.unrecognizedCount, "line")
            StandardError.write(Array("fork-worker: \(lines) of \(reader.name) skipped: not documents\n".utf8))
        }
        guard sequence.hasSeen || sequence.unrecognizedCount == 0 else {
            throw FileFailure(
                "\(reader.name) contains no document. Each line must be a document, or a record as fork-worker transform "
                    + "prints it."
            )
        }
        return (printer.incompleteCount == 0 ? ProcessEnvironment.Status.done : .failure).rawValue
    }
}
