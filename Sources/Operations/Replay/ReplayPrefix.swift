/// Checks that topics of a replay cannot be confused with other topics.
package enum ReplayPrefix {
    /// Checks a replay's prefix against all others.
    ///
    /// `live` are the prefixes of live topics. `replays` are the prefixes of other replays.
    ///
    /// - Returns: An error message; nil if there is no conflict.
    package static func conflict(_ prefix: String, live: [String], replays: [String]) -> String? {
        func clash(_ others: [String]) -> String? { others.sorted().first { touches($0, prefix) } }
        if let other = clash(live) {
            return
                "--into \(prefix) and the live prefix '\(other)' overlap: a replay never writes a live topic"
        }
        if let other = clash(replays) {
            return
                "--into \(prefix) and the replay into \(other) overlap: their topics could not be distinguished"
        }
        return nil
    }

    private static func touches(_ left: String, _ right: String) -> Bool {
        left.hasPrefix(right) || right.hasPrefix(left)
    }
}
