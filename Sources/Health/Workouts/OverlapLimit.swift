import Vocabulary

/// Counts overlapping spans: the workouts of one source, or the activities of one workout.
///
/// If more than `atOnceMax` spans overlap at an instant, samples that start then belong to none of them by time.
/// Otherwise the size of documents could grow with the product of the numbers of workouts and samples. A span contains
/// its start but not its end. A span without length contains its instant.
struct OverlapLimit {
    /// The greatest number of overlapping spans at which a sample can still belong to the spans.
    static let atOnceMax = 8

    /// The starts and the ends of the spans that have a length, each sorted.
    private let starts: [Double]
    private let ends: [Double]
    /// The instants of the spans without length, ascending.
    private let points: [Double]
    /// Whether more than `atOnceMax` spans overlap at any instant.
    let isEverExceeded: Bool

    /// Creates a limit from spans, which may be in any order.
    init(_ spans: some Collection<(start: Double, end: Double)>) {
        if spans.count <= Self.atOnceMax {
            (starts, ends, points, isEverExceeded) = ([], [], [], false)
            return
        }
        let starts = spans.filter { $0.start < $0.end }.map(\.start).sorted()
        let ends = spans.filter { $0.start < $0.end }.map(\.end).sorted()
        let points = spans.filter { $0.start == $0.end }.map(\.start).sorted()
        (self.starts, self.ends, self.points) = (starts, ends, points)
        isEverExceeded = (starts + points).contains { Self.count(at: $0, starts, ends, points) > Self.atOnceMax }
    }

    /// Returns the number of spans that contain an instant.
    func count(at instant: Double) -> Int { Self.count(at: instant, starts, ends, points) }

    /// Whether too many spans contain an instant, so that samples that start then belong to none of them.
    func isExceeded(at instant: Double) -> Bool { isEverExceeded && count(at: instant) > Self.atOnceMax }

    private static func count(at instant: Double, _ starts: [Double], _ ends: [Double], _ points: [Double]) -> Int {
        var count = starts.partitioningIndex { $0 > instant } - ends.partitioningIndex { $0 > instant }
        if !points.isEmpty {
            count += points.partitioningIndex { $0 > instant } - points.partitioningIndex { $0 >= instant }
        }
        return count
    }
}
