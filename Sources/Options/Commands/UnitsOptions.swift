package struct UnitsOptions: Sendable {
    /// The number to convert; finite.
    package let value: Double
    /// The unit of the number, as given; not checked yet.
    package let from: String
    /// The requested unit, as given; not checked yet.
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
