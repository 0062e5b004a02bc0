/// A value that is computed from samples: a sum, an average, a minimum or a maximum.
package struct Aggregate {
    package let value: Double
    /// The kind of number (`sum`, `average` …) as a JSON string with quotes.
    package let word: [UInt8]
    /// The number of values in an average; 0 for other kinds.
    package let count: Int64

    init(_ word: [UInt8], _ value: Double, count: Int64 = 0) {
        (self.value, self.word, self.count) = (value, word, count)
    }

    /// Returns the value as a quantity of a document.
    func quantity(start: Double, end: Double, unit: [UInt8]) -> Quantity {
        var quantity = Quantity(start: start, end: end, value: value, unit: unit, type: word)
        quantity.count = count
        return quantity
    }
}
