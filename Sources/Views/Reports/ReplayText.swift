package import JSON
package import Operations
import Vocabulary

/// Formats replays as text and as JSON.
package enum ReplayText {
    /// The largest number of topic names shown.
    private static let nameCount = 10

    /// Returns a table of replays.
    package static func lines(_ replays: [ReplayStatus]) -> [String] {
        let rows = replays.map {
            [$0.into, $0.state.rawValue, "\($0.progress) %", Figures.instant(unixMilliseconds: $0.beganMilliseconds)]
        }
        return Table.lines([["into", "state", "progress", "began"]] + rows)
    }

    /// Writes one replay as an object.
    package static func write(_ replay: ReplayStatus, into writer: inout Writer) {
        writer.object {
            $0.member("into", replay.into)
            $0.member("state", replay.state.rawValue)
            $0.member("progress", replay.progress)
            $0.member("began", Figures.instant(unixMilliseconds: replay.beganMilliseconds))
        }
    }

    /// Returns the figures of a finished replay as a sentence.
    package static func summary(_ figures: ReplayFigures, into prefix: String) -> String {
        let parts = [
            Figures.count(Int(clamping: figures.accounting.uploads), "upload"),
            Figures.count(figures.documents, "document"),
            Figures.count(figures.tombstones, "tombstone"), Figures.count(figures.jobs, "job"),
        ]
        return "replayed into \(prefix) in \(Figures.duration(seconds: figures.seconds)): "
            + parts.joined(separator: ", ")
    }

    /// Describes what dropping a replay deletes.
    package static func plan(_ plan: ReplayDrop.Plan) -> String {
        let names = plan.topics.prefix(nameCount).joined(separator: ", ")
        let rest = plan.topics.count - nameCount
        let more = rest > 0 ? " and \(Figures.count(rest, "topic")) more" : ""
        return "replay drop deletes the group \(plan.request.group) and \(Figures.count(plan.topics.count, "topic")): "
            + DocumentView.shown(names) + more
    }
}
