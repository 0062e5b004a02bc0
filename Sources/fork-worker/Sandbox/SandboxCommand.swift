import Glibc
import Health
import Kafka
import Observation
import Options
import Worker

/// `fork-worker sandbox`: a broker with a worker on it, for as long as the test lives that has started it.
enum SandboxCommand {
    /// Runs to the end of the process.
    static func run(_ options: SandboxOptions) -> Never {
        // Before any thread, so that all of them inherit it: signals are waited for, never handled.
        let signals = StopSignals()
        let starter = Starter()
        signal(SIGPIPE, SIG_IGN)
        PrivateFolder.becomeOnlyReader()
        let level = options.logLevel.map { Level($0) } ?? .warning
        let observer = Observer(level: level, format: LineFormat(options.logFormat))
        let sandbox = Sandbox(options: options, observer: observer) { milliseconds in
            signals.wait(milliseconds: milliseconds) ?? (starter.hasLeft ? "end of standard input" : nil)
        }
        do throws(StartError) {
            if let path = options.kafkaHome {
                try sandbox.run(on: KafkaHome(path))
            } else {
                try sandbox.run()
            }
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            let status: ProcessEnvironment.Status = error.isUsage ? .usage : .failure
            ProcessEnvironment.leave(status, after: observer, saying: "sandbox: \(error)")
        }
    }
}
