package import JSON
package import Operations

/// Formats differences between documents as text and as JSON.
package struct DiffText {
    private let live: String
    private let other: String
    private let ink: ANSIStyle

    /// The largest number of differing paths shown for one document.
    private static let placeCount = 12
    private static let valueWidth = 60
    /// The members with times in seconds since 2001.
    private static let instants = ["/start_date", "/end_date", "/time"]
    private static let secondsTo2001 = 978_307_200.0

    /// Creates a formatter that names the two sides by their prefixes.
    package init(live: String, other: String, ink: ANSIStyle) {
        self.live = live
        self.other = other
        self.ink = ink
    }

    /// Returns the document's name, then each differing path with both values.
    package func lines(of difference: DocumentDifference) -> [String] {
        let name = [difference.connection, difference.id].map {
            DocumentView.shown(String(decoding: $0, as: UTF8.self))
        }
        let form = difference.form.map { "as \($0)  " } ?? ""
        let title = "\(name[0])  \(ink(.bold, name[1]))  \(form)"
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
            return "\(text) (\(Figures.instant(unixMilliseconds: milliseconds)))"
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
        let rows = counts.sorted { $0.key < $1.key } + [(key: "total", value: total)]
        let cells = rows.map { name, count in
            [name]
                + [count.equal, count.changed, count.missing, count.extra].map {
                    Figures.decimal(Double($0), places: 0)
                }
        }
        let header = ["", "equal", "changed", "missing", "extra"]
        return lines + Table.lines(cells, header: header, numbersFrom: 1, numberWidth: 12, ink)
    }
}

extension DiffText {
    /// Writes a difference as one object.
    package static func write(_ difference: DocumentDifference, into writer: inout Writer) {
        writer.object {
            $0.member("connection_id", text: difference.connection)
            $0.member("id", text: difference.id)
            if let form = difference.form { $0.member("form", form) }
            $0.member("kind", difference.kind.rawValue)
            guard difference.kind == .changed else { return }
            $0.member("paths") { $0.array(difference.paths, write) }
        }
    }

    private static func write(_ place: PathDifference, into writer: inout Writer) {
        writer.object {
            $0.member("path", text: place.path)
            if let live = place.live { $0.member("live") { $0.raw(live) } }
            if let other = place.other { $0.member("other") { $0.raw(other) } }
        }
    }

    /// Writes the total counts.
    package static func write(_ total: DocumentCounts, into writer: inout Writer) {
        writer.object {
            $0.member("diff") {
                $0.object {
                    $0.member("equal", total.equal)
                    $0.member("changed", total.changed)
                    $0.member("missing", total.missing)
                    $0.member("extra", total.extra)
                }
            }
        }
    }
}
