/// The running re-derivations of a lane, by partition.
package struct Rederivations {
    /// A change to log.
    package enum Event: Equatable {
        case progress(done: Int, connections: Int, perSecond: Double, secondsLeft: Double?)
        case ended(seconds: Double)
    }

    /// The progress of the re-derivation of one partition.
    private struct Progress {
        /// The number of connections, and the number of finished connections.
        let connections: Int
        var done: Int
        /// When the re-derivation began in this lane, and the number of connections that were finished then.
        let began: Int64
        let doneBefore: Int
        /// The time at which the progress was last logged.
        var said: Int64
    }

    private static let saidMilliseconds: Int64 = 10_000

    private var running: [Int32: Progress] = [:]
    /// The number of remaining connections at the last count for the metric.
    private var counted = 0

    package init() {}

    package func isRunning(_ partition: Int32) -> Bool { running[partition] != nil }

    /// Returns the number of connections of a partition that are left to derive again.
    package func left(_ partition: Int32) -> Int {
        running[partition].map { max(0, $0.connections - $0.done) } ?? 0
    }

    package mutating func begin(_ partition: Int32, connections: Int, done: Int, at now: Int64) {
        running[partition] = Progress(connections: connections, done: done, began: now, doneBefore: done, said: now)
    }

    /// Updates the progress of a re-derivation after a commit.
    ///
    /// `done` is the number of finished connections; nil means all.
    ///
    /// - Returns: The change to log, or nil if none is due.
    package mutating func committed(_ partition: Int32, done: Int?, at now: Int64) -> Event? {
        guard var known = running[partition] else { return nil }
        let seconds = Double(now - known.began) / 1_000
        guard let done else {
            running[partition] = nil
            return .ended(seconds: seconds)
        }
        known.done = done
        defer { running[partition] = known }
        if now - known.said < Self.saidMilliseconds { return nil }
        known.said = now
        let rate = Double(done - known.doneBefore) / seconds
        let left = rate > 0 ? Double(max(0, known.connections - done)) / rate : nil
        return .progress(done: done, connections: known.connections, perSecond: rate, secondsLeft: left)
    }

    /// Forgets revoked or failed partitions; nil: all partitions.
    package mutating func forget(_ partitions: [Int32]?) {
        for partition in partitions ?? Array(running.keys) { running[partition] = nil }
    }

    /// Returns the change of the number of remaining connections since the last call.
    package mutating func count() -> Int {
        let left = running.values.reduce(0) { $0 + max(0, $1.connections - $1.done) }
        defer { counted = left }
        return left - counted
    }
}
