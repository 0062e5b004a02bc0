import Health
import Kafka
import Observation
import Operations
import Options
import Worker

extension Cluster {
    /// Where a command finds what these options name.
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
    /// An observer of a command's own work.
    convenience init(_ options: LogOptions) {
        self.init(level: Level(options.level), format: LineFormat(options.format))
    }
}

extension LongWork {
    /// Work of this process, which a signal stops.
    init(_ title: String, unit: String, observer: Observer, signals: StopSignals) {
        let display = LongWork.display(observer, terminal: ProcessEnvironment.current["TERM"])
        self.init(title, unit: unit, on: display, isStopped: { signals.wait(milliseconds: 0) != nil })
    }
}
