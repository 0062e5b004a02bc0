/// A segment that was read, or made, and what this commit does to it.
///
/// Samples mostly come in the order in which they lie, and go to the end at once. Those that come between others (a phone
/// that sends the newest first) are kept aside until somebody reads the segment, and then put in their places all together:
/// one by one each would move all that follow it.
struct LoadedSegment {
    /// Where a sample with some key is in a segment.
    enum Seat {
        /// Among the segment's rows.
        case row(Int)
        /// Among those that came late.
        case late(Int)
        /// Nowhere: a sample with this key was taken away from this row.
        case left(Int)
        /// Nowhere: it would come before this row.
        case none(Int)
    }

    /// The `upload` of a row that was taken away, and goes when the merge is finished.
    private static let gone = Int32.min

    /// Where it is stored.
    let stateKey: StateKey
    /// The length that it has in the state, nil when the state has none.
    let heldBytes: Int?
    /// Its samples; all of them once the merge is finished.
    var segment: Segment
    /// Whether it was changed since the uploads before were settled.
    var isDirty = false
    /// Whether it was changed before they were settled.
    var wasDirty = false
    /// Whether it is listed as one whose merge must be finished.
    var isListedUnmerged = false
    /// Where the next sample may be: a day that is uploaded again comes in the order in which it lies.
    private var expected = 0
    /// Samples that came between others, in the order in which they came.
    private var late: [Sample] = []
    private var lateIndex: [SampleKey: Int] = [:]
    private var hasGone = false

    /// A segment as the state has it.
    init(stateKey: StateKey, heldBytes: Int?, segment: Segment) {
        self.stateKey = stateKey
        self.heldBytes = heldBytes
        self.segment = segment
    }

    var mustBeWritten: Bool { isDirty || wasDirty }

    /// Whether the segment has all samples, in their order.
    var isMerged: Bool { late.isEmpty && !hasGone }

    /// How many samples it has, those counted that were taken away since the last merge.
    var countAtMost: Int { segment.rows.count + late.count }

    /// How many samples it has that start on a UTC day.
    func count(on day: Int32) -> Int {
        func isThere(_ row: Sample) -> Bool { row.upload != Self.gone && row.utcDay == day }
        return segment.rows.count(where: isThere) + late.count(where: isThere)
    }

    /// Where a sample with a key is.
    mutating func seat(of key: SampleKey) -> Seat {
        let position = segment.position(of: key, expected: expected)
        expected = position.index + 1
        if position.isHeld {
            return hasGone && segment.rows[position.index].upload == Self.gone
                ? .left(position.index) : .row(position.index)
        }
        if !late.isEmpty, let index = lateIndex[key] { return .late(index) }
        return .none(position.index)
    }

    /// The sample at a seat, nil when there is none.
    func sample(at seat: Seat) -> Sample? {
        switch seat {
        case .row(let index): segment.rows[index]
        case .late(let index): late[index]
        case .left, .none: nil
        }
    }

    /// Puts a sample into its seat, in place of the copy that is there.
    mutating func put(_ sample: Sample, at seat: Seat) {
        isDirty = true
        switch seat {
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

    /// Takes a sample away.
    mutating func remove(at seat: Seat) {
        switch seat {
        case .row(let index): segment.rows[index].upload = Self.gone
        case .late(let index):
            lateIndex[late[index].key] = nil
            late[index].upload = Self.gone
        case .left, .none: return
        }
        isDirty = true
        hasGone = true
    }

    /// Puts what came late into its places, and closes the gaps of what was taken away.
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
    /// Lets what was changed so far count as what was there before.
    mutating func settle() {
        isDirty = false
        wasDirty = true
        // New samples are no longer told by their upload.
        segment.stored = nil
        for row in segment.rows.indices { segment.rows[row].upload = -1 }
    }
}

extension Segment {
    /// Puts samples into their places; they are ascending by key, and none of them is there.
    mutating func merge(_ samples: [Sample]) {
        guard var next = samples.last else { return }
        var row = rows.count - 1
        var index = samples.count - 1
        rows += samples
        // From the back, so that nothing that comes before all of them is moved.
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
