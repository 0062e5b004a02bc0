import Health
import Observation
import Options
import Vocabulary
import Worker

/// `fork-worker run`: the stream processor, until a signal.
enum RunCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        WorkerProcess.run(options) { process throws(StartError) in
            let (made, observer, zones) = (process.options, process.observer, process.zones)
            let worker = Worker(made, observer: observer, board: process.board, partitions: process.partitions) {
                Processor(rules: made.rules, zones: zones)
            }
            let waitForStop: (Int64) -> String? = { milliseconds in
                observer.minutePassed()
                return signals.wait(milliseconds: milliseconds)
            }
            var outcome: Worker.Outcome?
            if made.topics.inputPrefix != made.topics.prefix {
                outcome = worker.reachBroker(waitForStop: waitForStop)
                if outcome == nil, !(try ReplayTakeover.run(made, observer, signals)) { outcome = .stopped }
            }
            switch outcome ?? worker.run(waitForStop: waitForStop) {
            case .stopped: observer.stopped()
            case .failed(let error): throw error
            }
            return nil
        }
    }
}
