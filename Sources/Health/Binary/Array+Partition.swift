extension Array {
    /// The index of the first element for which something holds that holds for all after it too, by halves; the end
    /// when it holds for none.
    @inline(__always) func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
