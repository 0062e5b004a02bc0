package import JSON
import Observation
package import Operations

/// Formats replays as text and as JSON.
package enum ReplayText {
    /// The largest number of topic names shown.
    private static let nameCount = 10

    /// Returns a table of replays.
    package static func lines(_ replays: [ReplayStatus]) -> [String] {
        let rows = replays.map { replay in
            [replay.into, replay.state.rawValue, "\(replay.progress) %", began(replay)].map { DocumentView.shown($0) }
        }
        let table = [["into", "state", "progress", "began"]] + rows
        let widths = (0..<3).map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { row in
            zip(row, widths).map { Paragraph.pad($0, to: $1) + "  " }.joined() + row[3]
        }
    }

    /// Writes one replay as an object.
    package static func write(_ replay: ReplayStatus, into writer: inout Writer) {
        writer.raw("{\"into\":")
        writer.string(replay.into)
        writer.raw(",\"state\":")
        writer.string(replay.state.rawValue)
        writer.raw(",\"progress\":")
        writer.number(replay.progress)
        writer.raw(",\"began\":")
        writer.string(began(replay))
        writer.raw("}")
    }

    /// Describes what dropping a replay deletes.
    package static func plan(_ plan: ReplayDrop.Plan) -> String {
        let names = plan.topics.prefix(nameCount).joined(separator: ", ")
        let rest = plan.topics.count - nameCount
        let more = rest > 0 ? " and \(Figures.count(rest, "topic")) more" : ""
        return "replay drop deletes the group \(plan.request.group) and \(Figures.count(plan.topics.count, "topic")): "
            + DocumentView.shown(names) + more
    }

    private static func began(_ replay: ReplayStatus) -> String {
        String(decoding: Timestamp.bytes(unixMilliseconds: replay.beganMilliseconds), as: UTF8.self)
    }
}
