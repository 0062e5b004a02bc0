import Glibc
import Health
import Observation
import Operations
import Options
import Worker

/// `fork-worker topics`: what topics are like, and what they should be.
enum TopicsCommand {
    /// Runs to the end of the process.
    static func run(_ options: TopicsOptions) -> Never {
        // Before any thread, so that all of them inherit it: signals are waited for, never handled.
        let signals = StopSignals()
        signal(SIGPIPE, SIG_IGN)
        let observer = Observer(options.log)
        let cluster = Cluster(options.shape.cluster, observer: observer)
        var work = LongWork("looking", unit: "topics", observer: observer, signals: signals)
        do throws(OperationError) {
            if let refusal = try refusal(cluster, &work) {
                work.hide()
                ProcessEnvironment.leave(.usage, after: observer, saying: refusal)
            }
            let survey = try TopicSurvey(
                TopicDescription(options.shape),
                partitions: Int32(clamping: options.shape.partitions),
                in: cluster
            )
            guard var outcome = try survey.look(&work) else { throw interrupted }
            if options.action == .apply {
                work.hide()
                agree(to: outcome, options, observer, signals)
                let agreed = Set(outcome.alterable.map(\.topic))
                let after = try survey.apply(outcome, agreed: agreed, &work) { sentence in
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

    private static let interrupted = OperationError("interrupted: what is done stays done; run it again to go on")

    private static func unreadable(_ topic: String, of count: Int) -> OperationError {
        let more = count > 1 ? " and of \(Figures.count(count - 1, "topic")) more" : ""
        return OperationError(
            "the settings of \(topic)\(more) are not told to this user: grant Describe and "
                + "DescribeConfigs on what begins with the prefixes"
        )
    }

    /// Why topics of a replay's prefix can't be looked at as they were named.
    private static func refusal(_ cluster: Cluster, _ work: inout LongWork) throws(OperationError) -> String? {
        let names = cluster.topics
        guard !names.prefix.isEmpty, case .found(let record) = try ReplayLookup(cluster).record(names.prefix, &work),
            let input = record.request?.inputPrefix, input != names.inputPrefix
        else { return nil }
        return "topics: --topic-prefix \(names.prefix) is a replay's, which reads uploads of another prefix: "
            + "give --input-prefix \(input.isEmpty ? "''" : input) too"
    }

    /// Comes back when nothing is to be altered, or somebody has said yes to it.
    private static func agree(
        to outcome: TopicSurvey.Outcome,
        _ options: TopicsOptions,
        _ observer: Observer,
        _ signals: StopSignals
    ) {
        if options.isAgreed || outcome.alterable.isEmpty { return }
        let changes = outcome.alterable.map { "\($0.topic): \(TopicSurvey.change($0))" }
        let shown = changes.prefix(20).joined(separator: "; ")
        let rest = changes.count > 20 ? "; and \(changes.count - 20) more" : ""
        switch Consent.ask("topics apply alters \(DocumentView.shown(shown))\(rest)", signals) {
        case .agreed: break
        case .refused: ProcessEnvironment.leave(.failure, after: observer, saying: "nothing is altered")
        case .nobody:
            let text = "topics apply: nothing is altered or made: give --yes where nobody can be asked"
            ProcessEnvironment.leave(.usage, after: observer, saying: text)
        }
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
    /// What topics should be like by these options.
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
