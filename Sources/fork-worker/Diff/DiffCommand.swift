import Operations
import Options
import Views
import Vocabulary
import Worker

/// `fork-worker diff`: compares the documents of two prefixes.
enum DiffCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        Command.run(options, signals, failure: .trouble) { command throws(OperationError) in
            command.progress.title = "reading \(ReplayRecord.topic(options.operands[0]))"
            if try ReplayLookup(command.cluster).record(options.operands[0])?.isLive == true {
                command.leaveForUsage(
                    "diff: PREFIX \(options.operands[0]): is live because a worker took it over: give it as --topic-prefix"
                )
            }
            let comparison = PrefixComparison(
                command.cluster,
                with: options.operands[0],
                connections: options.chosenConnections.compactMap { ConnectionID(Array($0.utf8)) },
                limit: options.diff.limit
            )
            let outcome = try comparison.run()
            let total = outcome.counts.values.reduce(DocumentCounts(), +)
            show(outcome, total, options, command)
            return Command.Ending(status: total.differing == 0 ? .done : .failure)
        }
    }

    private static func show(
        _ outcome: PrefixComparison.Outcome,
        _ total: DocumentCounts,
        _ options: Options,
        _ command: Command
    ) {
        if outcome.unrecognizedCount > 0 {
            command.say("\(Figures.count(outcome.unrecognizedCount, "record")) skipped: not documents")
        }
        if options.isJSON {
            for difference in outcome.differences { command.print { DiffText.write(difference, into: &$0) } }
            command.print { DiffText.write(total, into: &$0) }
        } else {
            let text = DiffText(live: options.rules.topicPrefix, other: options.operands[0], ink: Screen().ink)
            for difference in outcome.differences { command.print(text.lines(of: difference)) }
            command.print(text.lines(of: outcome.counts, total, shown: outcome.differences.count))
        }
    }
}
