/// How samples become sessions.
package enum SleepSessions {
    /// A session that retention has frozen: what joins it makes no session.
    package struct Frozen {
        package var sourceKey: [UInt8]
        package var start: Double
        package var end: Double

        /// A frozen session from its parts.
        package init(sourceKey: [UInt8], start: Double, end: Double) {
            self.sourceKey = sourceKey
            self.start = start
            self.end = end
        }
    }

    /// The sessions of samples of any sources, with their primaries, ascending by start.
    ///
    /// A sample joins while it starts less than the threshold after the greatest end so far; what is equal splits.
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

    /// A session is primary unless it overlaps, for more than a point, a better primary one of another source.
    ///
    /// So no two primaries overlap, since sessions of one source never do: of those that begin before a session ends, the
    /// one that ends last tells whether any overlaps it.
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
            // A point overlaps nothing for more than a point.
            let isCovered = start < end && ends.greatest(before: starts.partitioningIndex { $0 >= end }) > start
            sessions[index].isPrimary = !isCovered
            if !isCovered, start < end { ends.insert(end, at: starts.partitioningIndex { $0 >= start }) }
        }
    }
}

/// Numbers at places of a row of fixed length, of which the greatest before a place is found in few steps (a Fenwick tree).
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
