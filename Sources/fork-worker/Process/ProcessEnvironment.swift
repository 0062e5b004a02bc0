import Glibc
import Observation
import Options
import Worker

/// What the process was given, and its standard error.
enum ProcessEnvironment {
    /// Exit statuses, as the contract has them.
    enum Status: Int32 {
        case done = 0
        case failure = 1
        /// What could not be told, where 1 is an answer.
        case trouble = 2
        case usage = 64
    }

    /// The environment's names and values; of equal names the first counts, as for `getenv`.
    static var current: [String: String] {
        guard let bytes = FileBytes.read("/proc/self/environ", longest: 16 << 20) else { return [:] }
        var environment: [String: String] = [:]
        for entry in bytes.split(separator: 0) {
            guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: entry[..<equals], as: UTF8.self)
            if environment[name] == nil {
                environment[name] = String(decoding: entry[(equals + 1)...], as: UTF8.self)
            }
        }
        return environment
    }

    /// Ends a process in which a worker has run, when all lines are written.
    ///
    /// Not by `exit`: a thread may still be in a call to a broker that does not answer, or in the store, whose library
    /// aborts the process, or waits for ever, when its own end comes first.
    static func leave(_ status: Status, after observer: Observer) -> Never {
        observer.finishLines()
        _exit(status.rawValue)
    }

    /// The same with a last line on standard error, after all that the log has to say.
    static func leave(_ status: Status, after observer: Observer, saying text: String) -> Never {
        observer.finishLines()
        StandardError.write(Array("fork-worker: \(text)\n".utf8))
        _exit(status.rawValue)
    }

    /// The same with a last line for programs, as it stands.
    static func leave(_ status: Status, after observer: Observer, ending line: [UInt8]) -> Never {
        observer.finishLines()
        StandardError.write(line + [UInt8(ascii: "\n")])
        _exit(status.rawValue)
    }

    /// Ends a process over a wrong setting that only the command itself could find: in a line of JSON where those were
    /// asked for.
    static func leaveForUsage(_ text: String, after observer: Observer, _ format: LogFormat?) -> Never {
        observer.finishLines()
        _exit(complain([text], asJSON: format == .json, status: .usage))
    }

    /// Writes sentences to standard error, one a line, and gives back the status to leave with.
    static func complain(_ sentences: [String], asJSON isJSON: Bool, status: Status) -> Int32 {
        guard isJSON else {
            return complain(sentences.map { "fork-worker: \($0)\n" }.joined(), status: status)
        }
        let observer = Observer(level: .error, format: .json)
        for sentence in sentences { observer.wrongUsage(sentence) }
        observer.finishLines()
        return status.rawValue
    }

    /// Writes a text to standard error and gives back the status to leave with.
    static func complain(_ text: String, status: Status) -> Int32 {
        StandardError.write(Array(text.utf8))
        return status.rawValue
    }
}
