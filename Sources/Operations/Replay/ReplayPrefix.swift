/// Whether the topics of a replay can be mistaken for those of others.
package enum ReplayPrefix {
    /// Whose prefix stands in the way of a replay.
    ///
    /// - Parameters:
    ///   - prefix: what its topics are to begin with.
    ///   - live: what topics of documents that are in use begin with.
    ///   - replays: the same of other replays.
    /// - Returns: a sentence; nil when none does.
    package static func conflict(_ prefix: String, live: [String], replays: [String]) -> String? {
        func clash(_ others: [String]) -> String? { others.sorted().first { touches($0, prefix) } }
        if let other = clash(live) {
            return
                "--into \(prefix) and the live prefix '\(other)' begin with each other: a replay never writes a live topic"
        }
        if let other = clash(replays) {
            return
                "--into \(prefix) and the replay into \(other) begin with each other: their topics could not be told apart"
        }
        return nil
    }

    private static func touches(_ left: String, _ right: String) -> Bool {
        left.hasPrefix(right) || right.hasPrefix(left)
    }
}
