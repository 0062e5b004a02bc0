import Vocabulary

/// The options of a replay: its range, its filters and its rate limit.
package struct ReplayWork: Sendable {
    package let range: ReplayRange
    /// Whether the replay continues with new uploads after the end of its range.
    package let follows: Bool
    /// The keys of the connections to read; empty for all connections.
    package let connections: Set<[UInt8]>
    /// The record timestamp before which uploads are skipped, in Unix milliseconds; nil to skip none.
    package let fromMilliseconds: Int64?
    /// The rate limit that all lanes share, or nil without a limit.
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

    /// The range for the cycle, or nil if the replay follows new uploads.
    package var end: ReplayRange? { follows ? nil : range }

    /// Whether a record passes the filters of the replay.
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
