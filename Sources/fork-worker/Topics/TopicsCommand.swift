import Files
import Glibc
import Health
import Observation
import Operations
import Options
import Views
import Worker

/// `fork-worker topics`: compares topics with what workers need, and corrects them.
enum TopicsCommand {
    static func run(_ options: TopicsOptions, _ signals: StopSignals) -> Never {
        let observer = Observer(options.log)
        let cluster = Cluster(options.shape.cluster, observer: observer)
        var work = LongWork("looking", unit: "topics", observer: observer, signals: signals)
        do throws(OperationError) {
            if let refusal = try refusal(cluster, &work) {
                work.hide()
                ProcessEnvironment.leaveForUsage(refusal, after: observer, options.log.format)
            }
            let survey = try TopicSurvey(
                TopicDescription(options.shape),
                partitions: Int32(clamping: options.shape.partitions),
                in: cluster
            )
            guard var outcome = try survey.look(&work) else { throw interrupted }
            if options.action == .apply {
                work.hide()
                let after = try survey.apply(outcome, &work) { sentence in
                    StandardError.write(Array("fork-worker: \(DocumentView.shown(sentence))\n".utf8))
                }
                guard let after else { throw interrupted }
                outcome = after
            }
            work.hide()
            try print(outcome.findings, asJSON: options.isJSON)
            if let untold = outcome.untold.first { throw unreadable(untold, of: outcome.untold.count) }
            let isFailure = outcome.isAnythingWrong && options.action != .plan
            ProcessEnvironment.leave(isFailure ? .failure : .done, after: observer)
        } catch {
            work.hide()
            ProcessEnvironment.leave(.failure, after: observer, saying: error.description)
        }
    }

    private static let interrupted = OperationError(
        "interrupted: the finished steps are kept; run the command again to continue"
    )

    private static func unreadable(_ topic: String, of count: Int) -> OperationError {
        let more = count > 1 ? " and of \(Figures.count(count - 1, "topic")) more" : ""
        return OperationError(
            "the settings of \(topic)\(more) are hidden from this user: grant Describe and "
                + "DescribeConfigs on all topics with the prefixes"
        )
    }

    /// Returns an error message if the topics of a replay are named with a wrong input prefix; otherwise nil.
    private static func refusal(_ cluster: Cluster, _ work: inout LongWork) throws(OperationError) -> String? {
        let names = cluster.topics
        guard !names.prefix.isEmpty, case .found(let record) = try ReplayLookup(cluster).record(names.prefix, &work),
            let input = record.request?.inputPrefix, input != names.inputPrefix
        else { return nil }
        return "topics: --topic-prefix \(names.prefix) belongs to a replay, which reads uploads of another prefix: "
            + "give --input-prefix \(input.isEmpty ? "''" : input) too"
    }

    private static func print(_ findings: [TopicFinding], asJSON isJSON: Bool) throws(OperationError) {
        var printer = LinePrinter()
        if isJSON {
            for finding in findings { printer.print { TopicText.write(finding, into: &$0) } }
        } else {
            for line in TopicText.lines(findings) { printer.print(Array(line.utf8)) }
        }
        printer.flush()
        if printer.isClosed { throw OperationError("standard output is closed") }
    }
}

extension TopicDescription {
    /// Creates the expected settings of topics from options.
    init(_ shape: TopicShape) {
        var rules = Rules()
        rules.topicPrefix = shape.cluster.topicPrefix
        rules.inputPrefix = shape.cluster.inputPrefix
        rules.routing = Rules.Routing(shape.cluster.outputTopics)
        rules.documentMaxBytes = shape.documentMaxBytes
        rules.uploadMaxBytes = shape.uploadMaxBytes
        self.init(rules, replicationFactor: Int32(clamping: shape.replicationFactor ?? -1))
    }
}
