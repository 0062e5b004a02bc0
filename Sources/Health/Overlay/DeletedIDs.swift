/// The deleted ids of one connection, kept for ever in blocks by their leading bits.
///
/// The number of bits follows from how many ids there are, so that a deletion rewrites one small block, and all of them
/// only each time their number doubles.
package struct DeletedIDs {
    /// How many ids a block may hold on average before all blocks are split.
    private static let idsPerBlock = 128
    private var blocks: [UInt64: Set<UUID128>] = [:]
    private var dirty: Set<UInt64> = []
    private var bits: Int
    private var stored: Int

    /// The deleted ids of a connection that has this many.
    package init(count: Int) {
        bits = Self.bits(count)
        stored = count
    }

    /// How many ids were deleted.
    package private(set) var added = 0

    private static func bits(_ count: Int) -> Int {
        var bits = 0
        while count >> bits > idsPerBlock, bits < 32 { bits += 1 }
        return bits
    }

    private func prefix(_ id: UUID128) -> UInt64 { bits == 0 ? 0 : id.hi >> (64 - UInt64(bits)) }

    private static func place(_ prefix: UInt64, bits: Int) -> Place {
        Place(.deletedIDs, day: Int32(bits), id: UUID128(hi: prefix, lo: 0))
    }

    private mutating func load(_ prefix: UInt64, _ connection: ConnectionID, _ state: some State) {
        guard blocks[prefix] == nil else { return }
        var unpacker = Unpacker(state.value(at: Self.place(prefix, bits: bits), of: connection) ?? [])
        var ids: Set<UUID128> = []
        while !unpacker.isAtEnd { ids.insert(UUID128(hi: unpacker.word(), lo: unpacker.word())) }
        blocks[prefix] = ids
    }

    /// Whether an id was deleted.
    package mutating func contains(_ id: UUID128, _ connection: ConnectionID, _ state: some State) -> Bool {
        if stored + added == 0 { return false }
        let prefix = prefix(id)
        load(prefix, connection, state)
        return blocks[prefix]?.contains(id) ?? false
    }

    /// Adds an id; false when it was there.
    package mutating func insert(_ id: UUID128, _ connection: ConnectionID, _ state: some State) -> Bool {
        let prefix = prefix(id)
        load(prefix, connection, state)
        guard blocks[prefix, default: []].insert(id).inserted else { return false }
        dirty.insert(prefix)
        added += 1
        return true
    }

    /// The changed blocks; all of them, by more bits, when they have grown too large.
    package mutating func changes(_ connection: ConnectionID, _ state: some State) -> [StateChange] {
        let wanted = Self.bits(stored + added)
        var changes: [StateChange] = []
        if wanted > bits {
            var all: [UUID128] = []
            for prefix in 0..<(UInt64(1) << UInt64(bits)) {
                load(prefix, connection, state)
                let ids = blocks[prefix] ?? []
                let place = Self.place(prefix, bits: bits)
                if let held = state.value(at: place, of: connection) {
                    let change = StateChange(connection: connection, place: place, value: nil, heldBytes: held.count)
                    changes.append(change)
                }
                all += ids
            }
            bits = wanted
            blocks = Dictionary(grouping: all, by: prefix).mapValues { Set($0) }
            dirty = Set(blocks.keys)
        }
        for prefix in dirty.sorted() {
            var packer = Packer()
            for id in (blocks[prefix] ?? []).sorted() {
                packer.word(id.hi)
                packer.word(id.lo)
            }
            let place = Self.place(prefix, bits: bits)
            let held = state.value(at: place, of: connection)?.count
            changes.append(
                StateChange(connection: connection, place: place, value: packer.bytes, heldBytes: held)
            )
        }
        return changes
    }
}
