import Files
import JSON
import Observation
import Operations
import Options

/// One run of a command that talks to brokers: its cluster, its signals and its output.
///
/// `run` handles signals, errors, output and the exit status for all of these commands:
///
///     static func run(_ options: Options, _ signals: StopSignals) -> Never {
///         Command.run(options, signals) { command throws(OperationError) in
///             let replays = try ReplayList(command.cluster).replays()
///             command.print(replays, asJSON: options.isJSON, ReplayText.write, ReplayText.lines)
///             return .done
///         }
///     }
final class Command {
    /// The exit status of a command, with the last line on standard error.
    struct Ending {
        var status = ProcessEnvironment.Status.done
        var summary: String?

        static let done = Ending()

        /// The ending of a command whose output cannot be written; success if the reader has closed the pipe.
        static var lostOutput: Ending {
            StandardOutput.isReaderGone ? .done : Ending(status: .failure, summary: Command.lost)
        }
    }

    private static let lost = "standard output is closed or full"

    let cluster: Cluster
    let signals: StopSignals
    private let logFormat: LineFormat?
    private var printer = LinePrinter()

    var progress: Progress { cluster.progress }

    private init(_ options: Options, _ signals: StopSignals, unit: String) {
        let observer = Observer(options.log)
        let progress = Progress("looking", unit: unit, observer: observer, signals: signals)
        cluster = Cluster(options, observer: observer, progress: progress)
        self.signals = signals
        logFormat = options.log.format
    }

    /// Runs the body, prints its output and its error, and ends the process with its exit status.
    ///
    /// `unit` is the unit of the progress, in the plural. `interruption` is the error message after a signal.
    /// `failure` is the exit status after an error.
    static func run(
        _ options: Options,
        _ signals: StopSignals,
        unit: String = "records",
        interruption: String = "interrupted before everything was read: nothing is shown",
        failure: ProcessEnvironment.Status = .failure,
        _ body: (Command) throws(OperationError) -> Ending
    ) -> Never {
        let command = Command(options, signals, unit: unit)
        var ending = Ending(status: failure)
        do throws(OperationError) {
            let reached = try body(command)
            ending =
                command.flush() || StandardOutput.isReaderGone ? reached : Ending(status: failure, summary: Self.lost)
        } catch {
            ending.summary = error.isCancelled ? interruption : error.description
        }
        command.progress.hide()
        ProcessEnvironment.leave(ending.status, after: command.cluster.observer, saying: ending.summary)
    }

    /// Ends the process because of an invalid option that only the command could detect.
    func leaveForUsage(_ text: String) -> Never {
        progress.hide()
        ProcessEnvironment.leaveForUsage(text, after: cluster.observer, logFormat)
    }

    /// Prints sentences about wrong input lines to standard error, one on each line.
    func complain(_ sentences: [String]) {
        progress.hide()
        _ = ProcessEnvironment.complain(sentences, asJSON: logFormat == .json, status: .usage)
    }

    /// Prints a sentence to standard error.
    func say(_ sentence: String) {
        progress.hide()
        StandardError.write(Array("fork-worker: \(sentence)\n".utf8))
    }
}

/// Standard output, which is written at the end of the command or when the buffer is full.
extension Command {
    /// Prints the line that `write` writes.
    func print(_ write: (inout Writer) -> Void) {
        if printer.isClosed { return }
        progress.hide()
        printer.print(write)
    }

    func print(_ lines: [[UInt8]]) {
        for line in lines { print { $0.raw(line) } }
    }

    func print(_ lines: [String]) { print(lines.map { Array($0.utf8) }) }

    /// Prints each record as a JSON object, or all records as text.
    func print<Record>(
        _ records: [Record],
        asJSON isJSON: Bool,
        _ write: (Record, inout Writer) -> Void,
        _ lines: ([Record]) -> [String]
    ) {
        if !isJSON { return print(lines(records)) }
        for record in records { print { write(record, &$0) } }
    }

    /// Writes all printed lines, and returns false if standard output is closed or full.
    func flush() -> Bool {
        progress.hide()
        printer.flush()
        return !printer.isClosed
    }
}
