/// What a connection holds in places that lie side by side: the values in one buffer, so that reading many costs little
/// more than reading one.
package struct StateEntries {
    /// A value that is longer than this is not copied: most of what is read together is not looked at.
    package static let valueMaxBytes = 16 << 10

    /// What is held at a place.
    package struct Entry {
        package let place: StateKey
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

    /// Adds a place, greater than those before, and its value.
    package mutating func append(_ place: StateKey, _ value: RawSpan) {
        let isCopied = value.byteCount <= Self.valueMaxBytes
        entries.append(Entry(place: place, count: value.byteCount, start: isCopied ? bytes.count : nil))
        if isCopied { unsafe value.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) } }
    }

    /// The entry of a place.
    package func entry(at place: StateKey) -> Entry? {
        let index = entries.partitioningIndex { $0.place >= place }
        return index < entries.count && entries[index].place == place ? entries[index] : nil
    }

    /// The value of an entry, nil when it was left out.
    package func value(of entry: Entry) -> [UInt8]? {
        entry.start.map { Array(bytes[$0..<$0 + entry.count]) }
    }
}
