import Glibc
import Kafka
package import Vocabulary
import Worker

/// The settings that a command writes.
package enum SettingsChange: Sendable {
    /// Complete settings of connections, which replace the current settings.
    case replace([SettingsLine])
    /// Changed fields of one connection; all other fields keep their values.
    ///
    /// Nothing is written if the newest settings have another offset than `ifOffset`; −1 stands for no settings.
    case edit(ConnectionID, [SettingsEdit], ifOffset: Int64?)
    /// The current settings of these connections, unchanged; connections without settings are left out.
    case again(Set<ConnectionID>)
}

/// Changes settings of connections without losing concurrent changes.
///
/// All processes that change settings share one transactional id. Each process fences the others before it reads any
/// settings. A fenced process has written nothing, and tries again with the current settings.
package struct SettingsUpdate {
    /// The result of a change.
    package enum Outcome: Sendable {
        case written(WrittenSettings)
        /// The newest settings have this offset instead of the expected offset; −1 stands for no settings.
        case moved(offset: Int64)
        /// Workers would refuse the changed settings, for this reason.
        case wrong(String)
    }

    /// Settings, and the partition to which they are written.
    private struct Draft {
        let line: SettingsLine
        let place: TopicPartition
        let isNew: Bool
        let reopens: Bool
    }

    private enum Drafts {
        case ready([Draft])
        case ended(Outcome)
    }

    private static let attemptsMax = 10
    /// Attempts that take longer do not lengthen the pause; the first attempt is slow, because it also reads uploads.
    private static let attemptDurationMax = Duration.seconds(2)
    private static let pauseMax = Duration.seconds(30)

    let cluster: Cluster
    private let zones: ZoneTable
    private let allowsLoopback: Bool

    /// Creates an update; settings with a time zone that is not in `zones` are invalid.
    package init(in cluster: Cluster, zones: ZoneTable, allowsLoopback: Bool) {
        self.cluster = cluster
        self.zones = zones
        self.allowsLoopback = allowsLoopback
    }

    /// Writes the settings, all or none.
    package func write(_ change: SettingsChange) throws(OperationError) -> Outcome {
        let inputs = try InputPartitions(cluster)
        // Reading uploads takes long, and the partition of a connection's uploads does not change. So each connection
        // is searched once.
        var uploads: [ConnectionID: Int32] = [:]
        var searched: Set<ConnectionID> = []
        for attempt in 0..<Self.attemptsMax {
            let begun = ContinuousClock.now
            let topic = cluster.topics.connections
            let writer = try TransactionWriter(cluster, as: cluster.settingsID, to: [topic])
            try writer.warmUp([topic])
            let drafts = try drafts(change, inputs) { connections throws(OperationError) in
                let open = connections.subtracting(searched)
                try uploads.merge(inputs.partitionsOfUploads(of: open, in: cluster)) { $1 }
                searched.formUnion(open)
                return uploads
            }
            switch drafts {
            case .ended(let outcome): return outcome
            case .ready(let drafts):
                if let written = try commit(drafts, writer) { return .written(written) }
            }
            if attempt + 1 < Self.attemptsMax { try pause(after: attempt, lasting: ContinuousClock.now - begun) }
        }
        throw OperationError(
            "other commands change connection settings of \(cluster.groupID) at the same time, or a transaction takes too "
                + "long: nothing is written. Run the command again"
        )
    }

    /// Waits for a random time, so that processes do not fence each other again and again.
    ///
    /// The longest wait doubles with each attempt, and grows with the duration of the attempt. After a wait that is
    /// shorter than an attempt of another process, this process would fence the other process again.
    private func pause(after attempt: Int, lasting duration: Duration) throws(OperationError) {
        cluster.progress.title = "waiting for another command that changes settings"
        let longest = min(min(duration, Self.attemptDurationMax) * (2 << attempt), Self.pauseMax)
        let end = ContinuousClock.now + longest * Double.random(in: 0...1)
        while ContinuousClock.now < end {
            try cluster.progress.checkCancellation()
            usleep(20_000)
        }
    }

    /// Writes the settings in one transaction; returns nil if another process has fenced this process.
    private func commit(
        _ drafts: [Draft],
        _ writer: borrowing TransactionWriter
    ) throws(OperationError) -> WrittenSettings? {
        try cluster.progress.checkCancellation()
        let since = ReplayJournal.now
        let ending: TransactionWriter.Ending
        do throws(OperationError) {
            ending = try writer.commit { writer throws(KafkaError) in
                for draft in drafts {
                    try writer.produce(
                        to: draft.place.topic,
                        draft.place.partition,
                        key: draft.line.connection.bytes,
                        value: draft.line.json
                    )
                }
            }
        } catch {
            guard error.isPassing else { throw error }
            throw OperationError("\(error.description). The settings may be written: run the command again")
        }
        switch ending {
        case .fenced: return nil
        case .tooLong:
            let longest = drafts.max { $0.line.json.count < $1.line.json.count }?.line
            throw OperationError(
                "the settings of \(longest?.connection.string ?? "") (\(longest?.json.count ?? 0) bytes) are longer than "
                    + "\(cluster.topics.connections) allows: nothing is written. Raise its max.message.bytes"
            )
        case .committed:
            return WrittenSettings(
                connections: drafts.map(\.line.connection),
                created: Set(drafts.lazy.filter(\.isNew).map(\.line.connection)).count,
                reopened: drafts.filter(\.reopens).map(\.line.connection),
                offsets: writer.offsets(in: cluster.topics.connections),
                sinceMilliseconds: since
            )
        }
    }
}

