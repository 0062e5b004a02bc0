import Health

/// What is different where a worker replays: it reads to fixed ends, counts what that comes to, and may read less and slower.
package struct ReplayWork: Sendable {
    package let range: ReplayRange
    /// It goes on when the ends are reached.
    package let follows: Bool
    /// The connections that are read, by their keys; none: all of them.
    package let connections: Set<[UInt8]>
    /// Uploads whose records are older than this, in milliseconds since 1970, are passed over; nil: none are.
    package let fromMilliseconds: Int64?
    /// How fast the lanes may read together; nil: as fast as they can.
    package let pace: UploadPace?

    package init(
        _ range: ReplayRange,
        follows: Bool = false,
        connections: [String] = [],
        fromMilliseconds: Int64? = nil,
        uploadsPerSecond: Int? = nil
    ) {
        self.range = range
        self.follows = follows
        self.connections = Set(connections.map { Array($0.utf8) })
        self.fromMilliseconds = fromMilliseconds
        pace = uploadsPerSecond.map { UploadPace(perSecond: $0) }
    }

    /// What the cycle is told: where it ends, if it does.
    package var end: ReplayRange? { follows ? nil : range }

    /// Whether a record is to be read.
    package func wants(_ input: Input, key: RawSpan?, timestampMilliseconds: Int64?) -> Bool {
        if input.topic == .uploads, let fromMilliseconds, let timestampMilliseconds,
            timestampMilliseconds < fromMilliseconds
        {
            return false
        }
        if connections.isEmpty { return true }
        guard let key else { return false }
        return connections.contains(unsafe key.withUnsafeBytes { unsafe Array($0) })
    }
}
