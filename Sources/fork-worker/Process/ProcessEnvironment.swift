import Files
import Glibc
import Observation
import Options
import Worker

/// The environment, the exit statuses and standard error of the process.
enum ProcessEnvironment {
    /// The exit statuses of all commands.
    enum Status: Int32 {
        case done = 0
        case failure = 1
        /// The status of a failure in commands for which 1 is a result.
        case trouble = 2
        case usage = 64
    }

    /// The environment variables; if a name occurs twice, the first value counts, as in `getenv`.
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

    /// Writes all log lines and a last sentence, and ends the process without `exit`.
    ///
    /// During `exit`, another thread may be in a call of librdkafka or RocksDB. These libraries then abort the process,
    /// or wait forever.
    static func leave(_ status: Status, after observer: Observer, saying sentence: String? = nil) -> Never {
        observer.finishLines()
        if let sentence { StandardError.write(Array("fork-worker: \(sentence)\n".utf8)) }
        _exit(status.rawValue)
    }

    /// Ends the process with a last unchanged line on standard error, for programs.
    static func leave(_ status: Status, after observer: Observer, ending line: [UInt8]) -> Never {
        observer.finishLines()
        StandardError.write(line + [UInt8(ascii: "\n")])
        _exit(status.rawValue)
    }

    /// Reports an invalid option that only the command could detect, as text or as JSON, and ends the process.
    static func leaveForUsage(_ text: String, after observer: Observer, _ format: LineFormat?) -> Never {
        observer.finishLines()
        _exit(complain([text], asJSON: format == .json, status: .usage))
    }

    /// Prints one line for each sentence to standard error, and returns the exit status.
    static func complain(_ sentences: [String], asJSON isJSON: Bool, status: Status) -> Int32 {
        guard isJSON else {
            return complain(sentences.map { "fork-worker: \($0)\n" }.joined(), status: status)
        }
        let observer = Observer(level: .error, format: .json)
        for sentence in sentences { observer.wrongUsage(sentence) }
        observer.finishLines()
        return status.rawValue
    }

    /// Prints a text to standard output, and returns the exit status.
    static func print(_ text: String) -> Int32 {
        StandardOutput.write(Array(text.utf8)) ? Status.done.rawValue : lostOutput()
    }

    /// Returns the exit status for output that cannot be written; prints nothing if the reader has closed the pipe.
    static func lostOutput() -> Int32 {
        if StandardOutput.isReaderGone { return Status.done.rawValue }
        return complain("fork-worker: standard output is closed or full\n", status: .failure)
    }

    /// Prints a text to standard error, and returns the exit status.
    static func complain(_ text: String, status: Status) -> Int32 {
        StandardError.write(Array(text.utf8))
        return status.rawValue
    }
}
