import Randomness
import SimulatedKafka
import SimulatedStore
import SimulatedSystem
import SimulatedWorker
import Vocabulary

/// The content of a topic after somebody has deleted and recreated it.
enum Replacement: CaseIterable {
    case empty
    /// One record that no process of this history has written.
    case foreign
    /// The first half of the records.
    case shorter
    /// The first half of the records, again and again, until the topic is longer than before.
    case longer
    /// All records that readers have seen.
    case copy
}

/// The state of the processes while somebody replaces a topic.
enum Way: CaseIterable {
    case running, stopped, killed
    /// The next process has an empty state directory.
    case anotherOwner
}

/// The replacement of one topic: one pair of content and way.
struct TopicChange {
    /// The number of pairs.
    static let count = UInt64(Replacement.allCases.count * Way.allCases.count)

    let replacement: Replacement
    let way: Way

    /// Creates the pair of a number; the first `count` numbers have all pairs.
    init(_ number: UInt64) {
        let contents = UInt64(Replacement.allCases.count)
        replacement = Replacement.allCases[Int(number % contents)]
        way = Way.allCases[Int(number / contents % UInt64(Way.allCases.count))]
    }
}

/// The content of a recreated topic besides its records from before.
struct Refill {
    /// The record of a partition that nobody in this history has written.
    var foreign: (_ partition: Int32) -> (key: [UInt8], value: [UInt8])
    /// Whether a record may be copied.
    var keeps: (TopicPartition, LogRecord) -> Bool = { _, _ in true }
    /// Whether a copy has the same offsets and timestamps.
    var isExact = false
    /// The time for which the new topic is empty, so that its readers can notice this.
    var pauseMilliseconds: Int64 = 0

    init(key: String, value: String) { foreign = { _ in (Array(key.utf8), Array(value.utf8)) } }

    init(foreign: @escaping (_ partition: Int32) -> (key: [UInt8], value: [UInt8])) { self.foreign = foreign }
}

extension Site {
    /// Brings the processes into the state of a change, lets somebody replace a topic, and starts what does not run.
    func make(_ change: TopicChange, _ what: String, _ replace: () -> Void) {
        cluster.isReadOn = world.below(2) == 0
        world.note("\(what) is made again: \(change), \(cluster.isReadOn ? "and read on" : "")")
        switch change.way {
        case .running: break
        case .stopped: stop()
        case .killed, .anotherOwner: for machine in machines { machine.kill(world) }
        }
        if change.way == .anotherOwner { for machine in machines { machine.wipe() } }
        replace()
        for machine in machines where machine.buryDead() || !machine.isRunning { machine.start(world) }
    }

    /// Deletes a topic, recreates it and fills it.
    func replace(_ name: String, by replacement: Replacement, _ refill: Refill) {
        guard let known = cluster.topics[name] else { return }
        let places = known.partitions.indices.map { TopicPartition(name, Int32($0)) }
        let records = places.map { place in cluster.committed(place).filter { refill.keeps(place, $0) } }
        makeAgain(name)
        if refill.pauseMilliseconds > 0 { world.sleep(refill.pauseMilliseconds) }
        for (number, place) in places.enumerated() {
            let half = records[number].prefix((records[number].count + 1) / 2)
            func append(_ records: some Sequence<LogRecord>) {
                for record in records { cluster.append(record.key ?? [], record.value, record.headers, to: place) }
            }
            switch replacement {
            case .empty: break
            case .foreign:
                let record = refill.foreign(place.partition)
                cluster.append(record.key, record.value, to: place)
            case .shorter: append(half)
            case .longer:
                let end = known.partitions[number].end + 2
                while !half.isEmpty, let log = cluster.log(place), log.end <= end { append(half) }
            case .copy where refill.isExact: cluster.log(place)?.copy(known.partitions[number])
            case .copy: append(records[number])
            }
        }
    }

    /// Replaces a changelog.
    ///
    /// A copy is whole. A part of it has no identity: with an older identity, it is a changelog that lost its newest
    /// records, and `cutState` does that.
    func replaceState(by replacement: Replacement, isExact: Bool, _ pauseMilliseconds: Int64) {
        var refill = Refill(foreign: strangersIdentity)
        refill.isExact = isExact
        refill.pauseMilliseconds = pauseMilliseconds
        if replacement != .copy { refill.keeps = { $1.key != StateIdentity.key } }
        replace(changelog, by: replacement, refill)
    }

    /// The record of a process with the same cluster and topics that has read nothing.
    private func strangersIdentity(_ partition: Int32) -> (key: [UInt8], value: [UInt8]) {
        let identity = StateIdentity(
            id: UUID128(hi: 1, lo: 1),
            clusterID: cluster.id,
            topicPrefix: Rules().topicPrefix,
            partition: partition,
            partitions: Int32(changelogEnds.count),
            changelogBegin: 0
        )
        return (StateIdentity.key, identity.value)
    }

    /// Phrases with which processes say that a topic is another one.
    static let refusals = ["made again", "newest records", "does not say whose it is", "would be skipped"]

    /// The offset of the last committed record of each partition of the changelog; -1 without one.
    var changelogEnds: [Int64] {
        (cluster.topics[changelog]?.partitions ?? []).indices.map {
            cluster.committed(TopicPartition(changelog, Int32($0))).last?.offset ?? -1
        }
    }

    /// The newest identity in a partition of the changelog.
    func newestIdentity(_ partition: Int32) -> StateIdentity? {
        let records = cluster.committed(TopicPartition(changelog, partition))
        guard let record = records.last(where: { $0.key == StateIdentity.key }), let value = record.value else {
            return nil
        }
        return try? StateIdentity(value.span.bytes, offset: record.offset)
    }
}
