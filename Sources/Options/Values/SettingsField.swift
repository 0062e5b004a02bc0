/// A field of connection settings and its new value, as the user wrote it.
package struct SettingsField: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension Kind<SettingsField> {
    /// A field of connection settings with its new value.
    static let field = Kind("NAME=VALUE", rule: "field=value, repeatable", shape: .repeated([])) {
        text throws(Reason) in
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
        "formats", "forget",
    ]
}
