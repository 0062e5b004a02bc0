import Kafka
import Observation
import Operations
import Options
import Vocabulary
import Worker

extension Cluster {
    init(_ options: Options, observer: Observer, progress: Progress) {
        self.init(
            bootstrapServers: options.cluster.bootstrapServers,
            groupID: options.cluster.groupID,
            topics: TopicNames(options.rules),
            routing: options.rules.routing,
            properties: options.cluster.properties,
            tokens: TokenKeeper(options.cluster),
            observer: observer,
            progress: progress
        )
    }
}

extension Observer {
    /// Creates an observer from log options, by default with text on a terminal and JSON elsewhere.
    convenience init(_ options: LogOptions, default level: Level = LogOptions.usualLevel(of: .run)) {
        let format = options.format ?? (StandardError.isTerminal ? .text : .json)
        self.init(level: options.level ?? level, format: format)
    }
}

extension Progress {
    /// Creates the progress display of a command that a signal cancels.
    convenience init(_ title: String, unit: String, observer: Observer, signals: StopSignals) {
        let display = Progress.display(observer, terminal: ProcessEnvironment.current["TERM"])
        self.init(title, unit: unit, on: display, isStopRequested: { signals.wait(milliseconds: 0) != nil })
    }
}
