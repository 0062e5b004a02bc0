/// Pool indices that packed samples refer to by small numbers, in the order of first use.
package struct Numbering {
    /// The pool index of each number.
    private(set) var indices: [Int32] = []
    /// The number of each pool index; −1 if it has none.
    private var numbers: [Int32] = []

    /// Returns the number of a pool index, and gives it the next number if it has none.
    mutating func number(of index: Int32) -> UInt64 {
        let place = Int(index)
        if numbers.count <= place || numbers[place] < 0 { append(index) }
        return UInt64(numbers[place])
    }

    /// Gives the next number to a pool index, even if it has one already.
    mutating func append(_ index: Int32) {
        let place = Int(index)
        while numbers.count <= place { numbers.append(-1) }
        if numbers[place] < 0 { numbers[place] = Int32(indices.count) }
        indices.append(index)
    }
}
