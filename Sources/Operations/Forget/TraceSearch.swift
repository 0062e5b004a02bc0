package import Kafka
package import Vocabulary
import Worker

/// Searches the records of topics for a connection.
///
/// Keeps in memory only the live keys of the connection in compacted topics, with about 100 bytes of overhead each.
package struct TraceSearch: ~Copyable {
    /// The findings in one partition.
    struct Found {
        /// The number of records that identify the connection.
        var records = 0
        /// The keys whose newest record identifies the connection and is not a tombstone.
        var live: Set<[UInt8]> = []
        /// The latest timestamp of records that identify the connection, in Unix milliseconds.
        var newestMilliseconds: Int64?
        /// The number of settings records of the connection, and whether the newest of them has only `forget`.
        fileprivate var versions = 0
        fileprivate var isForgotten = false
        /// Whether the newest settings record is a tombstone, and whether any settings record forgets the connection.
        fileprivate var areGone = false
        fileprivate var wasForgotten = false
    }

    private let connection: ConnectionID
    let topics: [String: TraceTopic]
    private var search: NameSearch
    private(set) var found: [TopicPartition: Found] = [:]
    /// The changelog partitions with a mark of the forgotten connection; the mark's key is a hash of the connection id.
    private var marks: Set<TopicPartition> = []

    /// Creates a search in these topics, whose settings must be known.
    package init(_ connection: ConnectionID, in topics: [TraceTopic]) {
        self.connection = connection
        self.topics = Dictionary(uniqueKeysWithValues: topics.map { ($0.name, $0) })
        search = NameSearch(connection)
    }

    /// Adds a record; the records of each partition must be in order.
    mutating func take(_ message: borrowing Message) {
        guard let topic = topics[message.topic] else { return }
        take(
            topic,
            message.partition,
            key: message.key,
            value: message.value,
            timestampMilliseconds: message.timestampMilliseconds
        )
    }

    package mutating func take(
        _ topic: TraceTopic,
        _ partition: Int32,
        key: RawSpan?,
        value: RawSpan?,
        timestampMilliseconds: Int64?
    ) {
        let place = TopicPartition(topic.name, partition)
        if topic.kind == .state, let key, PartitionRecord.isMark(ofForgotten: connection, key: key) {
            if value == nil { marks.remove(place) } else { marks.insert(place) }
        }
        guard search.finds(key: key, value: value, in: topic.kind) else {
            // The new value does not identify the connection, so the key is no longer live.
            if found[place]?.live.isEmpty == false, let key = [UInt8](key) { found[place]?.live.remove(key) }
            return
        }
        found[place, default: Found()].note(timestampMilliseconds)
        guard topic.isCompacted, let key = [UInt8](key) else { return }
        if topic.kind == .settings, key == connection.bytes {
            found[place]?.versions += 1
            let record = [UInt8](value).map { ForgetRecord($0) }
            found[place]?.isForgotten = record?.isBare ?? false
            found[place]?.areGone = record == nil
            if record?.forgets ?? false { found[place]?.wasForgotten = true }
        }
        if value == nil { found[place]?.live.remove(key) } else { found[place]?.live.insert(key) }
    }
}

extension TraceSearch.Found {
    fileprivate mutating func note(_ timestampMilliseconds: Int64?) {
        records += 1
        if let time = timestampMilliseconds { newestMilliseconds = max(newestMilliseconds ?? time, time) }
    }
}

/// The results of the search.
extension TraceSearch {
    /// The partitions with records of the connection, ordered by topic and partition.
    ///
    /// Older versions of the connection's settings do not count, and neither do settings that contain only `forget`.
    package var traces: [Trace] {
        var traces: [Trace] = []
        for (place, found) in found {
            let records = found.records - found.versions + (found.versions > 0 && !found.isForgotten ? 1 : 0)
            let live = found.live.count - (found.isForgotten ? 1 : 0)
            if records > 0 {
                traces.append(Trace(topic: place.topic, partition: place.partition, records: records, live: live))
            }
        }
        // A topic that is named after the connection counts even if it is empty.
        for topic in topics.values where topic.kind == .own && !found.keys.contains(where: { $0.topic == topic.name }) {
            traces.append(Trace(topic: topic.name, partition: 0, records: 0, live: 0))
        }
        return traces.sorted { ($0.topic, $0.partition) < ($1.topic, $1.partition) }
    }

    /// Whether a replay would bring back the connection's uploads.
    ///
    /// This is the case if uploads still exist and workers know that the connection is forgotten, but the connection
    /// has no settings any more.
    package var canComeBack: Bool {
        var (hasUploads, hasSettings, areGone, wasForgotten) = (false, false, false, !marks.isEmpty)
        for (place, found) in found {
            guard let topic = topics[place.topic] else { continue }
            if topic.kind == .keyed, place.topic.hasSuffix("uploads"), found.records > 0 { hasUploads = true }
            guard topic.kind == .settings, found.versions > 0 else { continue }
            if found.areGone { areGone = true } else { hasSettings = true }
            if found.wasForgotten { wasForgotten = true }
        }
        return hasUploads && !hasSettings && wasForgotten && (areGone || !marks.isEmpty)
    }

    /// Returns the live record keys of the connection in shared document topics.
    package func liveDocuments(under prefix: String) -> [TopicPartition: Set<[UInt8]>] {
        found.filter { place, found in
            guard let topic = topics[place.topic] else { return false }
            return topic.kind == .shared && topic.prefix == prefix && !found.live.isEmpty
        }.mapValues(\.live)
    }
}
