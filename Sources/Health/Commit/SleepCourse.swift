/// What became of the sessions of a cluster from one upload of a commit to the next.
///
/// Sources share a cluster where they overlap, and an upload that changed the session of one need not have changed that of
/// another: it did where the session is not what it was before, as if each upload had been a commit of its own. So it
/// costs no more than to split the cluster in that many commits.
struct SleepCourse {
    /// The uploads that changed each session, by its id, ascending; those that are gone in the end included.
    private(set) var uploads: [UUID128: [Int]] = [:]

    /// The course of a cluster.
    ///
    /// - Parameters:
    ///   - uploads: The uploads that touched it, ascending.
    ///   - samples: What it holds now.
    ///   - removed: What it held before the commit and no longer does, each with the upload that did the last of it.
    ///   - sessions: The sessions of some samples, by their ids.
    init(
        of uploads: [Int],
        samples: [Sample],
        removed: [(sample: Sample, upload: Int)],
        sessions: ([Sample]) -> [UUID128: SleepSession]
    ) {
        func after(_ upload: Int) -> [UUID128: SleepSession] {
            let still = removed.filter { $0.upload > upload }.map(\.sample)
            return sessions(samples.filter { Int($0.upload) <= upload } + still)
        }
        var before = after(-1)
        for upload in uploads {
            let now = after(upload)
            for id in Set(before.keys).union(now.keys) where !Self.isSame(before[id], now[id]) {
                self.uploads[id, default: []].append(upload)
            }
            before = now
        }
    }

    private static func isSame(_ left: SleepSession?, _ right: SleepSession?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.isPrimary == right.isPrimary
            && left.samples.elementsEqual(right.samples) { $0.key == $1.key && $0.upload == $1.upload }
    }
}
