import Glibc
import JSON
import Observation
import Operations
import Options
import Worker

/// `fork-worker dead-letters`: what was refused, and why.
enum DeadLettersCommand {
    /// Runs to the end of the process.
    static func run(_ options: DeadLettersOptions) -> Never {
        // Before any thread, so that all of them inherit it: signals are waited for, never handled.
        let signals = StopSignals()
        signal(SIGPIPE, SIG_IGN)
        let observer = Observer(options.log)
        let cluster = Cluster(options.cluster, observer: observer)
        var work = LongWork(
            "reading \(cluster.topics.deadLetters)",
            unit: "records",
            observer: observer,
            signals: signals
        )
        do throws(OperationError) {
            var printer = LinePrinter()
            switch options.action {
            case .list: try list(options, DeadLetterLookup(cluster), &work, &printer)
            case .show(let place): try show(place, options.isJSON, DeadLetterLookup(cluster), &work, &printer)
            }
            printer.flush()
            if printer.isClosed { throw OperationError("standard output is closed") }
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            work.hide()
            ProcessEnvironment.leave(.failure, after: observer, saying: error.description)
        }
    }

    private static let interrupted = OperationError("interrupted before all was read: nothing is shown")

    private static func list(
        _ options: DeadLettersOptions,
        _ lookup: DeadLetterLookup,
        _ work: inout LongWork,
        _ printer: inout LinePrinter
    ) throws(OperationError) {
        guard let letters = try lookup.letters(DeadLetterFilter(options), all: options.includesSettled, &work) else {
            throw interrupted
        }
        work.hide()
        if options.isSummary {
            let counts = letters.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
            for (code, count) in counts.sorted(by: { $0.key < $1.key }) {
                printer.print { writer in
                    if options.isJSON {
                        DeadLetterText.write([("code", code)], "count", count, into: &writer)
                    } else {
                        writer.raw(Array("\(Paragraph.pad(code, to: 24))\(Figures.count(count, "letter"))".utf8))
                    }
                }
            }
            return
        }
        for letter in letters where !printer.isClosed {
            printer.print { writer in
                if options.isJSON {
                    DeadLetterText.write(letter, into: &writer)
                    writer.raw("}")
                } else {
                    writer.raw(Array(DeadLetterText.line(letter).utf8))
                }
            }
        }
    }

    private static func show(
        _ place: Place,
        _ isJSON: Bool,
        _ lookup: DeadLetterLookup,
        _ work: inout LongWork,
        _ printer: inout LinePrinter
    ) throws(OperationError) {
        guard let found = try lookup.letter(partition: place.partition, offset: place.offset, &work) else {
            throw interrupted
        }
        work.hide()
        if isJSON {
            printer.print { DeadLetterText.write(found.letter, value: found.value, into: &$0) }
        } else {
            for line in DeadLetterText.page(found.letter, value: found.value) { printer.print(Array(line.utf8)) }
        }
    }
}

extension DeadLetterFilter {
    /// The same as these options choose.
    fileprivate init(_ options: DeadLettersOptions) {
        self.init()
        code = options.code
        connection = options.connection
        since = options.since?.unixMilliseconds
        until = options.until?.unixMilliseconds
        upload = options.upload.map { ($0.topic, $0.place.partition, $0.place.offset) }
    }
}
