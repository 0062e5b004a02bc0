import Kafka
import Observation
import Operations
import Options
import Vocabulary
import Worker

extension Cluster {
    /// Creates a cluster from command options.
    init(_ options: ClusterOptions, observer: Observer, progress: Progress) {
        self.init(
            bootstrapServers: options.bootstrapServers,
            groupID: options.groupID,
            topics: TopicNames(prefix: options.topicPrefix, inputPrefix: options.inputPrefix),
            routing: Rules.Routing(options.outputTopics),
            properties: options.kafka.map { (name: $0.name, value: $0.value) },
            tokens: TokenKeeper(options.tokenSource),
            observer: observer,
            progress: progress
        )
    }
}

extension Observer {
    /// Creates an observer from log options.
    convenience init(_ options: LogOptions) {
        self.init(level: Level(options.level), format: LineFormat(options.format))
    }
}

extension Progress {
    /// Creates the progress display of a command that a signal cancels.
    convenience init(_ title: String, unit: String, observer: Observer, signals: StopSignals) {
        let display = Progress.display(observer, terminal: ProcessEnvironment.current["TERM"])
        self.init(title, unit: unit, on: display, isStopRequested: { signals.wait(milliseconds: 0) != nil })
    }
}
