import Operations
import Options
import Views
import Vocabulary
import Worker

/// `fork-worker topics`: compares topics with what workers need, and corrects them.
enum TopicsCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        let interruption = "interrupted: the finished steps are kept; run the command again to continue"
        Command.run(options, signals, unit: "topics", interruption: interruption) {
            command throws(OperationError) in
            if let refusal = try refusal(command.cluster) { command.leaveForUsage(refusal) }
            let survey = try TopicSurvey(
                TopicDescription(options),
                partitions: Int32(clamping: options.process.partitions),
                in: command.cluster
            )
            var outcome = try survey.look()
            if options.topics.action == .apply {
                outcome = try survey.apply(outcome) { command.say(DocumentView.shown($0)) }
            }
            command.print(outcome.findings, asJSON: options.isJSON, TopicText.write, TopicText.lines)
            if let inaccessible = outcome.inaccessible.first {
                let summary = TopicText.unreadable(inaccessible, of: outcome.inaccessible.count)
                return Command.Ending(status: .failure, summary: summary)
            }
            return Command.Ending(status: outcome.isAnythingWrong && options.topics.action != .plan ? .failure : .done)
        }
    }

    /// Returns an error message if the options name the topics of a replay with a wrong input prefix; otherwise nil.
    private static func refusal(_ cluster: Cluster) throws(OperationError) -> String? {
        let names = cluster.topics
        guard !names.prefix.isEmpty,
            let input = try ReplayLookup(cluster).record(names.prefix)?.request?.inputPrefix, input != names.inputPrefix
        else { return nil }
        return "topics: --topic-prefix \(names.prefix) belongs to a replay, which reads uploads of another prefix: "
            + "give --input-prefix \(input.isEmpty ? "''" : input) too"
    }
}

extension TopicDescription {
    /// Creates the expected settings of topics from options.
    init(_ options: Options) {
        self.init(options.rules, replicationFactor: Int32(clamping: options.process.replicationFactor ?? -1))
    }
}
