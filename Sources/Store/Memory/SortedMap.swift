import Health

/// The values of one connection, ascending by place.
struct SortedMap {
    private var places: [StateKey] = []
    private var values: [[UInt8]] = []

    var isEmpty: Bool { places.isEmpty }

    func value(at place: StateKey) -> [UInt8]? {
        let index = firstIndex(notBelow: place)
        return index < places.count && places[index] == place ? values[index] : nil
    }

    func scan(_ range: ClosedRange<StateKey>, _ body: (StateKey, RawSpan) -> Void) {
        var index = firstIndex(notBelow: range.lowerBound)
        while index < places.count, places[index] <= range.upperBound {
            let value = values[index]
            unsafe body(places[index], value.span.bytes)
            index += 1
        }
    }

    /// Puts a value and returns how many bytes were there before.
    mutating func put(_ value: [UInt8], at place: StateKey) -> Int {
        let index = firstIndex(notBelow: place)
        guard index < places.count, places[index] == place else {
            places.insert(place, at: index)
            values.insert(value, at: index)
            return 0
        }
        let before = values[index].count
        values[index] = value
        return before
    }

    /// Removes a value and returns how many bytes were there.
    mutating func remove(at place: StateKey) -> Int {
        let index = firstIndex(notBelow: place)
        guard index < places.count, places[index] == place else { return 0 }
        places.remove(at: index)
        return values.remove(at: index).count
    }

    private func firstIndex(notBelow place: StateKey) -> Int {
        if let last = places.last, last < place { return places.count }
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
