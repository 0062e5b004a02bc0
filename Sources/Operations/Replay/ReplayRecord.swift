import JSON
import Worker

/// The state of a replay, read from its compacted topic `<PREFIX>replay` with one partition.
///
/// The topic has these keys:
///
/// - `request`: a `ReplayRequest` with options, end offsets, group and prefixes, written once
/// - `process/<instance id>`: `{"state": "running" or "stopped", "at": Unix milliseconds}`, written by each process
/// - `done`: the `ReplayFigures`, written when everything was read
/// - `live`: `{"at": Unix milliseconds}`, written when a worker takes over the topics
///
/// Unknown keys and fields are ignored, so that an older version can read the records of a newer one.
package struct ReplayRecord: Equatable, Sendable {
    /// The state of a replay; only the consumer group shows whether a `running` process was killed, see `processes`.
    package enum State: String, Sendable {
        case running, stopped, done, live
    }

    package var request: ReplayRequest?
    /// Whether each process of the replay is running, by instance id, as it reported itself.
    ///
    /// The value of a killed process stays true. The process has ended when the group has no member with the client id
    /// `fork-worker-<instance id>-<lane>`.
    package var processes: [String: Bool] = [:]
    /// The totals; nil until the replay is done.
    package var figures: ReplayFigures?
    package var isLive = false

    package init() {}

    /// The state according to the records.
    package var state: State {
        if isLive { return .live }
        if figures != nil { return .done }
        return processes.values.contains(true) ? .running : .stopped
    }

    /// Returns the topic name for a prefix.
    package static func topic(_ prefix: String) -> String { TopicNames(prefix: prefix, forms: []).replay }

    /// Returns the prefixes that may belong to replays, judged by topic names only.
    package static func prefixes(among topics: some Sequence<String>) -> [String] {
        topics.filter { $0.hasSuffix(".replay") && (8...44).contains($0.utf8.count) }.map { String($0.dropLast(6)) }
            .sorted()
    }
}

/// Parsing and encoding of single records.
extension ReplayRecord {
    /// One record of the topic.
    package enum Entry: Equatable, Sendable {
        case request(ReplayRequest)
        case process(String, isRunning: Bool)
        case done(ReplayFigures, into: String)
        case live
    }

    private static let processKey = "process/"

    /// Adds the next record of the topic; unknown keys are ignored.
    package mutating func take(key: [UInt8], value: [UInt8]?) {
        guard let value else { return }
        let key = String(decoding: key, as: UTF8.self)
        switch key {
        case "request": request = ReplayRequest(value)
        case "done": figures = ReplayFigures(value)
        case "live": isLive = true
        case _ where key.hasPrefix(Self.processKey):
            processes[String(key.dropFirst(Self.processKey.count))] = Self.isRunning(value)
        default: break
        }
    }

    private static func isRunning(_ value: [UInt8]) -> Bool {
        var parser = Parser()
        guard let root = try? parser.parse(value) else { return false }
        return root.member("state")?.text?.string == "running"
    }
}

extension ReplayRecord.Entry {
    /// Encodes the entry with the Unix time `now` in milliseconds.
    package func record(atMilliseconds now: Int64) -> (key: [UInt8], value: [UInt8]) {
        switch self {
        case .request(let request): (Array("request".utf8), request.json)
        case .process(let instance, let isRunning):
            (
                Array("process/\(instance)".utf8),
                Array(#"{"state":"\#(isRunning ? "running" : "stopped")","at":\#(now)}"#.utf8)
            )
        case .done(let figures, let into): (Array("done".utf8), figures.json(into: into))
        case .live: (Array("live".utf8), Array(#"{"at":\#(now)}"#.utf8))
        }
    }
}
