import Glibc
import Kafka
import Observation
import Options
import Vocabulary
import Worker

/// `fork-worker sandbox`: a broker with a worker, for the lifetime of the test that started it.
enum SandboxCommand {
    static func run(_ options: SandboxOptions, _ signals: StopSignals) -> Never {
        let starter = ParentWatch()
        PrivateFolder.becomeOnlyReader()
        let observer = makeObserver(options)
        do throws(StartError) {
            let zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
            var rules = Rules(options.documents)
            if options.deliversWebhooks { rules.allowsLoopbackCallbacks = true }
            let sandbox = Sandbox(
                rules: rules,
                groupID: options.groupID,
                properties: options.kafka.map { (name: $0.name, value: $0.value) },
                observer: observer,
                zones: zones,
                deliveries: options.deliversWebhooks ? try SandboxDeliveries(observer: makeObserver(options)) : nil,
                announce: { ReadyLine.print($0, options.documents.outputTopics, $1) }
            )
            func waitForEnd(_ milliseconds: Int64) -> String? {
                signals.wait(milliseconds: milliseconds) ?? (starter.hasLeft ? "end of standard input" : nil)
            }
            if let path = options.kafkaHome {
                try sandbox.run(on: KafkaHome(path), waitForEnd)
            } else {
                try sandbox.run(waitForEnd)
            }
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            let text = "sandbox: \(error)"
            if error.isUsage { ProcessEnvironment.leaveForUsage(text, after: observer, options.logFormat) }
            ProcessEnvironment.leave(.failure, after: observer, saying: text)
        }
    }

    private static func makeObserver(_ options: SandboxOptions) -> Observer {
        Observer(level: options.logLevel.map { Level($0) } ?? .warning, format: LineFormat(options.logFormat))
    }
}
