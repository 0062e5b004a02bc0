package import Health
package import Kafka
import Worker

/// Finds what names a connection, from the records of topics.
///
/// It keeps the keys of the connection that are live in compacted topics, each with about a hundred bytes beside it, and
/// nothing of what is others'.
package struct TraceSearch: ~Copyable {
    /// What was found in one partition.
    struct Found {
        /// Records that name the connection.
        var records = 0
        /// Keys whose last record does, and is no tombstone.
        var live: Set<[UInt8]> = []
        /// The greatest timestamp of these records, in milliseconds since 1970.
        var newestMilliseconds: Int64?
        /// How many of the records are versions of its settings, and whether the newest says only that it is forgotten.
        fileprivate var versions = 0
        fileprivate var isForgotten = false
        /// Whether its newest settings have no value, and any of them forget it.
        fileprivate var areGone = false
        fileprivate var wasForgotten = false
    }

    private let connection: ConnectionID
    let topics: [String: TraceTopic]
    private var search: NameSearch
    private(set) var found: [TopicPartition: Found] = [:]
    /// Where workers keep that it is forgotten, by a hash of its id.
    private var marks: Set<TopicPartition> = []

    /// A search in topics whose settings are known.
    package init(_ connection: ConnectionID, in topics: [TraceTopic]) {
        self.connection = connection
        self.topics = Dictionary(uniqueKeysWithValues: topics.map { ($0.name, $0) })
        search = NameSearch(connection)
    }

    /// Takes the next record of its partition.
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
            // A key that named it by its value before has another value now.
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

/// What it comes to.
extension TraceSearch {
    /// The places where the connection stands, by topic and partition.
    ///
    /// Older versions of its settings are no place, nor are settings that say nothing but that it is forgotten.
    package var traces: [Trace] {
        var traces: [Trace] = []
        for (place, found) in found {
            let records = found.records - found.versions + (found.versions > 0 && !found.isForgotten ? 1 : 0)
            let live = found.live.count - (found.isForgotten ? 1 : 0)
            if records > 0 {
                traces.append(Trace(topic: place.topic, partition: place.partition, records: records, live: live))
            }
        }
        // A topic that is named after it gives it away also when nothing is in it.
        for topic in topics.values where topic.kind == .own && !found.keys.contains(where: { $0.topic == topic.name }) {
            traces.append(Trace(topic: topic.name, partition: 0, records: 0, live: 0))
        }
        return traces.sorted { ($0.topic, $0.partition) < ($1.topic, $1.partition) }
    }

    /// Whether workers know that it is forgotten and no settings say so any more, while uploads are still there: a replay
    /// would bring these back.
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

    /// Keys of the connection's documents that are live in topics of many connections.
    package func liveDocuments(under prefix: String) -> [TopicPartition: Set<[UInt8]>] {
        found.filter { place, found in
            guard let topic = topics[place.topic] else { return false }
            return topic.kind == .shared && topic.prefix == prefix && !found.live.isEmpty
        }.mapValues(\.live)
    }
}
