/// What a connection has under state keys that lie side by side: the values in one buffer, so that reading many costs little
/// more than reading one.
package struct StateEntries {
    /// A value that is longer than this is not copied: most of what is read together is not looked at.
    package static let valueMaxBytes = 16 << 10

    /// The value under one state key.
    package struct Entry {
        package let stateKey: StateKey
        /// The length of the value.
        package let count: Int
        /// Where the value begins in the buffer, nil when it was left out.
        fileprivate let start: Int?
    }

    package private(set) var entries: [Entry] = []
    private var bytes: [UInt8] = []

    /// Nothing, with room for a few days.
    package init() {
        entries.reserveCapacity(64)
        bytes.reserveCapacity(4096)
    }

    /// Adds a state key, greater than those before, and its value.
    package mutating func append(_ stateKey: StateKey, _ value: RawSpan) {
        let isCopied = value.byteCount <= Self.valueMaxBytes
        entries.append(Entry(stateKey: stateKey, count: value.byteCount, start: isCopied ? bytes.count : nil))
        if isCopied { unsafe value.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) } }
    }

    /// The entry of a state key.
    package func entry(at stateKey: StateKey) -> Entry? {
        let index = entries.partitioningIndex { $0.stateKey >= stateKey }
        return index < entries.count && entries[index].stateKey == stateKey ? entries[index] : nil
    }

    /// The value of an entry, nil when it was left out.
    package func value(of entry: Entry) -> [UInt8]? {
        entry.start.map { Array(bytes[$0..<$0 + entry.count]) }
    }
}
