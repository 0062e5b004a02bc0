package import Vocabulary

/// An index from sample ids to UTC days.
///
/// A deletion contains only an id, without type and date. Without the index, a deletion would search the connection's
/// whole history. Days are grouped into blocks of eight. The pages of a block store a few bits of each id, and its day.
///
/// Only deletions build the index. The first deletion indexes the whole history. Later, the first deletion of each day
/// indexes the days that have ended since. If an upload changes an indexed day, the day is marked as changed, and
/// deletions search the day until its block is indexed again.
package struct SampleIDIndex {
    /// The number of bits of a day's number that select the day within its block.
    private static let dayBits: Int32 = 3
    /// If more indexed days than this have changed, the blocks of these days are indexed again.
    private static let changedMax = 8
    /// The number of ids in one deletion above which all days are searched without the index.
    package static let soughtMax = 256

    /// The number of indexed ids at which a commit starts no further block; a long history takes several commits.
    package static let indexedMax = 1 << 15

    /// The minimum number of wanted pages for one scan instead of single reads.
    private static let togetherMin = 4
    /// The maximum ratio of all pages to wanted pages for one scan, because a scan also reads the pages in between.
    private static let togetherTimes = 4

    /// The index entry of a block of days.
    private struct Block {
        /// The binary logarithm of the number of pages; nil if the block is not indexed.
        var pageBits: UInt8?
        /// The days that got samples after the block was indexed, one bit each.
        var changed: UInt8
    }

    /// A lookup of hashes in the one page that can contain them.
    private struct Look {
        let block: Int32
        let stateKey: StateKey
        let hashes: ArraySlice<UInt64>
    }

    private let reader: StateReader
    /// The index entries of the blocks, by block number; nil until they are read.
    private var blocks: [Int32: Block]?
    private var heldBytes: Int?
    private var isDirty = false
    /// The pages that this commit has created, or removed (nil).
    private var pages: [StateKey: SampleIDPage?] = [:]
    private var lastNoted: Int32?

    package init(_ reader: StateReader) { self.reader = reader }

    static func block(of day: Int32) -> Int32 { day >> dayBits }

    /// Marks an indexed day as changed, because a sample of that day has arrived.
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

    /// Returns the indexed days that may have a sample with any of the ids, ascending.
    package mutating func days(of ids: Set<UUID128>) -> [Int32] {
        // Sorted, so that the hashes of one page are adjacent.
        let hashes = ids.map(SampleIDPage.hash).sorted()
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

    /// Returns the page lookups for sorted hashes, ascending by state key.
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

    /// Searches many neighboring pages by one scan, if that is cheaper than single reads, and returns the days by page.
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
            days[stateKey] = SampleIDPage.days(of: look.hashes, in: value)
        }
        return days
    }

    /// Indexes days that are over, oldest first, up to the limit of one commit.
    ///
    /// If many indexed days have changed, their blocks are indexed again.
    ///
    /// - Parameters:
    ///   - end: The first day that is not over.
    ///   - first: The first day that is not indexed.
    ///   - touched: The days that this commit has changed, so that the state does not have all their samples yet.
    /// - Returns: The first day that is not indexed afterwards.
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

    /// Indexes the days of a block that are over, and returns the number of indexed ids.
    ///
    /// `changed` has a bit for each day whose samples are not all in the state.
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
        while ids.count >> Int(bits) > SampleIDPage.countUsual, bits < 16 { bits += 1 }
        blocks?[number] = Block(pageBits: bits, changed: changed)
        var entries = [[(hash: UInt64, day: UInt8)]](repeating: [], count: 1 << Int(bits))
        for (id, day) in ids {
            let hash = SampleIDPage.hash(id)
            entries[Self.page(hash, bits)].append((hash, UInt8(day & 7)))
        }
        for (page, entries) in entries.enumerated() {
            pages[Self.stateKey(page, of: number)] = .some(SampleIDPage(entries))
        }
        return ids.count
    }

    /// Returns the stored ids of a block's days before `end`; nil if a segment cannot be read.
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

    /// Removes the blocks that lie entirely before a day.
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

    /// The changes of the list of blocks and of the pages.
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

    private func page(at stateKey: StateKey) -> SampleIDPage? {
        if let known = pages[stateKey] { return known }
        let read = reader.read(.heldPage, at: stateKey) { SampleIDPage($0) }
        // A missing page would make a deletion overlook samples, so it counts as unreadable.
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
