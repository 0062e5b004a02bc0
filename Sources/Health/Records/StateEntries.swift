/// What a connection has under state keys that lie side by side, ascending.
///
/// Each value is an array of its own, so that whoever keeps it, or puts another in its place, copies none of the others.
package struct StateEntries {
    /// A value that is longer than this is not kept: most of what is read together is not looked at.
    package static let valueMaxBytes = 16 << 10

    /// The value under one state key.
    package struct Entry {
        package let stateKey: StateKey
        /// The length of the value.
        package let count: Int
        /// The value, nil when it is too long to be kept.
        package let value: [UInt8]?

        init(_ stateKey: StateKey, _ value: [UInt8]) {
            self.stateKey = stateKey
            count = value.count
            self.value = value.count <= StateEntries.valueMaxBytes ? value : nil
        }

        /// One whose value is too long to be kept.
        init(_ stateKey: StateKey, tooLong count: Int) {
            self.stateKey = stateKey
            self.count = count
            value = nil
        }
    }

    package private(set) var entries: [Entry] = []

    package init() {}

    /// Adds a state key, greater than those before, and a copy of its value.
    package mutating func append(_ stateKey: StateKey, _ value: RawSpan) {
        let isKept = value.byteCount <= Self.valueMaxBytes
        add(isKept ? Entry(stateKey, value.copied) : Entry(stateKey, tooLong: value.byteCount))
    }

    /// Adds a state key, greater than those before, and its value, which is shared and not copied.
    package mutating func append(_ stateKey: StateKey, sharing value: [UInt8]) { add(Entry(stateKey, value)) }

    private mutating func add(_ entry: Entry) {
        // The segments of a day.
        if entries.isEmpty { entries.reserveCapacity(32) }
        entries.append(entry)
    }

    /// Adds entries whose state keys are all greater than those before.
    package mutating func append(_ other: some Sequence<Entry>) { entries.append(contentsOf: other) }

    /// Puts a value in the place of what is under a state key; nil takes that away.
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

    /// Adds the state keys of a range to a list; no value is touched.
    func addStateKeys(from first: StateKey, through last: StateKey, to stateKeys: inout [StateKey]) {
        let start = entries.partitioningIndex { $0.stateKey >= first }
        var end = start
        while end < entries.count, entries[end].stateKey <= last { end += 1 }
        if end == start { return }
        stateKeys.reserveCapacity(stateKeys.count + end - start)
        for index in start..<end { stateKeys.append(entries[index].stateKey) }
    }

    /// The entry of a state key.
    package func entry(at stateKey: StateKey) -> Entry? {
        let index = entries.partitioningIndex { $0.stateKey >= stateKey }
        return index < entries.count && entries[index].stateKey == stateKey ? entries[index] : nil
    }
}
