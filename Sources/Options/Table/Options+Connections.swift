/// The options of `connections`.
extension Options {
    static let background = Option(
        "background",
        .toggle,
        in: .call,
        of: [.connections],
        "List only connections that get webhooks: with a callback URL, not closed, and with types to deliver."
    )
    static let fields = Option(
        "set",
        .field,
        .absent("none"),
        in: .call,
        of: [.connections],
        """
        Change this field of the settings. VALUE is JSON, or else a string; null removes the field. Repeatable.
        """
    )
    static let ifOffset = Option(
        "if-offset",
        .integer(-1...Int.max),
        .absent("any"),
        in: .call,
        of: [.connections],
        "Write only if the settings of ID are still those at this offset, which get prints; -1: if there are none."
    )
    static let settingsTimeout = Option(
        "timeout",
        .duration(0...86_400_000),
        .text("30s"),
        in: .call,
        of: [.connections],
        "Wait this long for workers to read the settings."
    )
    static let noWait = Option(
        "no-wait",
        .toggle,
        in: .call,
        of: [.connections],
        "Do not wait for workers."
    )
}

extension Kind<SettingsField> {
    /// A field of connection settings with its new value.
    static let field = Kind("NAME=VALUE", rule: "field=value, repeatable", shape: .repeated) { text throws(Reason) in
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw Reason("must be NAME=VALUE, such as time_zone=Europe/Vilnius")
        }
        let name = String(text[..<equals])
        if name == "connection_id" { throw Reason("cannot be changed: it is the key of the settings") }
        if !known.contains(name), let word = SpellingHint.word(to: name, among: known) {
            throw Reason("workers know no field \(name); did you mean \(word)?")
        }
        return SettingsField(name: name, value: String(text[text.index(after: equals)...]))
    }

    /// The fields that workers read.
    private static let known = [
        "app_id", "user_id", "callback_url", "region", "background_delivery", "time_zone", "closed", "allowed_types",
        "forget",
    ]
}
