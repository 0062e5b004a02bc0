/// A table of bounded size; when it is full, a new key replaces the key that was added first.
struct RecentTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private var values: [Key: Value] = [:]
    /// The keys in a ring; `oldest` is the index of the key that was added first.
    private var ring: [Key] = []
    private var oldest = 0

    /// Creates an empty table.
    ///
    /// - Parameter limit: The largest number of keys, at least 1.
    init(limit: Int) { self.limit = limit }

    /// The value of a key; nil if the key was never added, or was replaced.
    subscript(key: Key) -> Value? { values[key] }

    /// Adds a key, or changes its value.
    mutating func set(_ key: Key, to value: Value) {
        if values.updateValue(value, forKey: key) != nil { return }
        guard ring.count == limit else { return ring.append(key) }
        values[ring[oldest]] = nil
        ring[oldest] = key
        oldest = (oldest + 1) % limit
    }
}
