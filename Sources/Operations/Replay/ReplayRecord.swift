import JSON
import Worker

/// What is known of a replay: the records of its compacted topic `<PREFIX>replay`, which has one partition.
///
/// | Key | Value |
/// |---|---|
/// | `request` | `ReplayRequest`: what was asked, the offsets that it goes to, group and prefixes; written once |
/// | `process/<instance id>` | `{"state": "running" or "stopped", "at": Unix milliseconds}`: written by each process |
/// | `done` | `ReplayFigures`, its last line: all of it is read |
/// | `live` | `{"at": Unix milliseconds}`: a worker has taken its topics over, and it is no replay any more |
///
/// Keys and fields that are not known are passed over, so that an older version reads what a newer one has written.
package struct ReplayRecord: Equatable, Sendable {
    /// How a replay is; how one is that was killed only its group knows, see `processes`.
    package enum State: String, Sendable {
        case running, stopped, done, live
    }

    package var request: ReplayRequest?
    /// The processes that have worked at it, by instance id: whether each has said that it works, and not that it ends.
    ///
    /// One that was killed has said nothing: it works no more once the group has no member of it. Its members have the
    /// client ids `fork-worker-<instance id>-<lane>`.
    package var processes: [String: Bool] = [:]
    /// What it came to, once it is done.
    package var figures: ReplayFigures?
    package var isLive = false

    package init() {}

    /// As far as the records tell.
    package var state: State {
        if isLive { return .live }
        if figures != nil { return .done }
        return processes.values.contains(true) ? .running : .stopped
    }

    /// The name of the topic of a prefix.
    package static func topic(_ prefix: String) -> String { TopicNames(prefix: prefix).replay }

    /// Of the names of topics the prefixes that replays may have; a topic of somebody else can be among them.
    package static func prefixes(among topics: some Sequence<String>) -> [String] {
        topics.filter { $0.hasSuffix(".replay") && (8...44).contains($0.utf8.count) }.map { String($0.dropLast(6)) }
            .sorted()
    }
}

/// Reading and writing single records.
extension ReplayRecord {
    /// One record of the topic.
    package enum Entry: Equatable, Sendable {
        case request(ReplayRequest)
        case process(String, isRunning: Bool)
        case done(ReplayFigures, into: String)
        case live
    }

    private static let processKey = "process/"

    /// Takes the next record of the topic; what is not known is passed over.
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
    /// The record of an entry, written at this time, in milliseconds since 1970.
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
