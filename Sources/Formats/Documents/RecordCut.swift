/// The distribution of the pieces of a document over its records.
package enum RecordCut {
    /// Returns the pieces of each record, in order.
    ///
    /// There is always a first record, which can be empty. A record is as full as the next piece lets it be. A piece that
    /// is longer than `maximum` has a record of its own.
    ///
    /// - Parameters:
    ///   - lengths: The bytes of each piece. A comma separates two pieces of a record.
    ///   - maximum: The most bytes of a record.
    ///   - frame: The bytes around the pieces of a record, given its number from 1.
    /// - Returns: The places of the pieces of each record.
    package static func records(of lengths: [Int], maximum: Int, frame: (Int) -> Int) -> [Range<Int>] {
        var records: [Range<Int>] = []
        var first = 0
        var bytes = frame(1)
        for (index, length) in lengths.enumerated() {
            let comma = index == first ? 0 : 1
            if index > first, bytes + comma + length > maximum {
                records.append(first..<index)
                first = index
                bytes = frame(records.count + 1) + length
            } else {
                bytes += comma + length
            }
        }
        records.append(first..<lengths.count)
        return records
    }
}
