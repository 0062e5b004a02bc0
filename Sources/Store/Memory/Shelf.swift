import Health

/// The values of one connection, ascending by place.
struct Shelf {
    private struct Slot {
        var value: [UInt8]
        /// How many records of the changelog it takes.
        var chunks: UInt16
    }

    private var places: [Place] = []
    private var slots: [Slot] = []

    var isEmpty: Bool { places.isEmpty }

    func value(at place: Place) -> [UInt8]? {
        let index = firstIndex(notBelow: place)
        return index < places.count && places[index] == place ? slots[index].value : nil
    }

    func chunks(at place: Place) -> Int {
        let index = firstIndex(notBelow: place)
        return index < places.count && places[index] == place ? Int(slots[index].chunks) : 0
    }

    func places(in range: ClosedRange<Place>) -> [Place] {
        let start = firstIndex(notBelow: range.lowerBound)
        var end = start
        while end < places.count, places[end] <= range.upperBound { end += 1 }
        return Array(places[start..<end])
    }

    /// Puts a value and returns how many bytes were there before.
    mutating func put(_ value: [UInt8], chunks: Int, at place: Place) -> Int {
        let index = firstIndex(notBelow: place)
        let slot = Slot(value: value, chunks: UInt16(clamping: chunks))
        guard index < places.count, places[index] == place else {
            places.insert(place, at: index)
            slots.insert(slot, at: index)
            return 0
        }
        let before = slots[index].value.count
        slots[index] = slot
        return before
    }

    /// Removes a value and returns how many bytes were there.
    mutating func remove(at place: Place) -> Int {
        let index = firstIndex(notBelow: place)
        guard index < places.count, places[index] == place else { return 0 }
        places.remove(at: index)
        return slots.remove(at: index).value.count
    }

    private func firstIndex(notBelow place: Place) -> Int {
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
