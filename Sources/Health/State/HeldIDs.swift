/// On which days a sample with some id may lie, so that a deletion, which names an id and nothing else, looks at few days.
///
/// Days are in blocks, and of a block's days that are over the ids are kept in a few bytes each, in pages by their hashes. The
/// index is made by deletions: the first looks through all that there is, the first of a day through the block that the day
/// before is of, later ones through what has come since. So an upload without deletions writes nothing here, unless it
/// changes a day that is indexed; then that day is looked through too.
package struct HeldIDs {
    /// How many days a block has, as bits of a day's number.
    private static let dayBits: Int32 = 3
    /// So many indexed days may have changed before their blocks are indexed again.
    private static let changedMax = 8
    /// Up to so many ids are looked for one by one; for more, all that there is is looked through.
    package static let soughtMax = 256

    /// A commit that has indexed so many ids indexes no further block: a long history is indexed by deletion after deletion.
    package static let indexedMax = 1 << 15

    /// So many pages, or more, are read in one go.
    private static let togetherMin = 4
    /// How many pages there may be for each that is wanted: all that lie between are read too.
    private static let togetherTimes = 4

    /// What is known of a block of days.
    private struct Block {
        /// The number of its pages, as a power of two; nil when it was not indexed.
        var pageBits: UInt8?
        /// Which of its days have had samples since it was indexed, a bit each.
        var changed: UInt8
    }

    /// A look for some hashes into the page that has them, if any has.
    private struct Look {
        let block: Int32
        let stateKey: StateKey
        let hashes: ArraySlice<UInt64>
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
        // Ascending, so that those of a page follow each other.
        let hashes = ids.map(HeldIDPage.hash).sorted()
        let blocks = readBlocks()
        let looks = Self.looks(for: hashes, in: blocks)
        let pageCount = blocks.values.reduce(0) { $0 + ($1.pageBits.map { 1 << Int($0) } ?? 0) }
        let together = lookTogether(looks, amongPages: pageCount)
        var found = blocks.mapValues(\.changed)
        for look in looks {
            let days = together[look.stateKey] ?? page(at: look.stateKey)?.days(of: look.hashes)
            found[look.block, default: 0] |= days ?? .max
        }
        var days: [Int32] = []
        for (number, bits) in found where bits != 0 {
            for day in 0..<Int32(8) where bits >> UInt8(day) & 1 == 1 { days.append(number << Self.dayBits | day) }
        }
        return days.sorted()
    }

    /// What has to be looked into for hashes, both ascending.
    private static func looks(for hashes: [UInt64], in blocks: [Int32: Block]) -> [Look] {
        var looks: [Look] = []
        looks.reserveCapacity(blocks.count)
        for (number, block) in blocks.sorted(by: { $0.key < $1.key }) {
            guard let bits = block.pageBits else { continue }
            var rest = hashes[...]
            while let hash = rest.first {
                let page = page(hash, bits)
                let own = rest.prefix { Self.page($0, bits) == page }
                looks.append(Look(block: number, stateKey: stateKey(page, of: number), hashes: own))
                rest = rest.dropFirst(own.count)
            }
        }
        return looks
    }

    /// What pages of the state say, read in one go where that is less work than to ask for each: they lie one behind the
    /// other.
    private func lookTogether(_ looks: [Look], amongPages count: Int) -> [StateKey: UInt8] {
        guard looks.count >= Self.togetherMin, count <= Self.togetherTimes * looks.count,
            let first = looks.first, let last = looks.last
        else { return [:] }
        var days: [StateKey: UInt8] = [:]
        days.reserveCapacity(looks.count)
        var rest = looks[...]
        reader.scan(first.stateKey...last.stateKey) { stateKey, value in
            while let look = rest.first, look.stateKey < stateKey { rest.removeFirst() }
            guard let look = rest.first, look.stateKey == stateKey, pages[stateKey] == nil else { return }
            days[stateKey] = HeldIDPage.days(of: look.hashes, in: value)
        }
        return days
    }

    /// Indexes the days that are over and were not, the oldest first, and blocks that have changed on too many days, as far
    /// as one commit may.
    ///
    /// - Parameters:
    ///   - end: The first day that is not over.
    ///   - first: The first that was not indexed.
    ///   - touched: The days that the commit has changed: what the state has of them is not all.
    /// - Returns: The first day that is not indexed now.
    package mutating func index(upTo end: Int32, from first: Int32, touched: Set<Int32>) -> Int32 {
        let end = max(first, end)
        var stale: Set<Int32> = []
        if end > first {
            for stateKey in reader.stateKeys(in: StateKey.range(.segment, days: first...end - 1)) {
                stale.insert(Self.block(of: stateKey.day))
            }
            for day in touched where (first..<end).contains(day) { stale.insert(Self.block(of: day)) }
        }
        let changed = readBlocks().filter { $0.value.changed != 0 }
        if changed.reduce(0, { $0 + $1.value.changed.nonzeroBitCount }) > Self.changedMax {
            stale.formUnion(changed.keys)
        }
        lastNoted = nil
        var touchedBits: [Int32: UInt8] = [:]
        for day in touched where day < end { touchedBits[Self.block(of: day), default: 0] |= Self.bit(of: day) }
        var count = 0
        for block in stale.sorted() {
            if count >= Self.indexedMax { return max(first, block << Self.dayBits) }
            count += index(block, before: end, changed: touchedBits[block] ?? 0)
        }
        return end
    }

    /// Indexes the days of a block that are over, of which the state has not all where they are changed.
    ///
    /// - Returns: How many ids they have.
    private mutating func index(_ number: Int32, before end: Int32, changed: UInt8) -> Int {
        let ids = ids(inBlock: number, before: end)
        removePages(of: number)
        isDirty = true
        guard let ids else {
            blocks?[number] = Block(pageBits: nil, changed: .max)
            return 0
        }
        blocks?[number] = changed == 0 ? nil : Block(pageBits: nil, changed: changed)
        if ids.isEmpty { return 0 }
        var bits: UInt8 = 0
        while ids.count >> Int(bits) > HeldIDPage.countUsual, bits < 16 { bits += 1 }
        blocks?[number] = Block(pageBits: bits, changed: changed)
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

    /// The ids that the state has in a block before a day; nil when they can't be read.
    private func ids(inBlock number: Int32, before end: Int32) -> [(id: UUID128, day: Int32)]? {
        let first = number << Self.dayBits
        let last = min(first + 7, end - 1)
        var ids: [(id: UUID128, day: Int32)]? = []
        if last < first { return ids }
        reader.scan(StateKey.range(.segment, days: first...last)) { stateKey, value in
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

    private func page(at stateKey: StateKey) -> HeldIDPage? {
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
