import Vocabulary

/// Splits sleep samples into sessions.
package enum SleepSessions {
    /// A frozen session: it has samples older than `--state-retention`, so samples that join it make no document.
    package struct Frozen {
        package var sourceKey: [UInt8]
        package var start: Double
        package var end: Double

        package init(sourceKey: [UInt8], start: Double, end: Double) {
            self.sourceKey = sourceKey
            self.start = start
            self.end = end
        }
    }

    /// Splits samples of any sources into sessions, ascending by start, and marks the primary ones.
    ///
    /// A new session starts after a gap of at least the threshold between samples of the same source.
    package static func split(
        _ samples: [Sample],
        frozen: [Frozen],
        thresholdSeconds: Double,
        pool: Pool
    ) -> [SleepSession] {
        let samples = Sample.sorted(samples)
        let extents = SleepExtents(samples, frozen: frozen, thresholdSeconds: thresholdSeconds, pool: pool)
        var parts = [[Sample]](repeating: [], count: extents.extents.count)
        for (index, sample) in samples.enumerated() { parts[Int(extents.numbers[index])].append(sample) }
        var sessions: [SleepSession] = []
        for (extent, part) in zip(extents.extents, parts) where !extent.isFrozen && !part.isEmpty {
            sessions.append(SleepSession(sourceKey: pool.origin(part[0]).sourceKey, samples: part))
        }
        markPrimaries(&sessions)
        return sessions
    }

    /// Marks the primary sessions: those that do not overlap a better primary session of another source.
    ///
    /// Sessions are visited from the best to the worst. A session is not primary if a better primary session starts
    /// before its end and ends after its start.
    private static func markPrimaries(_ sessions: inout [SleepSession]) {
        let ranks = sessions.map { (stages: $0.stages, asleep: $0.asleep.length) }
        let ranked = sessions.indices.sorted { left, right in
            let (one, other) = (ranks[left], ranks[right])
            if one.stages != other.stages { return one.stages > other.stages }
            if one.asleep != other.asleep { return one.asleep > other.asleep }
            if sessions[left].sourceKey != sessions[right].sourceKey {
                return sessions[left].sourceKey.lexicographicallyPrecedes(sessions[right].sourceKey)
            }
            return sessions[left].start < sessions[right].start
        }
        let starts = sessions.map(\.start).sorted()
        var ends = GreatestBefore(count: starts.count)
        for index in ranked {
            let (start, end) = (sessions[index].start, sessions[index].end)
            // A session without length is always primary, because it overlaps other sessions only for an instant.
            let isCovered = start < end && ends.greatest(before: starts.partitioningIndex { $0 >= end }) > start
            sessions[index].isPrimary = !isCovered
            if !isCovered, start < end { ends.insert(end, at: starts.partitioningIndex { $0 >= start }) }
        }
    }
}

/// A Fenwick tree that returns the greatest number before a position.
private struct GreatestBefore {
    private var tree: [Double]

    init(count: Int) { tree = [Double](repeating: -.infinity, count: count + 1) }

    mutating func insert(_ number: Double, at place: Int) {
        var index = place + 1
        while index < tree.count {
            tree[index] = max(tree[index], number)
            index += index & -index
        }
    }

    func greatest(before place: Int) -> Double {
        var greatest = -Double.infinity
        var index = place
        while index > 0 {
            greatest = max(greatest, tree[index])
            index -= index & -index
        }
        return greatest
    }
}
