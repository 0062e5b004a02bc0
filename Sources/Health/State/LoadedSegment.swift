import Vocabulary

/// A segment that was read or created, with the changes of this commit.
///
/// Samples usually arrive in ascending order and are appended. A sample that must be inserted before an existing sample
/// is collected first. All collected samples are merged together before the segment is read. A separate insertion of
/// each sample would move all later samples every time.
struct LoadedSegment {
    /// The position of a key in a segment.
    enum InsertionPoint {
        /// A row of the segment.
        case row(Int)
        /// A collected sample that is not merged yet.
        case late(Int)
        /// No sample has this key; a removed sample with this key occupies the row.
        case left(Int)
        /// No sample has this key; a sample with this key would be inserted before the row.
        case none(Int)
    }

    /// The `upload` of a removed row.
    ///
    /// The row stays in place until the merge is finished.
    private static let gone = Int32.min

    let stateKey: StateKey
    /// The length of the stored value; nil if there is none.
    let heldBytes: Int?
    /// The segment.
    ///
    /// It contains all samples only after the merge is finished.
    var segment: Segment
    /// Whether the segment changed since the last `settle`.
    var isDirty = false
    /// Whether the segment changed before the last `settle`.
    var wasDirty = false
    /// The number of the segment in the index of copies; −1 if it has none.
    var copyNumber: Int32 = -1
    /// Whether `LoadedSegments.unmerged` contains the segment.
    var isListedUnmerged = false
    /// The row that is tried first for the next key, because a repeated upload has the same order.
    private var expected = 0
    /// The collected samples that are not merged into the segment yet, in the order of arrival.
    private var late: [Sample] = []
    private var lateIndex: [SampleKey: Int] = [:]
    private var hasGone = false

    init(stateKey: StateKey, heldBytes: Int?, segment: Segment) {
        self.stateKey = stateKey
        self.heldBytes = heldBytes
        self.segment = segment
    }

    var mustBeWritten: Bool { isDirty || wasDirty }

    /// Whether the segment contains all samples, in order.
    var isMerged: Bool { late.isEmpty && !hasGone }

    /// The number of samples, including samples that were removed since the last merge.
    var countAtMost: Int { segment.rows.count + late.count }

    /// Returns the number of samples that start on a UTC day.
    func count(on day: Int32) -> Int {
        func isThere(_ row: Sample) -> Bool { row.upload != Self.gone && row.utcDay == day }
        return segment.rows.count(where: isThere) + late.count(where: isThere)
    }

    /// All samples in any order, merged or not.
    var allRows: [Sample] {
        let all = late.isEmpty ? segment.rows : segment.rows + late
        return hasGone ? all.filter { $0.upload != Self.gone } : all
    }

    /// Finds the position of a key.
    mutating func point(of key: SampleKey) -> InsertionPoint {
        let position = segment.position(of: key, expected: expected)
        expected = position.index + 1
        if position.isHeld {
            return hasGone && segment.rows[position.index].upload == Self.gone
                ? .left(position.index) : .row(position.index)
        }
        if !late.isEmpty, let index = lateIndex[key] { return .late(index) }
        return .none(position.index)
    }

    /// Returns the sample at a position; nil if there is none.
    func sample(at point: InsertionPoint) -> Sample? {
        switch point {
        case .row(let index): segment.rows[index]
        case .late(let index): late[index]
        case .left, .none: nil
        }
    }

    /// Inserts a sample at its position, or replaces the sample there.
    mutating func put(_ sample: Sample, at point: InsertionPoint) {
        isDirty = true
        switch point {
        case .row(let index), .left(let index): segment.rows[index] = sample
        case .late(let index): late[index] = sample
        case .none(let index) where index == segment.rows.count:
            if segment.rows.isEmpty { segment.rows.reserveCapacity(16) }
            segment.rows.append(sample)
        case .none:
            lateIndex[sample.key] = late.count
            late.append(sample)
        }
    }

    mutating func remove(at point: InsertionPoint) {
        switch point {
        case .row(let index): segment.rows[index].upload = Self.gone
        case .late(let index):
            lateIndex[late[index].key] = nil
            late[index].upload = Self.gone
        case .left, .none: return
        }
        isDirty = true
        hasGone = true
    }

    /// Merges the collected samples and removes the rows of removed samples.
    mutating func finishMerge() {
        isListedUnmerged = false
        if hasGone {
            segment.rows.removeAll { $0.upload == Self.gone }
            late.removeAll { $0.upload == Self.gone }
            hasGone = false
        }
        if late.isEmpty { return }
        late.sort { $0.key < $1.key }
        segment.merge(late)
        late = []
        lateIndex = [:]
    }
}

extension LoadedSegment {
    /// Makes the changes so far the baseline for later changes of the commit.
    mutating func settle() {
        isDirty = false
        wasDirty = true
        // The samples now count as stored, so `upload` must no longer mark the new ones.
        segment.stored = nil
        for row in segment.rows.indices { segment.rows[row].upload = -1 }
    }
}

extension Segment {
    /// Merges samples that ascend by key and are not in the segment yet.
    mutating func merge(_ samples: [Sample]) {
        guard var next = samples.last else { return }
        var row = rows.count - 1
        var index = samples.count - 1
        rows += samples
        // From the end, so that samples before the first new sample are not moved.
        for to in stride(from: rows.count - 1, through: 0, by: -1) {
            if row >= 0, next.key < rows[row].key {
                rows[to] = rows[row]
                row -= 1
            } else {
                rows[to] = next
                index -= 1
                if index < 0 { return }
                next = samples[index]
            }
        }
    }
}
