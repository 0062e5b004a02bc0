/// The last few of what samples of one upload have had: many have that of one shortly before.
struct Recent<Entry> {
    private static var capacity: Int { 8 }
    private(set) var entries: [Entry] = []
    private var oldest = 0

    /// Remembers one in the place of the oldest, and says where it is.
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
