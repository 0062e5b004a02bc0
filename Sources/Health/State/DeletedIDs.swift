package import Vocabulary

/// The deleted ids of one connection, kept forever in a tree of sorted blocks.
///
/// A list contains pages, a page contains blocks, and a block contains ids. Each page has a Bloom filter. So the check
/// of a new sample usually reads one page and no block. A deletion rewrites one block and one page. The list exists
/// only if there are several pages, and needs 16 bytes for each page.
///
/// The tree stays balanced, because full blocks and pages are split. With buckets by leading bits, one bucket could get
/// all ids: clients choose the ids, and half of the bits of UUIDs of version 7 can be equal.
package struct DeletedIDs {
    /// The levels of the tree, which are part of the state key.
    private enum Level: Int32 {
        case list, page, block
    }

    private static let first = UUID128(hi: 0, lo: 0)

    private let stored: Int
    /// The lower bound of each page, ascending; empty until the first read.
    private var bounds: [UUID128] = []
    private var pages: [Page?] = []
    private var listHeldBytes: Int?
    private var isListDirty = false
    private let reader: StateReader

    /// Creates the tree without reading it.
    ///
    /// `count` is the number of stored ids.
    package init(_ reader: StateReader, count: Int) {
        self.reader = reader
        stored = count
    }

    /// The number of ids deleted in this commit.
    package private(set) var added = 0

    package mutating func contains(_ id: UUID128) -> Bool {
        if stored + added == 0 { return false }
        let page = load(pageOf: id)
        guard let known = pages[page], known.filter.mayContain(id) else { return false }
        let block = known.block(of: id)
        load(block, of: page)
        return pages[page]?.blocks[block]?.position(of: id).isHeld ?? false
    }

    /// Inserts an id; returns false if the id was present.
    package mutating func insert(_ id: UUID128) -> Bool {
        let page = load(pageOf: id)
        let block = pages[page]?.block(of: id) ?? 0
        load(block, of: page)
        guard pages[page]?.insert(id, in: block) ?? false else { return false }
        added += 1
        guard let known = pages[page], known.isFilterFull || known.count > Page.countMax else { return true }
        for block in known.blocks.indices { load(block, of: page) }
        if known.count > Page.countMax { split(page) } else { pages[page]?.widenFilter() }
        return true
    }

    /// The changed blocks and pages, and the changed list.
    package var changes: [StateChange] {
        var changes: [StateChange] = []
        func add(_ level: Level, _ bound: UUID128, _ value: [UInt8], _ heldBytes: Int?) {
            changes.append(reader.change(Self.stateKey(level, bound), to: value, from: heldBytes))
        }
        if isListDirty {
            var packer = Packer(capacity: 1 + 16 * bounds.count)
            packer.byte(StateFormat.deletedRoot.version)
            for bound in bounds { packer.id(bound) }
            add(.list, Self.first, packer.bytes, listHeldBytes)
        }
        for case let page? in pages {
            if page.isDirty { add(.page, page.bounds[0], page.packed, page.heldBytes) }
            for (bound, block) in zip(page.bounds, page.blocks) {
                if let block, block.isDirty { add(.block, bound, block.packed, block.heldBytes) }
            }
        }
        return changes
    }

    private static func stateKey(_ level: Level, _ bound: UUID128) -> StateKey {
        StateKey(.deletedIDs, day: level.rawValue, id: bound)
    }

    /// Returns the index of the page that can contain an id, and loads the list of pages and the page if needed.
    private mutating func load(pageOf id: UUID128) -> Int {
        if bounds.isEmpty { readList() }
        let index = bounds.partitioningIndex { $0 > id } - 1
        if pages[index] != nil { return index }
        let bytes = reader.value(at: Self.stateKey(.page, bounds[index]))
        let page = bytes.flatMap { Page($0, at: bounds[index]) }
        if let page {
            pages[index] = page
        } else {
            if bytes != nil || stored > 0 { reader.note(unreadable: .deletedPage, bytes ?? []) }
            pages[index] = Page(bounds: [bounds[index]], blocks: [Block(ids: [])])
        }
        return index
    }

    /// Loads the list of pages, if there are several pages.
    private mutating func readList() {
        bounds = [Self.first]
        pages = [nil]
        if stored <= Page.countMax { return }
        let held = reader.value(at: Self.stateKey(.list, Self.first))
        guard let bytes = held, var unpacker = StateFormat.deletedRoot.unpacker(bytes), bytes.count % 16 == 1 else {
            return reader.note(unreadable: .deletedRoot, held ?? [])
        }
        let read = (0..<bytes.count / 16).map { _ in unpacker.id() }
        guard read.first == Self.first, !zip(read, read.dropFirst()).contains(where: { $0 >= $1 }) else {
            return reader.note(unreadable: .deletedRoot, bytes)
        }
        bounds = read
        pages = Array(repeating: nil, count: read.count)
        listHeldBytes = bytes.count
    }

    private mutating func load(_ block: Int, of page: Int) {
        guard let known = pages[page], known.blocks[block] == nil else { return }
        let bytes = reader.value(at: Self.stateKey(.block, known.bounds[block]))
        let read = bytes.flatMap { Block($0) }
        if read == nil { reader.note(unreadable: .deletedBlock, bytes ?? []) }
        pages[page]?.blocks[block] = read ?? Block(ids: [])
    }

    /// Splits a full page, whose blocks must all be loaded, into two pages.
    private mutating func split(_ page: Int) {
        guard let second = pages[page]?.cut() else { return }
        bounds.insert(second.bounds[0], at: page + 1)
        pages.insert(second, at: page + 1)
        isListDirty = true
    }
}
