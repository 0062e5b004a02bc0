import JSON
import Vocabulary

extension DataPoints {
    /// Appends the interval before each heartbeat of a series, except after a gap.
    mutating func addHeartbeats(_ item: ForkDocument.Item, _ type: SampleType) {
        let intervals = item.heartbeatIntervals.compactMap(\.self)
        var subject = subject(item, type)
        subject.isOneOfSeveral = intervals.count > 1
        for interval in intervals {
            subject.start = item.start + interval.start
            subject.end = item.start + interval.end
            add(subject, .rrInterval) { $0.appendMember("rr_interval", interval.milliseconds, unit: "ms") }
        }
    }
}
