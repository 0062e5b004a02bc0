extension Writer {
    package mutating func number(_ value: Int64) {
        write(upTo: ReservedWriter.numberMax) { $0.number(value) }
    }

    package mutating func number(_ value: Int) {
        number(Int64(value))
    }

    mutating func number(_ value: UInt64) {
        write(upTo: ReservedWriter.numberMax) { $0.decimal(value) }
    }

    /// Appends the shortest text that reads back as the same double.
    ///
    /// Integers below 2^53 have no decimal point (−0 is 0). Other numbers from 10^-6 to 10^17 have no exponent.
    /// Infinities and NaN, which JSON cannot represent, become `null`.
    package mutating func number(_ value: Double) {
        write(upTo: ReservedWriter.numberMax) { $0.number(value) }
    }
}
