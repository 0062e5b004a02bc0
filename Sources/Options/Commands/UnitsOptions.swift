/// Everything that `units` is told.
package struct UnitsOptions: Sendable {
    /// The number to convert; finite.
    package let value: Double
    /// Its unit, as written; nothing is known of it yet.
    package let from: String
    /// The unit that is asked for, as written.
    package let to: String

    init(_ values: Values) throws(Fault) {
        do throws(Reason) {
            value = try Kind.number.read(values.operands[0])
        } catch {
            throw Fault(.operand("VALUE"), shown: values.operands[0], error.text)
        }
        from = values.operands[1]
        to = values.operands[2]
    }
}
