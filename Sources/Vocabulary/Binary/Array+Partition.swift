extension Array {
    /// Returns the index of the first element that satisfies a predicate, by binary search.
    ///
    /// Returns `count` if there is none. If one element satisfies the predicate, all later elements must do so too.
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
