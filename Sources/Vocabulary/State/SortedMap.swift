/// The values of one connection, sorted by state key.
struct SortedMap {
    private var stateKeys: [StateKey] = []
    private var values: [[UInt8]] = []

    var isEmpty: Bool { stateKeys.isEmpty }

    func value(at stateKey: StateKey) -> [UInt8]? {
        let index = firstIndex(notBelow: stateKey)
        return index < stateKeys.count && stateKeys[index] == stateKey ? values[index] : nil
    }

    func scan(_ range: ClosedRange<StateKey>, _ body: (StateKey, RawSpan) -> Void) {
        for index in indices(in: range) {
            let value = values[index]
            unsafe body(stateKeys[index], value.span.bytes)
        }
    }

    func first(_ limit: Int, in range: ClosedRange<StateKey>) -> [StoredValue] {
        var found: [StoredValue] = []
        var index = firstIndex(notBelow: range.lowerBound)
        while found.count < limit, index < stateKeys.count, stateKeys[index] <= range.upperBound {
            found.append(StoredValue(stateKey: stateKeys[index], bytes: values[index]))
            index += 1
        }
        return found
    }

    func entries(in range: ClosedRange<StateKey>) -> StateEntries {
        var entries = StateEntries()
        for index in indices(in: range) { entries.append(stateKeys[index], sharing: values[index]) }
        return entries
    }

    private func indices(in range: ClosedRange<StateKey>) -> Range<Int> {
        let first = firstIndex(notBelow: range.lowerBound)
        var end = first
        while end < stateKeys.count, stateKeys[end] <= range.upperBound { end += 1 }
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
