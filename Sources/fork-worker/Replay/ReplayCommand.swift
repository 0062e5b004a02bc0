import Observation
import Operations
import Options
import Views
import Vocabulary
import Worker

/// `fork-worker replay`: processes the same uploads again into other topics, up to a fixed end.
enum ReplayCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        WorkerProcess.run(options, adjust: { adjust(&$0, to: options) }) { process throws(StartError) in
            let observer = process.observer
            let run = ReplayRun(options, process.options, observer, signals, process.board, process.zones)
            guard let figures = try run.run() else {
                observer.stopped()
                hint("to resume it, start it again with the same options", observer)
                return nil
            }
            guard StandardError.isTerminal else { return figures.json(into: options.replay.into) }
            let live = options.rules.topicPrefix
            let prefix = live == Rules().topicPrefix ? "" : " --topic-prefix \(live)"
            let diff = "fork-worker diff \(options.replay.into) --bootstrap-servers \(options.cluster.bootstrapServers)"
            hint(ReplayText.summary(figures, into: options.replay.into), observer)
            hint("to compare it with the live documents: \(diff)\(prefix)", observer)
            return nil
        }
    }

    /// Prints the next step for a person at a terminal.
    private static func hint(_ sentence: String, _ observer: Observer) {
        guard StandardError.isTerminal else { return }
        observer.finishLines()
        StandardError.write(Array("fork-worker: \(sentence)\n".utf8))
    }

    /// Changes the options of a live worker to those of a replay, without its input range.
    private static func adjust(_ made: inout WorkerOptions, to options: Options) {
        made.groupID = options.replayGroup
        made.rules.topicPrefix = options.replay.into
        made.rules.inputPrefix = options.rules.inputPrefix ?? options.rules.topicPrefix
        made.rules.makesJobs = options.replay.makesJobs
        // The replay creates its own topics, with as many partitions as the inputs.
        made.createdPartitions = made.createdPartitions ?? 1
    }
}
