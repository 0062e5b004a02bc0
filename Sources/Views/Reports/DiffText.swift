package import JSON
import Observation
package import Operations

/// Formats differences between documents as text and as JSON.
package struct DiffText {
    private let live: String
    private let other: String
    private let ink: Ink

    /// The largest number of differing paths shown for one document.
    private static let placeCount = 12
    private static let valueWidth = 60
    /// The members with times in seconds since 2001.
    private static let instants = ["/start_date", "/end_date", "/time"]
    private static let secondsTo2001 = 978_307_200.0

    /// Creates a formatter that names the two sides by their prefixes.
    package init(live: String, other: String, ink: Ink) {
        self.live = live
        self.other = other
        self.ink = ink
    }

    /// Returns the document's name, then each differing path with both values.
    package func lines(of difference: DocumentDifference) -> [String] {
        let name = [difference.connection, difference.id].map {
            DocumentView.shown(String(decoding: $0, as: UTF8.self))
        }
        let title = "\(name[0])  \(ink(.bold, name[1]))  "
        switch difference.kind {
        case .missing: return [title + ink(.bad, "missing") + ": only in \(live)"]
        case .extra: return [title + ink(.good, "extra") + ": only in \(other)"]
        case .changed: break
        }
        if difference.paths.isEmpty {
            return [title + "changed, and compacted since: compare again to see where"]
        }
        let places = difference.paths.prefix(Self.placeCount).map { place in
            let path = DocumentView.shown(String(decoding: place.path, as: UTF8.self))
            let values = [place.live, place.other].map { Self.value($0, at: path) }
            return "  \(path)  \(ink(.bad, values[0])) → \(ink(.good, values[1]))"
        }
        let rest = difference.paths.count - places.count
        return [title + "changed"] + places
            + (rest > 0 ? ["  and \(Figures.count(rest, "place")) more, all of them with --json"] : [])
    }

    /// Returns a value, shortened if it is long; a time also as a date.
    private static func value(_ json: [UInt8]?, at path: String) -> String {
        guard let json else { return "nothing" }
        let text = String(decoding: json, as: UTF8.self)
        if instants.contains(where: path.hasSuffix), let seconds = Double(text), seconds.magnitude < 1e11 {
            let milliseconds = Int64(((seconds + secondsTo2001) * 1_000).rounded())
            return "\(text) (\(String(decoding: Timestamp.bytes(unixMilliseconds: milliseconds), as: UTF8.self)))"
        }
        return Paragraph.cut(DocumentView.shown(text), to: valueWidth)
    }

    /// Returns a table of the counts by data type, with a total.
    package func lines(of counts: [String: DocumentCounts], _ total: DocumentCounts, shown: Int) -> [String] {
        var lines = shown > 0 ? [""] : []
        if shown > 0, total.differing > shown {
            lines = [
                "the first \(shown) of \(Figures.count(total.differing, "document")) that differ: --limit shows more",
                "",
            ]
        }
        let rows = counts.sorted { $0.key < $1.key }.map { (DocumentView.shown($0.key), $0.value) } + [("total", total)]
        let width = rows.map(\.0.count).max() ?? 0
        lines.append(
            ink(.dim, row("", ["equal", "changed", "missing", "extra"], width))
        )
        for (name, count) in rows {
            let figures = [count.equal, count.changed, count.missing, count.extra]
            lines.append(row(name, figures.map { Figures.decimal(Double($0), places: 0) }, width))
        }
        return lines
    }

    private func row(_ name: String, _ figures: [String], _ width: Int) -> String {
        Paragraph.pad(name, to: width)
            + figures.map { String(repeating: " ", count: max(2, 14 - $0.count)) + $0 }.joined()
    }
}

extension DiffText {
    /// Writes a difference as one object.
    package static func write(_ difference: DocumentDifference, into writer: inout Writer) {
        writer.raw("{\"connection_id\":")
        writer.string(difference.connection)
        writer.raw(",\"id\":")
        writer.string(difference.id)
        writer.raw(",\"kind\":")
        writer.string(difference.kind.rawValue)
        if difference.kind == .changed {
            writer.raw(",\"paths\":[")
            for (index, place) in difference.paths.enumerated() {
                writer.raw(index == 0 ? "{\"path\":" : ",{\"path\":")
                writer.string(place.path)
                if let live = place.live {
                    writer.raw(",\"live\":")
                    writer.raw(live)
                }
                if let other = place.other {
                    writer.raw(",\"other\":")
                    writer.raw(other)
                }
                writer.raw("}")
            }
            writer.raw("]")
        }
        writer.raw("}")
    }

    /// Writes the total counts.
    package static func write(_ total: DocumentCounts, into writer: inout Writer) {
        writer.raw("{\"diff\":{\"equal\":")
        writer.number(total.equal)
        writer.raw(",\"changed\":")
        writer.number(total.changed)
        writer.raw(",\"missing\":")
        writer.number(total.missing)
        writer.raw(",\"extra\":")
        writer.number(total.extra)
        writer.raw("}}")
    }
}
