package import Vocabulary

/// The base for the sequences of a partition that is taken over.
package enum SequenceStart: Sendable {
    /// The base in the state, or a new one if there is none.
    case kept
    /// A new base, because of `--new-base`.
    case ofNewBase
    /// A new base, because the topic of the jobs was recreated.
    case ofNewTopic
}

/// The bases of a partition: numbers that convert offsets to sequences, so that sequences never start again.
///
/// The sequence of a record is its offset plus the base under which it was first read. A base is the Unix time in
/// microseconds when it was added. So each base is greater than all sequences of earlier bases.
package struct BasesRow: Equatable, Sendable {
    private struct Base: Equatable, Sendable {
        let number: Int64
        /// The first offset that uses the base.
        let firstOffset: Int64
        /// Whether the topic was recreated before this base was added, so that earlier bases belong to the old topic.
        let isOfNewTopic: Bool
    }

    /// The maximum number of bases.
    ///
    /// Each recreated topic adds a base. Each start with `--new-base` adds one while there are fewer than this number.
    private static let countMax = 64
    /// A number that is larger than the number of records of any partition.
    private static let leap: Int64 = 1 << 40

    private var bases: [Base] = []

    package init() {}

    package var isEmpty: Bool { bases.isEmpty }

    /// Adds a base if a partition that is taken over needs one.
    ///
    /// `start` is the base that the partition must use. `reached` is the offset below which records may already have
    /// a sequence.
    ///
    /// - Returns: Whether a base was added.
    mutating func begin(_ start: SequenceStart, reached: Int64, at now: Int64) -> Bool {
        switch start {
        case .kept where !isEmpty: return false
        // Another base would remove the oldest base, which waiting jobs may need.
        case .ofNewBase where bases.count >= Self.countMax: return false
        case .ofNewBase where !isEmpty: add(at: now, from: reached, isOfNewTopic: false, reached)
        case .kept, .ofNewTopic, .ofNewBase: add(at: now, from: 0, isOfNewTopic: true, reached)
        }
        return true
    }

    private mutating func add(at milliseconds: Int64, from offset: Int64, isOfNewTopic: Bool, _ reached: Int64) {
        var number = milliseconds * 1_000
        // Even if the clock was set back, the new base must be greater than all earlier sequences.
        if let last = bases.last?.number, number <= last + reached { number = last + Self.leap }
        bases.append(Base(number: number, firstOffset: offset, isOfNewTopic: isOfNewTopic))
        if bases.count > Self.countMax { bases.removeFirst() }
    }

    /// Returns the sequence of a record of the current topic.
    package func sequence(of offset: Int64) -> Int64 {
        let present = bases[(bases.lastIndex { $0.isOfNewTopic } ?? 0)...]
        let base = present.last { $0.firstOffset <= offset } ?? present.first
        return (base?.number ?? 0) + offset
    }

    /// Returns the offset of the record with a sequence.
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
    /// Decodes the row that a change of `fork.webhook-state` puts; nil if it removes the row.
    package static func read(_ change: StateChange, of partition: Int32) throws(UnreadableRow) -> Self? {
        try Self(change, of: partition)
    }
}
