extension DeletedIDs {
    /// Deleted ids that follow each other, as they are stored.
    struct Block {
        /// The most ids of a block.
        static let countMax = 128

        var ids: [UUID128]
        /// The length that it has in the state, nil when the state has none.
        let heldBytes: Int?
        /// Whether it must be written.
        var isDirty = false

        /// Where an id is, or would be.
        func position(of id: UUID128) -> (index: Int, isHeld: Bool) {
            let index = ids.partitioningIndex { $0 >= id }
            return (index, index < ids.count && ids[index] == id)
        }

        /// Takes what follows the middle out of a block that is too full; all but the last where ids come ascending.
        mutating func cut(after index: Int) -> Block {
            let from = index == ids.count - 1 ? index : ids.count / 2
            let rest = Block(ids: Array(ids[from...]))
            ids.removeSubrange(from...)
            isDirty = true
            return rest
        }

        var packed: [UInt8] {
            var packer = Packer(capacity: 1 + 16 * ids.count)
            packer.byte(StateFormat.deletedBlock.version)
            for id in ids { packer.id(id) }
            return packer.bytes
        }

        init(ids: [UUID128]) {
            self.ids = ids
            heldBytes = nil
            isDirty = true
        }

        /// Reads a block's bytes; nil when they are broken or of another version.
        init?(_ bytes: [UInt8]) {
            guard var unpacker = StateFormat.deletedBlock.unpacker(bytes), bytes.count % 16 == 1 else { return nil }
            ids = (0..<bytes.count / 16).map { _ in unpacker.id() }
            if zip(ids, ids.dropFirst()).contains(where: { $0 >= $1 }) { return nil }
            heldBytes = bytes.count
        }
    }

    /// What is known of some blocks that follow each other: from which id on each holds them, and a filter of all.
    struct Page {
        /// The most ids of a page.
        static let countMax = 4096

        /// The least id that each block may hold, ascending; the first is where the page is kept.
        var bounds: [UUID128]
        /// The blocks that were read or made.
        var blocks: [Block?]
        /// How many ids there are.
        var count: Int
        /// Which ids may be there.
        var filter: IDFilter
        /// The length that it has in the state, nil when the state has none.
        let heldBytes: Int?
        /// Whether it must be written.
        var isDirty = false

        /// The block in which an id is, when it is there.
        func block(of id: UUID128) -> Int { bounds.partitioningIndex { $0 > id } - 1 }

        /// Adds an id to its block, which was read; false when it was there.
        mutating func insert(_ id: UUID128, in block: Int) -> Bool {
            guard let position = blocks[block]?.position(of: id), !position.isHeld else { return false }
            blocks[block]?.ids.insert(id, at: position.index)
            blocks[block]?.isDirty = true
            isDirty = true
            count += 1
            if let size = blocks[block]?.ids.count, size > Block.countMax,
                let rest = blocks[block]?.cut(after: position.index)
            {
                bounds.insert(rest.ids[0], at: block + 1)
                blocks.insert(rest, at: block + 1)
            }
            filter.insert(id)
            return true
        }

        /// Takes the second half of the blocks out, as a page of their own; nil when there is but one.
        ///
        /// All were read.
        mutating func cut() -> Page? {
            guard bounds.count > 1 else { return nil }
            let half = bounds.count / 2
            let rest = Page(bounds: Array(bounds[half...]), blocks: blocks[half...].compactMap { $0 })
            bounds.removeSubrange(half...)
            blocks.removeSubrange(half...)
            count -= rest.count
            filter = Self.filter(of: blocks, capacity: count)
            isDirty = true
            return rest
        }

        var packed: [UInt8] {
            var packer = Packer(capacity: 16 + 16 * bounds.count + 8 * filter.words.count)
            packer.byte(StateFormat.deletedPage.version)
            packer.count(count)
            packer.count(bounds.count)
            for bound in bounds { packer.id(bound) }
            packer.count(filter.words.count)
            for word in filter.words { packer.word(word) }
            return packer.bytes
        }

        /// A new page of blocks that are all there.
        init(bounds: [UUID128], blocks: [Block]) {
            self.bounds = bounds
            self.blocks = blocks
            count = blocks.reduce(0) { $0 + $1.ids.count }
            filter = Self.filter(of: blocks, capacity: count)
            heldBytes = nil
            isDirty = true
        }

        /// Reads the bytes of the page that is kept at an id; nil when they are broken or of another version.
        init?(_ bytes: [UInt8], at first: UUID128) {
            guard var unpacker = StateFormat.deletedPage.unpacker(bytes) else { return nil }
            count = Int(clamping: unpacker.unsigned())
            bounds = (0..<unpacker.count(bytesEach: 16)).map { _ in unpacker.id() }
            blocks = Array(repeating: nil, count: bounds.count)
            let words = (0..<unpacker.count(bytesEach: 8)).map { _ in unpacker.word() }
            guard !unpacker.isBroken, unpacker.isAtEnd, let filter = IDFilter(words: words), bounds.first == first,
                !zip(bounds, bounds.dropFirst()).contains(where: { $0 >= $1 })
            else { return nil }
            self.filter = filter
            heldBytes = bytes.count
        }

        /// Whether there are more ids than the filter is made for.
        var isFilterFull: Bool { count > filter.capacity }

        /// Makes a filter for twice as many ids; all blocks were read.
        mutating func widenFilter() { filter = Self.filter(of: blocks, capacity: 2 * count) }

        private static func filter(of blocks: [Block?], capacity: Int) -> IDFilter {
            var filter = IDFilter(capacity: min(capacity, countMax))
            for case let block? in blocks { for id in block.ids { filter.insert(id) } }
            return filter
        }
    }
}

extension Packer {
    mutating func id(_ id: UUID128) {
        word(id.hi)
        word(id.lo)
    }
}

extension Unpacker {
    mutating func id() -> UUID128 { UUID128(hi: word(), lo: word()) }
}
