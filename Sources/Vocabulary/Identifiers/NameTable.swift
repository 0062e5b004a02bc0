import Glibc

/// A hash table that numbers names in the order of insertion and finds them without allocating.
///
/// It uses open addressing over one block of bytes: identifiers, units and zones are looked up for every sample.
package struct NameTable: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// The slots: the upper half of the name's hash, and below it the name's number plus one; 0 marks a free slot.
    private var slots: [UInt64]
    /// A random seed for each table, so that nobody can send names that all collide.
    private let seed = UInt64.random(in: .min ... .max)

    /// Creates an empty table with room for `capacity` names, which grows if needed.
    package init(capacity: Int = 16) {
        var size = 32
        while size < capacity * 2 { size *= 2 }
        slots = [UInt64](repeating: 0, count: size)
    }

    /// Creates a table of names, numbered from 0 in their order.
    package init(_ names: some Collection<String>) {
        self.init(capacity: names.count)
        for name in names { insert(name) }
    }

    package var count: Int { ends.count }

    /// Returns the number of a name; nil if it is not in the table.
    package func index(of name: UnsafeRawBufferPointer) -> Int? {
        unsafe find(name, hash: hash(of: name)).index
    }

    /// Returns the number of a name; nil if it is not in the table.
    package func index(of name: String) -> Int? {
        var name = name
        return name.withUTF8 { unsafe index(of: UnsafeRawBufferPointer($0)) }
    }

    /// Inserts a name and returns its number.
    ///
    /// A name that is already in the table keeps its number.
    @discardableResult
    package mutating func insert(_ name: UnsafeRawBufferPointer) -> Int {
        let hash = unsafe hash(of: name)
        let found = unsafe find(name, hash: hash)
        if let index = found.index { return index }
        let index = ends.count
        unsafe bytes.append(contentsOf: name)
        ends.append(bytes.count)
        slots[found.slot] = entry(index, hash)
        if ends.count * 2 > slots.count { grow() }
        return index
    }

    @discardableResult
    package mutating func insert(_ name: String) -> Int {
        var name = name
        return name.withUTF8 { unsafe insert(UnsafeRawBufferPointer($0)) }
    }

    /// Removes all names and keeps the memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        for slot in slots.indices { slots[slot] = 0 }
    }

    /// Returns the number and the slot of a name, or the free slot for it.
    private func find(_ name: UnsafeRawBufferPointer, hash: UInt64) -> (index: Int?, slot: Int) {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let index = Int(slots[slot] & 0xffff_ffff) - 1
            if slots[slot] >> 32 == hash >> 32, unsafe isEqual(name, at: index) { return (index, slot) }
            slot = (slot + 1) & (slots.count - 1)
        }
        return (nil, slot)
    }

    private func isEqual(_ name: UnsafeRawBufferPointer, at index: Int) -> Bool {
        let start = index == 0 ? 0 : ends[index - 1]
        guard name.count == ends[index] - start else { return false }
        guard let given = name.baseAddress, name.count > 0 else { return name.count == 0 }
        return unsafe bytes.withUnsafeBytes { own in
            guard let base = own.baseAddress else { return false }
            return unsafe memcmp(given, base + start, name.count) == 0
        }
    }

    private mutating func grow() {
        slots = [UInt64](repeating: 0, count: slots.count * 2)
        var start = 0
        for (index, end) in ends.enumerated() {
            let hash = unsafe bytes.withUnsafeBytes {
                unsafe self.hash(of: UnsafeRawBufferPointer(rebasing: $0[start..<end]))
            }
            var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = entry(index, hash)
            start = end
        }
    }

    private func entry(_ index: Int, _ hash: UInt64) -> UInt64 {
        hash & 0xffff_ffff_0000_0000 | UInt64(index + 1)
    }
}

extension NameTable {
    /// Hashes all bytes of a name and its length, eight bytes at a time.
    private func hash(of name: UnsafeRawBufferPointer) -> UInt64 {
        var state = seed ^ UInt64(name.count)
        var place = 0
        while place + 8 <= name.count {
            state = Self.mixed(state, unsafe name.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        if name.count >= 8 {
            // Reads the last eight bytes, which may overlap earlier ones, instead of single bytes.
            return Self.mixed(state, unsafe name.loadUnaligned(fromByteOffset: name.count - 8, as: UInt64.self))
        }
        var rest: UInt64 = 0
        for place in 0..<name.count { rest = rest << 8 | UInt64(unsafe name[place]) }
        return Self.mixed(state, rest)
    }

    private static func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
