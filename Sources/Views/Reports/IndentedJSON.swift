import JSON

/// Formats JSON for people.
enum IndentedJSON {
    /// Formats a value with one line for each member and element; recursive, up to the parser's depth limit.
    static func lines(_ value: Value, _ indent: String, _ key: String = "", _ end: String = "") -> [String] {
        let inner = indent + "  "
        if value.count > 0, var members = value.members {
            var lines = [indent + key + "{"]
            var left = value.count
            while let member = members.next() {
                left -= 1
                var writer = Writer()
                writer.string(member.key)
                let name = DocumentView.shown(String(decoding: writer.bytes, as: UTF8.self))
                lines += Self.lines(member.value, inner, "\(name): ", left > 0 ? "," : "")
            }
            return lines + [indent + "}" + end]
        }
        if value.count > 0, var elements = value.elements {
            var lines = [indent + key + "["]
            var left = value.count
            while let element = elements.next() {
                left -= 1
                lines += Self.lines(element, inner, "", left > 0 ? "," : "")
            }
            return lines + [indent + "]" + end]
        }
        return [indent + key + DocumentView.shown(String(decoding: value.written, as: UTF8.self)) + end]
    }
}
