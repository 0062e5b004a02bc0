/// The values of one connection, sorted by state key.
struct SortedMap {
    private var stateKeys: [StateKey] = []
    private var values: [[UInt8]] = []

    var isEmpty: Bool { stateKeys.isEmpty }

    func value(at stateKey: StateKey) -> [UInt8]? {
        let index = firstIndex(notBelow: stateKey)
        return index < stateKeys.count && stateKeys[index] == stateKey ? values[index] : nil
    }

    func scan(_ range: ClosedRange<StateKey>, atMost limit: Int, _ body: (StateKey, RawSpan) -> Void) {
        for index in indices(in: range, atMost: limit) {
            let value = values[index]
            unsafe body(stateKeys[index], value.span.bytes)
        }
    }

    func entries(in range: ClosedRange<StateKey>) -> StateEntries {
        var entries = StateEntries()
        for index in indices(in: range) { entries.append(stateKeys[index], sharing: values[index]) }
        return entries
    }

    private func indices(in range: ClosedRange<StateKey>, atMost limit: Int = .max) -> Range<Int> {
        let first = firstIndex(notBelow: range.lowerBound)
        var end = first
        while end < stateKeys.count, end - first < limit, stateKeys[end] <= range.upperBound { end += 1 }
        return first..<end
    }

    /// Inserts or replaces a value, and returns the length of the previous one.
    mutating func put(_ value: [UInt8], at stateKey: StateKey) -> Int {
        let index = firstIndex(notBelow: stateKey)
        guard index < stateKeys.count, stateKeys[index] == stateKey else {
            stateKeys.insert(stateKey, at: index)
            values.insert(value, at: index)
            return 0
        }
        let before = values[index].count
        values[index] = value
        return before
    }

    /// The number of values that are removed one by one, each of which moves all later ones.
    private static let singlyMax = 8

    /// Removes values, and returns their total length.
    mutating func remove(at removed: [StateKey]) -> Int {
        if removed.count <= Self.singlyMax { return removed.reduce(0) { $0 + remove(at: $1) } }
        let gone = Set(removed)
        var count = 0
        var bytes = 0
        for index in stateKeys.indices {
            if gone.contains(stateKeys[index]) {
                bytes += values[index].count
            } else {
                if count < index {
                    stateKeys[count] = stateKeys[index]
                    values.swapAt(count, index)
                }
                count += 1
            }
        }
        stateKeys.removeLast(stateKeys.count - count)
        values.removeLast(values.count - count)
        return bytes
    }

    /// Removes a value, and returns its length.
    mutating func remove(at stateKey: StateKey) -> Int {
        let index = firstIndex(notBelow: stateKey)
        guard index < stateKeys.count, stateKeys[index] == stateKey else { return 0 }
        stateKeys.remove(at: index)
        return values.remove(at: index).count
    }

    private func firstIndex(notBelow stateKey: StateKey) -> Int {
        if let last = stateKeys.last, last < stateKey { return stateKeys.count }
        var low = 0
        var high = stateKeys.count
        while low < high {
            let middle = (low + high) / 2
            if stateKeys[middle] < stateKey { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
