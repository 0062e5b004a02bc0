import Vocabulary

extension DeletedIDs {
    /// A sorted list of deleted ids: a leaf of the tree.
    struct Block {
        static let countMax = 128

        var ids: [UUID128]
        /// The length of the stored value; nil if there is none.
        let heldBytes: Int?
        /// Whether the block must be written.
        var isDirty = false

        /// Returns the index of an id, or the index at which it would be inserted.
        func position(of id: UUID128) -> (index: Int, isHeld: Bool) {
            let index = ids.partitioningIndex { $0 >= id }
            return (index, index < ids.count && ids[index] == id)
        }

        /// Removes and returns the upper half of a full block.
        ///
        /// If the id at `index`, which was just inserted, is the last one, removes only this id. So blocks stay full if
        /// ids arrive in ascending order.
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

        /// Decodes a block; nil if the bytes are damaged or have another version.
        init?(_ bytes: [UInt8]) {
            guard var unpacker = StateFormat.deletedBlock.unpacker(bytes), bytes.count % 16 == 1 else { return nil }
            ids = (0..<bytes.count / 16).map { _ in unpacker.id() }
            if zip(ids, ids.dropFirst()).contains(where: { $0 >= $1 }) { return nil }
            heldBytes = bytes.count
        }
    }

    /// An inner node of the tree: the lower bound of each of its blocks, and a Bloom filter over the ids of all blocks.
    struct Page {
        static let countMax = 4096

        /// The lower bound of each block, ascending; the first bound is the id in the page's state key.
        var bounds: [UUID128]
        /// The blocks; nil for each block that was not read yet.
        var blocks: [Block?]
        /// The number of ids in all blocks.
        var count: Int
        var filter: IDFilter
        /// The length of the stored value; nil if there is none.
        let heldBytes: Int?
        /// Whether the page must be written.
        var isDirty = false

        /// Returns the index of the only block that can contain an id.
        func block(of id: UUID128) -> Int { bounds.partitioningIndex { $0 > id } - 1 }

        /// Inserts an id into its block, which must be loaded; returns false if the id was present.
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

        /// Removes the upper half of the blocks and returns it as a new page; nil if there is only one block.
        ///
        /// All blocks must be loaded.
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

        /// Creates a page from blocks that are all loaded.
        init(bounds: [UUID128], blocks: [Block]) {
            self.bounds = bounds
            self.blocks = blocks
            count = blocks.reduce(0) { $0 + $1.ids.count }
            filter = Self.filter(of: blocks, capacity: count)
            heldBytes = nil
            isDirty = true
        }

        /// Decodes the page whose first bound is `first`; nil if the bytes are damaged or have another version.
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

        /// Whether the page has more ids than the filter is sized for.
        var isFilterFull: Bool { count > filter.capacity }

        /// Replaces the filter with a filter for twice as many ids; all blocks must be loaded.
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
