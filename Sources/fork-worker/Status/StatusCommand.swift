import Glibc
import JSON
import Observation
import Operations
import Options
import Views
import Worker

/// `fork-worker status`: shows the state of the group, its topics and its workers.
enum StatusCommand {
    private static let watchMilliseconds: Int64 = 2_000
    private static let onceMilliseconds: Int64 = 1_000
    /// There can be many dead letters and waiting jobs, so with `--watch` they are counted less often.
    private static let lettersMilliseconds: Int64 = 30_000

    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        Command.run(options, signals) { command throws(OperationError) in
            do throws(OperationError) {
                try show(options, command)
            } catch {
                // A signal is the normal end of `--watch`, and not an error.
                guard error.isCancelled else { throw error }
            }
            return .done
        }
    }

    private static func show(_ options: Options, _ command: Command) throws(OperationError) {
        let cluster = command.cluster
        command.progress.title = "reading \(cluster.topics.deadLetters)"
        let reader = try StatusReader(
            cluster,
            workers: options.status.workers.map { ($0.host, $0.port, $0.description) }
        )
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let ink = Screen().ink
        var earlier = try reader.read()
        var letters = try reader.letters()
        var waiting = try reader.waiting()
        var readLetters = earlier.time
        while true {
            command.progress.hide()
            let pause = options.status.watches ? watchMilliseconds : onceMilliseconds
            if command.signals.wait(milliseconds: pause) != nil { throw .cancelled }
            var reading = try reader.read()
            if options.status.watches, reading.time - readLetters > lettersMilliseconds {
                readLetters = reading.time
                letters = try reader.letters()
                waiting = try reader.waiting()
            }
            reading.letters = letters
            reading.waiting = waiting
            let status = Status(reading, after: earlier)
            if options.isJSON {
                command.print(StatusText.jsonLines(of: status))
            } else {
                let time = Figures.instant(unixMilliseconds: reading.time)
                let title = "\(cluster.groupID) on \(cluster.bootstrapServers), \(time)"
                let lines = StatusText.page(status, title: title, uploads: cluster.topics.uploads, ink)
                // Overwriting the previous page prevents flicker.
                command.print(options.status.watches && isTerminal ? StatusText.overwriting(lines) : lines)
            }
            if !command.flush() || !options.status.watches { return }
            earlier = reading
        }
    }
}
