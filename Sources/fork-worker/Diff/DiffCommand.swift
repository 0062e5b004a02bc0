import Files
import Glibc
import Health
import Observation
import Operations
import Options
import Views
import Worker

/// `fork-worker diff`: compares the documents of two prefixes.
enum DiffCommand {
    static func run(_ options: DiffOptions, _ signals: StopSignals) -> Never {
        let observer = Observer(options.log)
        let cluster = Cluster(options.cluster, observer: observer)
        let comparison = PrefixComparison(
            cluster,
            with: options.prefix,
            connections: options.connections.compactMap { ConnectionID(Array($0.utf8)) },
            limit: options.limit
        )
        var work = LongWork("looking", unit: "records", observer: observer, signals: signals)
        do throws(OperationError) {
            work.title = "reading \(ReplayRecord.topic(options.prefix))"
            if case .found(let replay) = try ReplayLookup(cluster).record(options.prefix, &work), replay.isLive {
                work.hide()
                let text =
                    "diff: PREFIX \(options.prefix): is live because a worker took it over: give it as --topic-prefix"
                ProcessEnvironment.leaveForUsage(text, after: observer, options.log.format)
            }
            guard let outcome = try comparison.run(&work) else {
                throw OperationError("interrupted before everything was read: nothing is shown")
            }
            work.hide()
            let total = outcome.counts.values.reduce(DocumentCounts(), +)
            try show(outcome, total, options)
            observer.finishLines()
            ProcessEnvironment.leave(total.differing == 0 ? .done : .failure, after: observer)
        } catch {
            work.hide()
            ProcessEnvironment.leave(.trouble, after: observer, saying: error.description)
        }
    }

    private static func show(
        _ outcome: PrefixComparison.Outcome,
        _ total: DocumentCounts,
        _ options: DiffOptions
    ) throws(OperationError) {
        if outcome.strangeCount > 0 {
            let records = Figures.count(outcome.strangeCount, "record")
            _ = ProcessEnvironment.complain("fork-worker: \(records) skipped: not documents\n", status: .done)
        }
        var printer = LinePrinter()
        if options.isJSON {
            for difference in outcome.differences where !printer.isClosed {
                printer.print { DiffText.write(difference, into: &$0) }
            }
            printer.print { DiffText.write(total, into: &$0) }
        } else {
            let text = DiffText(live: options.cluster.topicPrefix, other: options.prefix, ink: Screen().ink)
            for difference in outcome.differences where !printer.isClosed {
                for line in text.lines(of: difference) { printer.print(Array(line.utf8)) }
            }
            let lines = text.lines(of: outcome.counts, total, shown: outcome.differences.count)
            for line in lines { printer.print(Array(line.utf8)) }
        }
        printer.flush()
        if printer.isClosed { throw OperationError("standard output is closed") }
    }
}
