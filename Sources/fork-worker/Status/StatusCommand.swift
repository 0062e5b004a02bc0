import Files
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
    /// A day can have many dead letters, so with `--watch` they are counted less often.
    private static let lettersMilliseconds: Int64 = 30_000

    static func run(_ options: StatusOptions, _ signals: StopSignals) -> Never {
        let observer = Observer(options.log)
        let cluster = Cluster(options.cluster, observer: observer)
        do throws(OperationError) {
            try show(options, cluster, observer, signals)
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            ProcessEnvironment.leave(.failure, after: observer, saying: error.description)
        }
    }

    private static func show(
        _ options: StatusOptions,
        _ cluster: Cluster,
        _ observer: Observer,
        _ signals: StopSignals
    ) throws(OperationError) {
        let reader = try StatusReader(cluster, workers: options.workers.map { ($0.host, $0.port, $0.description) })
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let ink = Screen().ink
        var work = LongWork(
            "reading \(cluster.topics.deadLetters)",
            unit: "records",
            observer: observer,
            signals: signals
        )
        var earlier = try reader.read()
        var letters = try reader.letters(&work)
        var readLetters = earlier.time
        work.hide()
        while true {
            let pause = options.watches ? watchMilliseconds : onceMilliseconds
            if signals.wait(milliseconds: pause) != nil { return }
            var reading = try reader.read()
            if options.watches, reading.time - readLetters > lettersMilliseconds {
                readLetters = reading.time
                letters = try reader.letters(&work)
                work.hide()
            }
            reading.letters = letters
            let status = Status(reading, after: earlier)
            var printer = LinePrinter()
            if options.isJSON {
                for line in StatusText.jsonLines(of: status) { printer.print(line) }
            } else {
                let time = Figures.instant(unixMilliseconds: reading.time)
                let title = "\(cluster.groupID) on \(cluster.bootstrapServers), \(time)"
                let lines = StatusText.page(status, title: title, uploads: cluster.topics.uploads, ink)
                // Overwriting the previous page prevents flicker.
                let shown = options.watches && isTerminal ? StatusText.overwriting(lines) : lines
                for line in shown { printer.print(Array(line.utf8)) }
            }
            printer.flush()
            if printer.isClosed { throw OperationError("standard output is closed") }
            if !options.watches { return }
            earlier = reading
        }
    }
}
