import Vocabulary

/// The uncommitted rows of one owner, in the order of their state keys.
struct ChangedRows {
    /// A row that differs from the stored one.
    struct ChangedRow {
        let stateKey: StateKey
        /// The new value; nil removes the row.
        var bytes: [UInt8]?
        /// The length of the stored value; nil if there is none.
        let heldBytes: Int?
    }

    private(set) var rows: [ChangedRow] = []

    /// Returns the uncommitted row at a state key; nil if it is unchanged.
    func row(at stateKey: StateKey) -> ChangedRow? {
        let index = index(notBelow: stateKey)
        return index < rows.count && rows[index].stateKey == stateKey ? rows[index] : nil
    }

    /// Inserts or replaces a row.
    ///
    /// If the new value is nil and the store has no value, the row is removed.
    ///
    /// - Returns: The number of bytes by which all rows grow.
    mutating func put(_ row: ChangedRow) -> Int {
        let index = index(notBelow: row.stateKey)
        let isThere = index < rows.count && rows[index].stateKey == row.stateKey
        let before = isThere ? Self.size(rows[index]) : 0
        if row.bytes == nil, row.heldBytes == nil {
            if isThere { rows.remove(at: index) }
            return -before
        }
        if isThere { rows[index] = row } else { rows.insert(row, at: index) }
        return Self.size(row) - before
    }

    /// Returns the uncommitted rows of a range.
    func rows(in range: ClosedRange<StateKey>) -> ArraySlice<ChangedRow> {
        let start = index(notBelow: range.lowerBound)
        var end = start
        while end < rows.count, rows[end].stateKey <= range.upperBound { end += 1 }
        return rows[start..<end]
    }

    /// Returns the approximate size of a row in memory and in the transaction, in bytes.
    private static func size(_ row: ChangedRow) -> Int { 100 + (row.bytes?.count ?? 0) }

    private func index(notBelow stateKey: StateKey) -> Int {
        if let last = rows.last, last.stateKey < stateKey { return rows.count }
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].stateKey < stateKey { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
