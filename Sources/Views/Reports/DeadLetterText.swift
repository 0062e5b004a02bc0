package import JSON
import Observation
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
        if let document = try? parser.parse(value) { return lines + indented(document, "  ") }
        let text = String(decoding: value, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return lines + text.map { "  " + DocumentView.shown(String($0)) }
    }

    /// Formats a value with one line for each member and element.
    ///
    /// Recursive, up to the parser's depth limit.
    private static func indented(_ value: Value, _ indent: String, _ key: String = "", _ end: String = "") -> [String] {
        let inner = indent + "  "
        if value.count > 0, var members = value.members {
            var lines = [indent + key + "{"]
            var left = value.count
            while let member = members.next() {
                left -= 1
                var writer = Writer()
                writer.string(member.key)
                let name = DocumentView.shown(String(decoding: writer.bytes, as: UTF8.self))
                lines += indented(member.value, inner, "\(name): ", left > 0 ? "," : "")
            }
            return lines + [indent + "}" + end]
        }
        if value.count > 0, var elements = value.elements {
            var lines = [indent + key + "["]
            var left = value.count
            while let element = elements.next() {
                left -= 1
                lines += indented(element, inner, "", left > 0 ? "," : "")
            }
            return lines + [indent + "]" + end]
        }
        return [indent + key + DocumentView.shown(String(decoding: value.written, as: UTF8.self)) + end]
    }

    private static func time(_ letter: DeadLetterRecord) -> String {
        letter.timestampMilliseconds.map { String(decoding: Timestamp.bytes(unixMilliseconds: $0), as: UTF8.self) }
            ?? "no time"
    }

    /// Writes the members that `list` prints, without the closing brace.
    package static func write(_ letter: DeadLetterRecord, into writer: inout Writer) {
        writer.raw("{\"place\":")
        writer.string(letter.place.description)
        writer.raw(",\"time\":")
        if letter.timestampMilliseconds == nil { writer.raw("null") } else { writer.string(time(letter)) }
        writer.raw(",\"connection_id\":")
        if let connection = letter.connection { writer.string(connection) } else { writer.raw("null") }
        for (name, text) in [
            (",\"code\":" as StaticString, letter.code), (",\"path\":", letter.path), (",\"message\":", letter.message),
            (",\"state\":", letter.state.rawValue),
        ] {
            writer.raw(name)
            writer.string(text)
        }
    }

    /// Writes a dead letter with its headers and value.
    package static func write(_ letter: DeadLetterRecord, value: [UInt8]?, into writer: inout Writer) {
        write(letter, into: &writer)
        writer.raw(",\"headers\":{")
        for (index, header) in letter.headers.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.string(header.name)
            writer.raw(":")
            writer.string(header.value)
        }
        writer.raw("},")
        if let value { Base64.writeValue(value, into: &writer) } else { writer.raw("\"value\":null") }
        writer.raw("}")
    }

    /// Writes a count with its labels as one object.
    package static func write(_ texts: [(String, String)], _ name: String, _ count: Int, into writer: inout Writer) {
        writer.raw("{")
        for (name, text) in texts {
            writer.string(name)
            writer.raw(":")
            writer.string(text)
            writer.raw(",")
        }
        writer.string(name)
        writer.raw(":")
        writer.number(count)
        writer.raw("}")
    }
}
