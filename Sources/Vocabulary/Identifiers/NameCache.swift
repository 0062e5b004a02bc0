/// A cache of values computed from untrusted names; it is emptied when it is full.
package struct NameCache<Meaning: Sendable>: Sendable {
    private let capacity: Int
    private var names = NameTable(capacity: 64)
    /// The cached values, by the number of their name.
    private var entries: [Meaning] = []

    package init(capacity: Int = 4096) {
        self.capacity = capacity
    }

    package var count: Int { entries.count }

    /// Returns the number of a name, and calls `make` if the name is new.
    ///
    /// The number is valid until another new name arrives.
    package mutating func index(of name: UnsafeRawBufferPointer, make: () -> Meaning) -> Int {
        if let index = unsafe names.index(of: name) { return index }
        if count >= capacity {
            names.removeAll()
            entries.removeAll(keepingCapacity: true)
        }
        entries.append(make())
        return unsafe names.insert(name)
    }

    /// The cached value of the name whose number `index(of:make:)` has just returned.
    package subscript(index: Int) -> Meaning {
        get { entries[index] }
        set { entries[index] = newValue }
    }
}
