import Kafka

/// The remaining records of a forgotten connection in one topic, and when they will be deleted.
package struct RemainingTrace: Equatable, Sendable {
    /// How the records in a topic are finally deleted.
    package enum End: Equatable, Sendable {
        /// Retention deletes the records at this Unix time in milliseconds.
        case retention(milliseconds: Int64)
        /// Compaction deletes values by `milliseconds`, and the keys of tombstones by `keysMilliseconds`.
        ///
        /// Both are Unix times in milliseconds, and are valid only if the topic is written to.
        case compaction(milliseconds: Int64, keysMilliseconds: Int64)
        /// The topic keeps all records forever.
        case never
        /// Compaction has no time limit; the broker decides when it runs.
        case someday
        /// The topic belongs to another prefix, such as a replay, and is deleted with it.
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
    /// Derives from a topic's settings when the records are deleted.
    ///
    /// Retention deletes a whole segment when its newest record is old enough. A segment is closed after `segment.ms`
    /// at the latest. Compaction cleans a closed segment after `max.compaction.lag.ms` at the latest. The next run
    /// after `delete.retention.ms` deletes tombstones. All times count from the newest record of the connection.
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
    /// Returns the records that remain after the command has deleted everything it can under this prefix.
    ///
    /// The command wrote to the topics in `written` until `now`, and deleted the topics in `gone`.
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
            // Records without a timestamp were written before now.
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
