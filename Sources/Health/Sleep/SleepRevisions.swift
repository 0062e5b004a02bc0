package import Vocabulary

/// The uploads of a commit that changed each sleep session of a cluster.
///
/// An upload may have changed only some sessions of the cluster. So the sessions are derived again after each upload,
/// as if each upload had its own commit. An upload changed a session if the session differs before and after the
/// upload. If a large cluster has many uploads, consecutive uploads are examined in groups, to bound the work.
package struct SleepRevisions {
    /// A stored sample that this commit removed or replaced, with the last upload that removed or replaced it.
    package typealias Removed = (sample: Sample, upload: Int)

    /// The uploads that changed each session, ascending, by session id, including sessions that no longer exist.
    package private(set) var uploads: [UUID128: [Int]] = [:]

    /// Derives the sessions after each upload and records the differences.
    ///
    /// - Parameters:
    ///   - uploads: The uploads that touched the cluster, ascending.
    ///   - samples: The current samples of the cluster.
    ///   - removed: The stored samples of the cluster that this commit removed or replaced.
    ///   - samplesMax: The approximate maximum number of samples to derive. Uploads are examined in groups if one
    ///     derivation for each upload would exceed this number.
    ///   - sessions: Derives sessions from samples, and returns the sessions by id.
    package init(
        of uploads: [Int],
        samples: [Sample],
        removed: ArraySlice<Removed>,
        samplesMax: Int = 1 << 18,
        sessions: ([Sample]) -> [UUID128: SleepSession]
    ) {
        func after(_ upload: Int) -> [UUID128: SleepSession] {
            let still = removed.filter { $0.upload > upload }.map(\.sample)
            return sessions(samples.filter { Int($0.upload) <= upload } + still)
        }
        let steps = max(1, samplesMax / (samples.count + removed.count + 1))
        let together = (uploads.count + steps - 1) / steps
        var before = after(-1)
        var rest = uploads[...]
        while let first = rest.first {
            let some = rest.prefix(together)
            rest = rest.dropFirst(some.count)
            let last = some[some.endIndex - 1]
            let now = after(last)
            for id in Set(before.keys).union(now.keys) where !Self.isSame(before[id], now[id]) {
                let own = some.count == 1 ? [] : Self.uploads(first...last, before[id], now[id], removed)
                // If none of several uploads added or removed a sample of the session, the session has only become
                // primary or stopped being primary. The last upload then gets the change.
                self.uploads[id, default: []] += own.isEmpty ? [last] : own
            }
            before = now
        }
    }

    private static func isSame(_ left: SleepSession?, _ right: SleepSession?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.isPrimary == right.isPrimary
            && left.samples.elementsEqual(right.samples) { $0.key == $1.key && $0.upload == $1.upload }
    }

    /// Returns the uploads that added a sample to a session or removed a sample from it, ascending.
    private static func uploads(
        _ some: ClosedRange<Int>,
        _ before: SleepSession?,
        _ now: SleepSession?,
        _ removed: ArraySlice<Removed>
    ) -> [Int] {
        var own = Set((now?.samples ?? []).map { Int($0.upload) }.filter(some.contains))
        let held = Set((before?.samples ?? []).map(\.key))
        for (sample, upload) in removed where some.contains(upload) && held.contains(sample.key) { own.insert(upload) }
        return own.sorted()
    }
}
