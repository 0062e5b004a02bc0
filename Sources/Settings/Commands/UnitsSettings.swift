/// Everything that `units` is told.
package struct UnitsSettings: Sendable {
    /// The number to convert; finite.
    package let value: Double
    /// Its unit, as written; nothing is known of it yet.
    package let from: String
    /// The unit that is asked for, as written.
    package let to: String

    init(_ values: Values) throws(Fault) {
        let text = values.operands[0]
        guard let value = Self.number(text) else {
            throw Fault(.operand("VALUE"), shown: text, "must be a number, such as 37.2 or -5 or 1e3")
        }
        self.value = value
        from = values.operands[1]
        to = values.operands[2]
    }

    /// Decimal numbers only: `Double` itself takes `nan`, `inf` and hexadecimal too.
    private static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let value = Double(text), value.isFinite
        else { return nil }
        return value
    }
}
