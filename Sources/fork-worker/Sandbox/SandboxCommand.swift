import Glibc
import Kafka
import Observation
import Options
import Vocabulary
import Worker

/// `fork-worker sandbox`: a broker with a worker, for the lifetime of the test that started it.
enum SandboxCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        let starter = ParentWatch()
        PrivateFolder.becomeOnlyReader()
        let level = LogOptions.usualLevel(of: .sandbox)
        let observer = Observer(options.log, default: level)
        do throws(StartError) {
            let zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
            var rules = options.rules
            if options.sandbox.deliversWebhooks { rules.allowsLoopbackCallbacks = true }
            let sandbox = Sandbox(
                rules: rules,
                groupID: options.cluster.groupID,
                listen: options.sandbox.listen,
                properties: options.cluster.kafka.map { (name: $0.name, value: $0.value) },
                observer: observer,
                zones: zones,
                deliveries: options.sandbox.deliversWebhooks
                    ? try SandboxDeliveries(observer: Observer(options.log, default: level)) : nil,
                pages: SandboxPages(
                    address: options.process.httpAddress,
                    console: options.process.console,
                    settings: options.effective
                ),
                announce: ReadyLine.print
            )
            func waitForEnd(_ milliseconds: Int64) -> String? {
                signals.wait(milliseconds: milliseconds) ?? (starter.hasLeft ? "end of standard input" : nil)
            }
            if let path = options.sandbox.kafkaHome {
                try sandbox.run(on: KafkaHome(path), waitForEnd)
            } else {
                try sandbox.run(waitForEnd)
            }
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            let text = "sandbox: \(error)"
            if error.isUsage { ProcessEnvironment.leaveForUsage(text, after: observer, options.log.format) }
            ProcessEnvironment.leave(.failure, after: observer, saying: text)
        }
    }
}
