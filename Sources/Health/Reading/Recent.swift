/// A ring of the last eight values within one upload, because many samples repeat a recent value.
struct Recent<Entry> {
    private static var capacity: Int { 8 }
    private(set) var entries: [Entry] = []
    private var oldest = 0

    /// Adds a value, which replaces the oldest one if the ring is full, and returns the index of the value.
    mutating func add(_ entry: Entry) -> Int {
        if entries.count < Self.capacity {
            entries.append(entry)
            return entries.count - 1
        }
        defer { oldest = (oldest + 1) % Self.capacity }
        entries[oldest] = entry
        return oldest
    }
}
