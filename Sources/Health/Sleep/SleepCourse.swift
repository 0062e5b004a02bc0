/// What became of the sessions of a cluster from one upload of a commit to the next.
///
/// Sources share a cluster where they overlap, and an upload that changed the session of one need not have changed that of
/// another: it did where the session is not what it was before, as if each upload had been a commit of its own. So it
/// costs no more than to split the cluster in that many commits; and where very many uploads share a very long cluster,
/// some that follow each other are looked at together.
package struct SleepCourse {
    /// A sample as it was before the commit that is gone or was replaced, and the upload that did the last of it.
    package typealias Removed = (sample: Sample, upload: Int)

    /// The uploads that changed each session, by its id, ascending; those that are gone in the end included.
    package private(set) var uploads: [UUID128: [Int]] = [:]

    /// The course of a cluster.
    ///
    /// - Parameters:
    ///   - uploads: The uploads that touched it, ascending.
    ///   - samples: What it holds now.
    ///   - removed: What it held before the commit and no longer does.
    ///   - samplesMax: How many samples are split, all steps together, before uploads are looked at together.
    ///   - sessions: The sessions of some samples, by their ids.
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
                // What none of them touched is primary, or no longer, as the last of them left it.
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

    /// The uploads of some that brought a sample to a session, or took one away, ascending.
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
