import Health
import Kafka
import Observation
import Operations
import Options
import Worker

extension Cluster {
    /// Creates a cluster from command options.
    init(_ options: ClusterOptions, observer: Observer) {
        self.init(
            bootstrapServers: options.bootstrapServers,
            groupID: options.groupID,
            topics: TopicNames(prefix: options.topicPrefix, inputPrefix: options.inputPrefix),
            routing: Rules.Routing(options.outputTopics),
            properties: options.kafka.map { (name: $0.name, value: $0.value) },
            tokens: TokenKeeper(options.tokenSource),
            observer: observer
        )
    }
}

extension Observer {
    /// Creates an observer from log options.
    convenience init(_ options: LogOptions) {
        self.init(level: Level(options.level), format: LineFormat(options.format))
    }
}

extension LongWork {
    /// Creates work that a signal stops.
    init(_ title: String, unit: String, observer: Observer, signals: StopSignals) {
        let display = LongWork.display(observer, terminal: ProcessEnvironment.current["TERM"])
        self.init(title, unit: unit, on: display, isStopped: { signals.wait(milliseconds: 0) != nil })
    }
}
