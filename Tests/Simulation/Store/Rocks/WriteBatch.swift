/// Writes that reach the simulated database together or not at all.
struct WriteBatch: ~Copyable {
    /// One of them; a range where `end` is there.
    enum Write {
        case put([UInt8], [UInt8])
        case delete([UInt8])
        case deleteRange(from: [UInt8], to: [UInt8])
    }

    private(set) var writes: [Write] = []
    private(set) var bytes = 0

    mutating func put(_ key: [UInt8], _ value: [UInt8]) {
        bytes += key.count + value.count
        writes.append(.put(key, value))
    }

    mutating func delete(_ key: [UInt8]) {
        bytes += key.count
        writes.append(.delete(key))
    }

    mutating func deleteRange(from: [UInt8], to: [UInt8]) { writes.append(.deleteRange(from: from, to: to)) }

    mutating func clear() {
        writes = []
        bytes = 0
    }
}
