extension Array {
    /// Returns the index of the first element that satisfies a predicate, by binary search.
    ///
    /// Returns `count` if no element does. If an element satisfies the predicate, all later elements must satisfy it
    /// too.
    @inline(__always) package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
