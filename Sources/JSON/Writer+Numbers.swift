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
    /// Whole numbers below 2^53 are written as integers (-0 as 0), others from a millionth to 10^17 without exponent.
    /// Infinities and NaN, which no document may bring, are written as `null`, so that what is written stays JSON.
    package mutating func number(_ value: Double) {
        write(upTo: ReservedWriter.numberMax) { $0.number(value) }
    }
}
