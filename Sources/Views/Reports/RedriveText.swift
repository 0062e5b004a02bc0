package import JSON
package import Operations
import Vocabulary

/// Formats changes of dead letters as text and as JSON.
package enum RedriveText {
    private static let placesShown = 3

    /// Returns a line such as `0:15, 0:16 -> fork.uploads:3  2 samples of conn-7`, or `0:15  parked`.
    package static func line(_ change: LetterChange) -> String {
        let rest = change.letters.count - placesShown
        let shown = change.letters.prefix(placesShown).map(\.description).joined(separator: ", ")
        let places = rest > 0 ? "\(shown) and \(rest) more" : shown
        guard let record = change.record else { return "\(places)  parked" }
        let owner = record.key.map { " of \(String(decoding: $0, as: UTF8.self))" } ?? ""
        return DocumentView.shown("\(places) -> \(record.topic):\(record.partition)  \(contents(record))\(owner)")
    }

    private static func contents(_ record: RedrivenRecord) -> String {
        if record.uploadID == nil { return "the whole record" }
        let names: [(Refusal.List, String)] = [(.samples, "sample"), (.deleted, "deletion"), (.post, "entry")]
        return names.compactMap { list, name in
            guard let count = record.elements[list] else { return nil }
            return list == .post ? "\(count) of post" : Figures.count(count, name)
        }.joined(separator: ", ")
    }

    /// Writes `{"places", "state"}`; for a redriven record also its position and connection.
    ///
    /// These members are `topic`, `partition`, `connection_id`, `redrive`, and for a new upload `upload_id`.
    package static func write(_ change: LetterChange, into writer: inout Writer) {
        writer.object {
            $0.member("places", change.letters.map(\.description))
            $0.member("state", change.state.rawValue)
            guard let record = change.record else { return }
            $0.member("topic", record.topic)
            $0.member("partition", record.partition)
            $0.member("connection_id", record.key.map { String(decoding: $0, as: UTF8.self) })
            $0.member("redrive", record.redrive.number)
            if let id = record.uploadID { $0.member("upload_id", id.description) }
        }
    }
}
