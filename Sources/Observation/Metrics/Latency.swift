/// The latencies of uploads, from the timestamps of their records to the commit.
package struct Latency: Sendable, Equatable {
    /// Upper bounds of the buckets in seconds, up to one day, because uploads wait for hours during an outage.
    static let bounds: [Double] = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 10_800, 86_400]

    /// The number of uploads with a known timestamp.
    package private(set) var uploads = 0
    /// The mean latency, or 0 without uploads.
    package var meanSeconds: Double { uploads == 0 ? 0 : sumSeconds / Double(uploads) }
    /// The longest latency, or 0 without uploads.
    package private(set) var longestSeconds = 0.0
    private(set) var sumSeconds = 0.0
    /// The number of uploads in each bucket; the last bucket is unbounded.
    private(set) var counts: [Int] = []

    /// The number of uploads by their milliseconds in buckets of at most a sixteenth, for quantiles; empty without any.
    private var fine: [Int32] = []

    package init() {}

    /// Returns the seconds at or below which this share of the uploads lies, to a thirtieth; nil without uploads.
    package func quantile(_ share: Double) -> Double? {
        guard uploads > 0 else { return nil }
        var left = max(1, Int((share * Double(uploads)).rounded(.up)))
        for (index, count) in fine.enumerated() {
            left -= Int(count)
            if left <= 0 { return Self.middleMilliseconds(index) / 1_000 }
        }
        return nil
    }

    /// The bucket of a latency: exact up to 31 ms, then 16 buckets for each doubling, up to 34 years.
    private static func bucket(_ seconds: Double) -> Int {
        let milliseconds = Int(min(seconds * 1_000, Double(1 << 40)))
        if milliseconds < 32 { return milliseconds }
        let shift = Int.bitWidth - milliseconds.leadingZeroBitCount - 5
        return (shift << 4) + (milliseconds >> shift)
    }

    private static func middleMilliseconds(_ bucket: Int) -> Double {
        if bucket < 32 { return Double(bucket) }
        let shift = (bucket >> 4) - 1
        return Double((bucket - (shift << 4)) << shift) + Double((1 << shift) - 1) / 2
    }

    private static let buckets = bucket(.greatestFiniteMagnitude) + 1

    /// Adds uploads with these timestamps in Unix milliseconds, committed at this time.
    package mutating func add(_ timestamps: [Int64], committedAt now: Int64) {
        guard !timestamps.isEmpty else { return }
        if counts.isEmpty {
            counts = Array(repeating: 0, count: Self.bounds.count + 1)
            fine = Array(repeating: 0, count: Self.buckets)
        }
        uploads += timestamps.count
        for timestamp in timestamps {
            // The clock of the device or broker may be ahead, so a negative latency counts as 0. The difference is a
            // double, because a producer can write any timestamp, and an integer could overflow.
            let seconds = max(0, (Double(now) - Double(timestamp)) / 1_000)
            sumSeconds += seconds
            longestSeconds = max(longestSeconds, seconds)
            counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
            fine[Self.bucket(seconds)] += 1
        }
    }

    mutating func add(_ other: Latency) {
        uploads += other.uploads
        sumSeconds += other.sumSeconds
        longestSeconds = max(longestSeconds, other.longestSeconds)
        if counts.isEmpty {
            (counts, fine) = (other.counts, other.fine)
        } else {
            for (index, count) in other.counts.enumerated() { counts[index] += count }
            for (index, count) in other.fine.enumerated() where count > 0 { fine[index] += count }
        }
    }
}
