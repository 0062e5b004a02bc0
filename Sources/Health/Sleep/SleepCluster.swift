import Vocabulary

/// A group of overlapping sleep sessions that are derived together, because a change is close to one of them.
struct SleepCluster {
    let start: Double
    let end: Double
    /// The samples of the sessions, ascending.
    private(set) var samples: [Sample] = []
    /// The frozen sessions that overlap the cluster.
    private(set) var frozen: [SleepSessions.Frozen] = []
    /// The uploads whose changes touch the cluster, ascending.
    private(set) var uploads: [Int] = []

    /// Splits a window into clusters, ascending by start.
    static func clusters(of window: SleepWindow, frozen: [SleepSessions.Frozen]) -> [SleepCluster] {
        let extents = window.extents.extents
        var parts = window.reach.spans
        for (extent, isReached) in zip(extents, window.isReached) where isReached {
            parts.append((extent.start, extent.end))
        }
        let spans = ClosedSpans(joining: parts)
        var clusters = spans.spans.map { SleepCluster(start: $0.start, end: $0.end) }
        for (number, sample) in zip(window.extents.numbers, window.samples) where window.isReached[Int(number)] {
            if let index = spans.index(touching: sample.start, sample.start) { clusters[index].samples.append(sample) }
        }
        for one in frozen {
            // A frozen session can overlap several clusters of other sources.
            var index = spans.spans.partitioningIndex { $0.end >= one.start }
            while index < clusters.count, clusters[index].start <= one.end {
                clusters[index].frozen.append(one)
                index += 1
            }
        }
        for seed in window.seeds {
            guard let upload = seed.upload, let index = spans.index(touching: seed.start, seed.end) else { continue }
            if clusters[index].uploads.last != upload { clusters[index].uploads.append(upload) }
        }
        for index in clusters.indices where clusters[index].uploads.count > 1 {
            clusters[index].uploads = Set(clusters[index].uploads).sorted()
        }
        return clusters
    }
}
