package import JSON
package import Operations

/// Formats dead letters as text and as JSON.
package enum DeadLetterText {
    /// Returns one line; control characters are replaced, because the text comes from uploads.
    package static func line(_ letter: DeadLetterRecord) -> String {
        let state = letter.state == .open ? [] : [letter.state.rawValue]
        let parts =
            [letter.place.description, time(letter), letter.connection ?? "no connection"] + state
            + [letter.code, letter.path.isEmpty ? "the whole record" : letter.path, letter.message]
        return DocumentView.shown(parts.joined(separator: "  "))
    }

    /// Returns one dead letter with all headers and its value.
    package static func page(_ letter: DeadLetterRecord, value: [UInt8]?) -> [String] {
        let facts = [
            ("place", letter.place.description), ("time", time(letter)), ("connection", letter.connection ?? "none"),
            ("state", letter.state.rawValue),
        ]
        var lines = (facts + letter.headers.map { ($0.name, $0.value) }).map { name, text in
            Paragraph.pad(name, to: 24) + DocumentView.shown(text)
        }
        lines.append("value")
        guard let value else { return lines + ["  none"] }
        var parser = Parser()
        if let document = try? parser.parse(value) { return lines + IndentedJSON.lines(document, "  ") }
        let text = String(decoding: value, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return lines + text.map { "  " + DocumentView.shown(String($0)) }
    }

    private static func time(_ letter: DeadLetterRecord) -> String {
        letter.timestampMilliseconds.map { Figures.instant(unixMilliseconds: $0) }
            ?? "no time"
    }

    /// Writes a dead letter as `list` prints it.
    package static func write(_ letter: DeadLetterRecord, into writer: inout Writer) {
        writer.object { writeMembers(letter, into: &$0) }
    }

    /// Writes a dead letter with its headers and value.
    package static func write(_ letter: DeadLetterRecord, value: [UInt8]?, into writer: inout Writer) {
        writer.object {
            writeMembers(letter, into: &$0)
            $0.member("headers") {
                $0.object { for header in letter.headers { $0.member(header.name, header.value) } }
            }
            $0.value(value)
        }
    }

    private static func writeMembers(_ letter: DeadLetterRecord, into writer: inout Writer) {
        writer.member("place", letter.place.description)
        writer.member("time", letter.timestampMilliseconds == nil ? nil : time(letter))
        writer.member("connection_id", letter.connection)
        writer.member("code", letter.code)
        writer.member("path", letter.path)
        writer.member("message", letter.message)
        writer.member("state", letter.state.rawValue)
    }

    /// Writes a row of a summary that is grouped by this property.
    package static func write(_ row: LetterSummary.Row, by property: String, into writer: inout Writer) {
        writer.object {
            $0.member(property == "connection" ? "connection_id" : property, text: row.value.map { Array($0.utf8) })
            $0.member("count", row.count)
        }
    }

    package static func lines(_ rows: [LetterSummary.Row], by property: String) -> [String] {
        let values = rows.map { DocumentView.shown($0.value ?? "without \(property)") }
        let width = 2 + (values.map(\.count).max() ?? 0)
        return zip(values, rows).map { Paragraph.pad($0, to: width) + Figures.count($1.count, "dead letter") }
    }
}
