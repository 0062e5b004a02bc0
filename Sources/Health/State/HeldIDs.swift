/// On which days a sample with some id may lie, so that a deletion, which names an id and nothing else, looks at few days.
///
/// Days are in blocks, and of a block that is over the ids are kept in a few bytes each, in pages by their hashes. The index
/// is made by deletions: the first looks through all that there is, later ones through what has come since. So an upload
/// without deletions writes nothing here, unless it changes a day of long ago; then that day is looked through too.
package struct HeldIDs {
    /// How many days a block has, as bits of a day's number.
    private static let dayBits: Int32 = 3
    /// So many days of long ago may have changed before their blocks are indexed again.
    private static let changedMax = 8
    /// Up to so many ids are looked for one by one; for more, all that there is is looked through.
    package static let soughtMax = 256

    /// A commit that has indexed so many ids indexes no further block: a long history is indexed by deletion after deletion.
    package static let indexedMax = 1 << 15

    /// What is known of a block of days.
    private struct Block {
        /// The number of its pages, as a power of two; nil when it was not indexed.
        var pageBits: UInt8?
        /// Which of its days have had samples since it was indexed, a bit each.
        var changed: UInt8
    }

    private let reader: StateReader
    /// The blocks that have had samples, by their number; nil when they were not read.
    private var blocks: [Int32: Block]?
    private var heldBytes: Int?
    private var isDirty = false
    /// The pages of blocks that were indexed, nil where one is gone.
    private var pages: [StateKey: HeldIDPage?] = [:]
    private var lastNoted: Int32?

    /// The index as the state has it.
    package init(_ reader: StateReader) { self.reader = reader }

    /// The block that a day is of.
    static func block(of day: Int32) -> Int32 { day >> dayBits }

    /// Takes note of a sample that has come on a day before the first that is not indexed.
    package mutating func noteSample(on day: Int32) {
        if lastNoted == day { return }
        lastNoted = day
        var known = readBlocks()
        let bit = Self.bit(of: day)
        var block = known[Self.block(of: day)] ?? Block(pageBits: nil, changed: 0)
        if block.changed & bit != 0 { return }
        block.changed |= bit
        known[Self.block(of: day)] = block
        blocks = known
        isDirty = true
    }

    /// The days on which a sample with one of some ids may lie, of those that are indexed, ascending.
    package mutating func days(of ids: Set<UUID128>) -> [Int32] {
        var days: [Int32] = []
        // Ascending, so that those of a page follow each other.
        let hashes = ids.map(HeldIDPage.hash).sorted()
        for (number, block) in readBlocks().sorted(by: { $0.key < $1.key }) {
            var found = block.changed
            var rest = block.pageBits == nil ? [] : hashes[...]
            while let bits = block.pageBits, let hash = rest.first {
                let page = Self.page(hash, bits)
                let own = rest.prefix { Self.page($0, bits) == page }
                found |= self.page(page, of: number)?.days(of: own) ?? .max
                rest = rest.dropFirst(own.count)
            }
            for day in 0..<Int32(8) where found >> UInt8(day) & 1 == 1 { days.append(number << Self.dayBits | day) }
        }
        return days
    }

    /// Indexes the blocks that are over and were not, or have changed on too many days, the oldest first, as far as one commit
    /// may.
    ///
    /// - Parameters:
    ///   - day: The first day that is not over.
    ///   - first: The first that was not indexed.
    ///   - touched: The blocks that the commit has changed: what the state has of them is not all.
    /// - Returns: The first day that is not indexed now.
    package mutating func index(upTo day: Int32, from first: Int32, touched: Set<Int32>) -> Int32 {
        let end = Self.block(of: day) << Self.dayBits
        var stale: Set<Int32> = []
        if end > first {
            for stateKey in reader.stateKeys(in: StateKey.range(.segment, days: first...end - 1)) {
                stale.insert(Self.block(of: stateKey.day))
            }
            stale.formUnion(touched.filter { $0 >= Self.block(of: first) && $0 < Self.block(of: end) })
        }
        let changed = readBlocks().filter { $0.value.changed != 0 }
        if changed.reduce(0, { $0 + $1.value.changed.nonzeroBitCount }) > Self.changedMax {
            stale.formUnion(changed.keys)
        }
        lastNoted = nil
        var count = 0
        for block in stale.sorted() {
            if count >= Self.indexedMax { return max(first, block << Self.dayBits) }
            count += index(block, isTouched: touched.contains(block))
        }
        return max(first, end)
    }

    /// Indexes a block; gives back how many ids it has.
    private mutating func index(_ number: Int32, isTouched: Bool) -> Int {
        let ids = isTouched ? nil : ids(inBlock: number)
        removePages(of: number)
        isDirty = true
        guard let ids else {
            blocks?[number] = Block(pageBits: nil, changed: .max)
            return 0
        }
        blocks?[number] = nil
        if ids.isEmpty { return 0 }
        var bits: UInt8 = 0
        while ids.count >> Int(bits) > HeldIDPage.countUsual, bits < 16 { bits += 1 }
        blocks?[number] = Block(pageBits: bits, changed: 0)
        var entries = [[(hash: UInt64, day: UInt8)]](repeating: [], count: 1 << Int(bits))
        for (id, day) in ids {
            let hash = HeldIDPage.hash(id)
            entries[Self.page(hash, bits)].append((hash, UInt8(day & 7)))
        }
        for (page, entries) in entries.enumerated() {
            pages[Self.stateKey(page, of: number)] = .some(HeldIDPage(entries))
        }
        return ids.count
    }

    /// The ids that the state has in a block; nil when they can't be read.
    private func ids(inBlock number: Int32) -> [(id: UUID128, day: Int32)]? {
        let first = number << Self.dayBits
        var ids: [(id: UUID128, day: Int32)]? = []
        reader.scan(StateKey.range(.segment, days: first...first + 7)) { stateKey, value in
            if stateKey.isOrigins { return }
            let isRead = Segment.eachID(in: value) { ids?.append(($0, stateKey.day)) }
            if !isRead { ids = nil }
        }
        return ids
    }

    /// Forgets the blocks whose days all lie before a day.
    package mutating func drop(before day: Int32) {
        for number in readBlocks().keys where number < Self.block(of: day) {
            removePages(of: number)
            blocks?[number] = nil
            isDirty = true
        }
    }

    private mutating func removePages(of number: Int32) {
        guard let bits = readBlocks()[number]?.pageBits else { return }
        for page in 0..<1 << Int(bits) { pages[Self.stateKey(page, of: number)] = .some(nil) }
    }

    /// The changed list of blocks, and their pages.
    var changes: [StateChange] {
        var changes = pages.map { reader.change($0, to: $1?.packed) }
        changes.removeAll { $0.value == nil && $0.heldBytes == nil }
        guard isDirty, let blocks else { return changes }
        var packer = Packer()
        packer.byte(StateFormat.heldBlocks.version)
        packer.count(blocks.count)
        for (number, block) in blocks.sorted(by: { $0.key < $1.key }) {
            packer.signed(Int64(number))
            packer.byte(block.pageBits ?? .max)
            packer.byte(block.changed)
        }
        let value = blocks.isEmpty ? nil : packer.bytes
        if value != nil || heldBytes != nil { changes.append(reader.change(Self.root, to: value, from: heldBytes)) }
        return changes
    }

    private mutating func readBlocks() -> [Int32: Block] {
        if let blocks { return blocks }
        let read = reader.read(.heldBlocks, at: Self.root) { bytes -> [Int32: Block]? in
            guard var unpacker = StateFormat.heldBlocks.unpacker(bytes) else { return nil }
            var blocks: [Int32: Block] = [:]
            for _ in 0..<unpacker.count(bytesEach: 3) {
                let number = Int32(clamping: unpacker.signed())
                let bits = unpacker.byte()
                if bits > 16, bits != .max { return nil }
                blocks[number] = Block(pageBits: bits == .max ? nil : bits, changed: unpacker.byte())
            }
            return unpacker.isBroken || !unpacker.isAtEnd ? nil : blocks
        }
        heldBytes = read.heldBytes
        blocks = read.meaning ?? [:]
        return blocks ?? [:]
    }

    private func page(_ page: Int, of number: Int32) -> HeldIDPage? {
        let stateKey = Self.stateKey(page, of: number)
        if let known = pages[stateKey] { return known }
        let read = reader.read(.heldPage, at: stateKey) { HeldIDPage($0) }
        // One that is not there would let samples stay that are deleted.
        if read.heldBytes == nil { reader.note(unreadable: .heldPage, []) }
        return read.meaning
    }

    private static let root = StateKey(.heldIDs, day: .min)

    private static func stateKey(_ page: Int, of number: Int32) -> StateKey {
        StateKey(.heldIDs, day: number, id: UUID128(hi: 0, lo: UInt64(page)))
    }

    private static func page(_ hash: UInt64, _ bits: UInt8) -> Int { Int(hash >> UInt64(64 - bits)) }

    private static func bit(of day: Int32) -> UInt8 { 1 << UInt8(day & 7) }
}
