import JSON
import Vocabulary

extension DataPoints {
    /// Appends the interval before each heartbeat of a series, except after a gap.
    mutating func addHeartbeats(_ item: ForkDocument.Item, _ type: SampleType) {
        let intervals = item.beatIntervals
        var subject = subject(item, type)
        subject.isOneOfSeveral = intervals.count > 1
        for interval in intervals {
            subject.start = item.start + interval.start
            subject.end = item.start + interval.end
            add(subject, .rrInterval) { $0.appendMember("rr_interval", interval.milliseconds, unit: "ms") }
        }
    }
}

/// The time between two heartbeats that follow each other.
private struct BeatInterval {
    /// The first beat, in seconds since the start of the series.
    let start: Double
    /// The second beat, in seconds since the start of the series.
    let end: Double
    let milliseconds: Double

    /// Creates the interval between two beats; nil if the second is not later, or if the interval exceeds a double.
    init?(from start: Double, to end: Double) {
        let milliseconds = (end - start) * 1000
        guard milliseconds > 0, milliseconds.isFinite else { return nil }
        self.start = start
        self.end = end
        self.milliseconds = milliseconds.roundedTo15Digits
    }
}

extension ForkDocument.Item {
    /// The intervals of a heartbeat series without gaps.
    ///
    /// A document has each beat as the text of a JSON object. A beat without a time is a gap.
    fileprivate var beatIntervals: [BeatInterval] {
        var parser = Parser()
        var before: Double?
        var intervals: [BeatInterval] = []
        for quantity in quantities("beats") {
            let beat = try? parser.parse(Array(quantity.value.unit.utf8))
            let seconds = beat?.member("time_since_start")?.double
            if let before, let seconds, beat?.member("preceded_by_gap")?.bool != true,
                let interval = BeatInterval(from: before, to: seconds)
            {
                intervals.append(interval)
            }
            before = seconds
        }
        return intervals
    }
}
