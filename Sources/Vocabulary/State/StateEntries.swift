/// The values of a connection at neighboring state keys, in ascending order.
///
/// Each value is a separate array, so that keeping or replacing one does not copy the others.
package struct StateEntries {
    /// The most bytes of a value that is kept here; longer values are read again on demand.
    package static let valueMaxBytes = 16 << 10

    package struct Entry {
        package let stateKey: StateKey
        /// The length of the value, even if it is not kept.
        package let count: Int
        /// The value; nil if it is longer than `valueMaxBytes`.
        package let value: [UInt8]?

        init(_ stateKey: StateKey, _ value: [UInt8]) {
            self.stateKey = stateKey
            count = value.count
            self.value = value.count <= StateEntries.valueMaxBytes ? value : nil
        }

        /// Creates an entry whose value is too long to be kept.
        init(_ stateKey: StateKey, tooLong count: Int) {
            self.stateKey = stateKey
            self.count = count
            value = nil
        }
    }

    package private(set) var entries: [Entry] = []

    package init() {}

    /// Appends a copy of a value, whose state key must be greater than all others.
    package mutating func append(_ stateKey: StateKey, _ value: RawSpan) {
        let isKept = value.byteCount <= Self.valueMaxBytes
        add(isKept ? Entry(stateKey, value.copied) : Entry(stateKey, tooLong: value.byteCount))
    }

    /// Appends a value without copying it; its state key must be greater than all others.
    package mutating func append(_ stateKey: StateKey, sharing value: [UInt8]) { add(Entry(stateKey, value)) }

    private mutating func add(_ entry: Entry) {
        // Enough for the segments of a usual day.
        if entries.isEmpty { entries.reserveCapacity(32) }
        entries.append(entry)
    }

    /// Appends entries, whose state keys must be greater than all others.
    package mutating func append(_ other: some Sequence<Entry>) { entries.append(contentsOf: other) }

    /// Replaces the value at a state key, or inserts it; nil removes it.
    package mutating func put(_ value: [UInt8]?, at stateKey: StateKey) {
        let index = entries.partitioningIndex { $0.stateKey >= stateKey }
        let isThere = index < entries.count && entries[index].stateKey == stateKey
        guard let value else {
            if isThere { entries.remove(at: index) }
            return
        }
        let entry = Entry(stateKey, value)
        if isThere { entries[index] = entry } else { entries.insert(entry, at: index) }
    }

    /// Appends the state keys within a range to a list, without touching values.
    package func addStateKeys(from first: StateKey, through last: StateKey, to stateKeys: inout [StateKey]) {
        let start = entries.partitioningIndex { $0.stateKey >= first }
        var end = start
        while end < entries.count, entries[end].stateKey <= last { end += 1 }
        if end == start { return }
        stateKeys.reserveCapacity(stateKeys.count + end - start)
        for index in start..<end { stateKeys.append(entries[index].stateKey) }
    }

    package func entry(at stateKey: StateKey) -> Entry? {
        let index = entries.partitioningIndex { $0.stateKey >= stateKey }
        return index < entries.count && entries[index].stateKey == stateKey ? entries[index] : nil
    }
}
