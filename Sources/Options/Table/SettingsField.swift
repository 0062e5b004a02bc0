/// A field of connection settings and its new value, as it was given.
package struct SettingsField: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