/// The records to write, derived from the current settings.
extension SettingsUpdate {
    /// Returns the records to write; `uploads` returns the partitions in which connections have uploads.
    private func drafts(
        _ change: SettingsChange,
        _ inputs: InputPartitions,
        _ uploads: (Set<ConnectionID>) throws(OperationError) -> [ConnectionID: Int32]
    ) throws(OperationError) -> Drafts {
        switch change {
        case .replace(let lines): .ready(try drafts(lines, inputs, uploads))
        case .edit(let connection, let edits, let offset): try draft(connection, edits, offset, inputs, uploads)
        case .again(let connections): try drafts(again: connections)
        }
    }

    private func drafts(again connections: Set<ConnectionID>) throws(OperationError) -> Drafts {
        let standing = try SettingsList(cluster, zones: zones).settings().filter {
            connections.contains($0.connection)
        }
        if standing.isEmpty { return .ended(.written(.nothing)) }
        let topic = cluster.topics.connections
        return .ready(
            standing.map { settings in
                Draft(
                    line: SettingsLine(unchanged: settings),
                    place: TopicPartition(topic, settings.partition),
                    isNew: false,
                    reopens: false
                )
            }
        )
    }

    private func drafts(
        _ lines: [SettingsLine],
        _ inputs: InputPartitions,
        _ uploads: (Set<ConnectionID>) throws(OperationError) -> [ConnectionID: Int32]
    ) throws(OperationError) -> [Draft] {
        let connections = Set(lines.map(\.connection))
        let topic = cluster.topics.connections
        var search = PartitionSearch(connections, partitions: inputs.connections)
        var forgotten: Set<ConnectionID> = []
        for partitions in search.steps where !search.isDone {
            let places = partitions.map { TopicPartition(topic, $0) }
            try cluster.settle(places)
            cluster.progress.title = "reading \(topic)"
            try TopicReader(cluster).read(places) { message throws(OperationError) in
                guard let connection = search.take([UInt8](message.key), partition: message.partition),
                    let value = [UInt8](message.value)
                else { return }
                if ForgetRecord(value).forgets { forgotten.insert(connection) } else { forgotten.remove(connection) }
            }
        }
        let known = try search.found.merging(uploads(connections.subtracting(search.found.keys))) { own, _ in own }
        return try lines.map { line throws(OperationError) in
            Draft(
                line: line,
                place: try inputs.place(of: line.connection, known[line.connection]),
                isNew: search.found[line.connection] == nil,
                reopens: forgotten.contains(line.connection) && !line.mentionsForget
            )
        }
    }

    private func draft(
        _ connection: ConnectionID,
        _ edits: [SettingsEdit],
        _ expected: Int64?,
        _ inputs: InputPartitions,
        _ uploads: (Set<ConnectionID>) throws(OperationError) -> [ConnectionID: Int32]
    ) throws(OperationError) -> Drafts {
        let fold = try SettingsFold.read(
            connection,
            in: cluster,
            partitions: inputs.connections,
            zones: zones,
            settles: true
        )
        let offset = fold.standing?.offset ?? -1
        if let expected, expected != offset { return .ended(.moved(offset: offset)) }
        let json = SettingsEdit.apply(edits, to: fold.standing?.json, of: connection)
        // Workers have accepted the current callback URL, so `allowsLoopback` applies only to a new URL.
        let keepsCallback = !edits.contains { $0.name == "callback_url" }
        let isLenient = allowsLoopback || (keepsCallback && fold.standing?.needsLoopback == true)
        var judge = SettingsJudge(zones: zones, forms: cluster.topics.forms)
        let line: SettingsLine
        do throws(WrongSettings) {
            line = try SettingsLine(json, allowsLoopback: isLenient, &judge)
        } catch {
            return .ended(.wrong(error.reason))
        }
        var known = fold.partition
        if known == nil { known = try uploads([connection])[connection] }
        let draft = Draft(
            line: line,
            place: try inputs.place(of: connection, known),
            isNew: fold.standing == nil,
            reopens: fold.standing?.settings.isForgotten == true && !line.mentionsForget
        )
        return .ready([draft])
    }
}
