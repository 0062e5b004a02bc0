/// Colours for a terminal; nothing at all elsewhere.
package struct Ink: Sendable {
    /// The colours that the report uses, by what they are for, as codes of ECMA-48.
    package enum Shade: String, Sendable {
        case bold = "1"
        /// What can be passed over.
        case dim = "2"
        case heading = "1;36"
        /// What has come or changed.
        case good = "32"
        /// What is gone, or was refused.
        case bad = "31"
        /// Stages of sleep, light to dark.
        case awake = "38;5;215"
        case rem = "38;5;117"
        case core = "38;5;69"
        case deep = "38;5;62"
        case heart = "38;5;204"
    }

    private let isColored: Bool

    /// Ink for a terminal, or for a file.
    package init(isColored: Bool) { self.isColored = isColored }

    package static let plain = Ink(isColored: false)

    /// The text in a shade.
    package func callAsFunction(_ shade: Shade, _ text: String) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(shade.rawValue)m\(text)\u{1B}[0m" : text
    }
}
