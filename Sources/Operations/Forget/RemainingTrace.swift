import Kafka

/// Where traces of a connection that is forgotten remain, and until when at the latest.
package struct RemainingTrace: Equatable, Sendable {
    /// By what means the traces in a topic come to an end, and when.
    package enum End: Equatable, Sendable {
        /// The topic's retention, at this time in milliseconds since 1970.
        case retention(milliseconds: Int64)
        /// Compaction: values go by the first time, keys that tombstones keep by the second, where the topic is written to.
        case compaction(milliseconds: Int64, keysMilliseconds: Int64)
        /// Nothing: the topic keeps all records.
        case never
        /// The brokers compact when they see fit.
        case someday
        /// Another prefix's topics are deleted, such as a replay's.
        case dropped(prefix: String)
    }

    package let topic: String
    package let records: Int
    package let live: Int
    package let end: End

    package init(topic: String, records: Int, live: Int, end: End) {
        self.topic = topic
        self.records = records
        self.live = live
        self.end = end
    }
}

extension RemainingTrace.End {
    /// What a topic's settings say.
    ///
    /// A record goes with its segment: that is closed after `segment.ms` at the latest, and its newest record's age counts.
    /// Compaction takes a closed segment after `max.compaction.lag.ms` at the latest, tombstones `delete.retention.ms`
    /// after that, with the next compaction. All counts from the newest record that names the connection.
    package init(_ topic: TraceTopic, newestMilliseconds newest: Int64) {
        func setting(_ name: String) -> Int64? { topic.settings[name].flatMap { Int64($0) } }
        if topic.isCompacted {
            guard let lag = setting("max.compaction.lag.ms"), lag < .max else {
                self = .someday
                return
            }
            let values = newest.later(by: lag)
            let keys = values.later(by: setting("delete.retention.ms") ?? 0).later(by: lag)
            self = .compaction(milliseconds: values, keysMilliseconds: keys)
            return
        }
        guard let retention = setting("retention.ms"), retention >= 0 else {
            self = .never
            return
        }
        self = .retention(milliseconds: newest.later(by: retention).later(by: setting("segment.ms") ?? 0))
    }
}

extension Int64 {
    fileprivate func later(by span: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(span)
        return overflow ? .max : sum
    }
}

extension TraceSearch {
    /// What remains of what was found, when all is deleted under this prefix that the command deletes: some topics were
    /// written to for that, up to now, and some are gone.
    package func remaining(
        under prefix: String,
        written: Set<String>,
        gone: Set<String>,
        atMilliseconds now: Int64
    ) -> [RemainingTrace] {
        var records: [String: (records: Int, live: Int, newest: Int64)] = [:]
        for (place, found) in found where !gone.contains(place.topic) {
            var sum = records[place.topic] ?? (0, 0, .min)
            sum.records += found.records
            sum.live += written.contains(place.topic) ? 0 : found.live.count
            // What has no time was written before now.
            sum.newest = max(sum.newest, written.contains(place.topic) ? now : found.newestMilliseconds ?? now)
            records[place.topic] = sum
        }
        return records.sorted { $0.key < $1.key }.compactMap { name, sum in
            guard let topic = topics[name] else { return nil }
            let isOther = topic.prefix != prefix && topic.kind != .keyed && topic.kind != .settings
            return RemainingTrace(
                topic: name,
                records: sum.records,
                live: sum.live,
                end: isOther ? .dropped(prefix: topic.prefix) : .init(topic, newestMilliseconds: sum.newest)
            )
        }
    }
}
