package import Vocabulary

/// What the sequences of a partition begin with that is taken over.
package enum SequenceStart: Sendable {
    /// The base of its state, or a new one if there is none.
    case kept
    /// A new base, for a prefix that goes live again.
    case ofNewBase
    /// A new base, because the topic of jobs was recreated.
    case ofNewTopic
}

/// The bases of a partition: numbers that turn offsets into sequences, which never start again.
///
/// The sequence of a record is its offset plus the base under which it was first read. A base is the Unix time in
/// microseconds, so a later one is greater than all sequences before it.
package struct BasesRow: Equatable, Sendable {
    private struct Base: Equatable, Sendable {
        let number: Int64
        /// The first offset for which the base counts.
        let firstOffset: Int64
        /// Whether the topic was recreated before, so that earlier bases belong to another one.
        let isOfNewTopic: Bool
    }

    /// The most bases.
    ///
    /// Each recreated topic adds one, and each start with `--new-base`, as long as there is room.
    private static let countMax = 64
    /// More than the records of a partition.
    private static let leap: Int64 = 1 << 40

    private var bases: [Base] = []

    package init() {}

    package var isEmpty: Bool { bases.isEmpty }

    /// Adds a base if a partition that is taken over needs one.
    ///
    /// - Parameters:
    ///   - start: What the sequences begin with.
    ///   - reached: The offset before which records may have a sequence already.
    ///   - now: The time.
    /// - Returns: Whether a base was added.
    mutating func begin(_ start: SequenceStart, reached: Int64, at now: Int64) -> Bool {
        switch start {
        case .kept where !isEmpty: return false
        // Jobs that wait need the base of their offset.
        case .ofNewBase where bases.count >= Self.countMax: return false
        case .ofNewBase where !isEmpty: add(at: now, from: reached, isOfNewTopic: false, reached)
        case .kept, .ofNewTopic, .ofNewBase: add(at: now, from: 0, isOfNewTopic: true, reached)
        }
        return true
    }

    private mutating func add(at milliseconds: Int64, from offset: Int64, isOfNewTopic: Bool, _ reached: Int64) {
        var number = milliseconds * 1_000
        // Whatever a clock that was set back says, the sequences before lie below.
        if let last = bases.last?.number, number <= last + reached { number = last + Self.leap }
        bases.append(Base(number: number, firstOffset: offset, isOfNewTopic: isOfNewTopic))
        if bases.count > Self.countMax { bases.removeFirst() }
    }

    /// Returns the sequence of a record of the present topic.
    package func sequence(of offset: Int64) -> Int64 {
        let present = bases[(bases.lastIndex { $0.isOfNewTopic } ?? 0)...]
        let base = present.last { $0.firstOffset <= offset } ?? present.first
        return (base?.number ?? 0) + offset
    }

    /// Returns the offset of the record that has a sequence.
    func offset(of sequence: Int64) -> Int64 { sequence - (bases.last { $0.number <= sequence }?.number ?? 0) }
}

extension BasesRow: StoredRow {
    package static let kind = RowKind.bases

    func pack(into packer: inout Packer) {
        packer.count(bases.count)
        for base in bases {
            packer.signed(base.number)
            packer.signed(base.firstOffset)
            packer.byte(base.isOfNewTopic ? 1 : 0)
        }
    }

    init(from unpacker: inout Unpacker) {
        for _ in 0..<unpacker.count() {
            let (number, offset) = (unpacker.signed(), unpacker.signed())
            bases.append(Base(number: number, firstOffset: offset, isOfNewTopic: unpacker.byte() & 1 != 0))
        }
    }
}

extension BasesRow {
    /// Reads the row that a change of `fork.webhook-state` puts; nil if it removes the row.
    package static func read(_ change: StateChange, of partition: Int32) throws(UnreadableRow) -> Self? {
        try Self(change, of: partition)
    }
}
