import Health
import Observation
import Options
import Vocabulary
import Worker

/// `fork-worker run`: the stream processor, until a signal.
enum RunCommand {
    static func run(_ options: RunOptions, _ signals: StopSignals) -> Never {
        WorkerProcess.run(options) { process throws(StartError) in
            let (made, observer, zones) = (process.options, process.observer, process.zones)
            let worker = Worker(made, observer: observer, board: process.board) {
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

extension Level {
    init(_ level: LogLevel) {
        switch level {
        case .error: self = .error
        case .warning: self = .warning
        case .info: self = .info
        case .debug: self = .debug
        }
    }
}

extension Assignor {
    init(_ strategy: AssignmentStrategy) {
        switch strategy {
        case .range: self = .range
        case .cooperativeSticky: self = .cooperativeSticky
        }
    }
}

extension LineFormat {
    /// Selects the given format, or text for a terminal and JSON otherwise.
    init(_ format: LogFormat?) {
        switch format {
        case .text: self = .text
        case .json: self = .json
        case nil: self = StandardError.isTerminal ? .text : .json
        }
    }
}
