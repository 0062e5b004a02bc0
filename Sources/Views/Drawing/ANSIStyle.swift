/// Colors for a terminal; without a terminal, text stays unchanged.
package struct ANSIStyle: Sendable {
    /// The colors by purpose, as ECMA-48 codes.
    package enum Shade: String, Sendable {
        case bold = "1"
        /// Text that a reader can skip.
        case dim = "2"
        case heading = "1;36"
        /// New or changed data.
        case good = "32"
        /// Deleted or refused data.
        case bad = "31"
        /// Sleep stages, from light to dark.
        case awake = "38;5;215"
        case rem = "38;5;117"
        case core = "38;5;69"
        case deep = "38;5;62"
        case heart = "38;5;204"
    }

    private let isColored: Bool

    package init(isColored: Bool) { self.isColored = isColored }

    package static let plain = ANSIStyle(isColored: false)

    /// Returns the text in this color.
    package func callAsFunction(_ shade: Shade, _ text: String) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(shade.rawValue)m\(text)\u{1B}[0m" : text
    }
}
