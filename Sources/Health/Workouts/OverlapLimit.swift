/// How many of some spans go on at an instant: the workouts of one source, or the activities of one workout.
///
/// Where more than a few go on at once, none of them takes a sample by time: else what documents say would be the product
/// of workouts and samples. A span goes on at its start and no more at its end; one without length goes on at its instant.
struct OverlapLimit {
    /// As many as may take a sample that begins while they go on.
    static let atOnceMax = 8

    /// The starts and the ends of spans that have a length, each ascending.
    private let starts: [Double]
    private let ends: [Double]
    /// The instants of those that have none, ascending.
    private let points: [Double]
    /// Whether there is an instant at which more go on than take samples.
    let isEverExceeded: Bool

    /// The limit over spans, in any order.
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

    /// How many go on at an instant.
    func count(at instant: Double) -> Int { Self.count(at: instant, starts, ends, points) }

    /// Whether too many go on at an instant for any to take what begins then.
    func isExceeded(at instant: Double) -> Bool { isEverExceeded && count(at: instant) > Self.atOnceMax }

    private static func count(at instant: Double, _ starts: [Double], _ ends: [Double], _ points: [Double]) -> Int {
        var count = starts.partitioningIndex { $0 > instant } - ends.partitioningIndex { $0 > instant }
        if !points.isEmpty {
            count += points.partitioningIndex { $0 > instant } - points.partitioningIndex { $0 >= instant }
        }
        return count
    }
}
