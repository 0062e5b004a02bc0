/// What was made of names that come from outside, found again by their bytes.
///
/// It is bounded: when it is full it forgets everything.
package struct NameCache<Entry: Sendable>: Sendable {
    private let capacity: Int
    private var names = NameTable(capacity: 64)
    /// What was made of each name, by its number.
    private var entries: [Entry] = []

    /// An empty cache for so many names.
    package init(capacity: Int = 4096) {
        self.capacity = capacity
    }

    /// How many names are remembered.
    package var count: Int { entries.count }

    /// The number of a name, of which an entry is made when it is new; it holds until the next new one.
    package mutating func index(of name: UnsafeRawBufferPointer, make: () -> Entry) -> Int {
        if let index = unsafe names.index(of: name) { return index }
        if count >= capacity {
            names.removeAll()
            entries.removeAll(keepingCapacity: true)
        }
        entries.append(make())
        return unsafe names.insert(name)
    }

    /// The entry of a number just given.
    package subscript(index: Int) -> Entry {
        get { entries[index] }
        set { entries[index] = newValue }
    }
}
