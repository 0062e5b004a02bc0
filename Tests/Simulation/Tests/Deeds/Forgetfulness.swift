import Health
import Randomness
import SimulatedKafka
import SimulatedOperations
import SimulatedStore
import SimulatedSystem
import SimulatedWorker
import Vocabulary

/// A connection that somebody has forgotten.
final class Forgetfulness {
    private static let timeoutMilliseconds = 60_000

    let connection: Int
    private unowned let history: History
    private(set) var command: Command
    /// Up to when it is forgotten, in milliseconds since 1970; nil: the command has not ended.
    private(set) var since: Int64?
    /// The offset of the settings that have opened it again.
    private var openedAt: Int64?
    private var isHeard = false
    /// The offsets of settings without a value, written after the command had ended.
    private var tidied: Set<Int64> = []
    /// How many documents the command says that it has deleted itself: frozen ones, of which there are none.
    private var tombstones = 0

    init(of connection: Int, in history: History, number: Int) {
        self.connection = connection
        self.history = history
        command = Command("forget\(number)") { _ in nil }
        command = Command("forget\(number)") { [unowned self] process in run(process) }
    }

    private var name: String { Uploads.connection(connection) }
    var isDone: Bool { command.isDone }
    /// It is forgotten, or being so, and not open again.
    var isClosed: Bool { openedAt == nil }
    /// Workers may not have heard yet of what was written last.
    var isUnheard: Bool {
        guard let openedAt else { return !isDone }
        isHeard = isHeard || history.cluster.offset(of: settings, in: "g") ?? 0 > openedAt
        return !isHeard
    }
    private var settings: TopicPartition { history.place(history.topics.connections, connection) }

    private func run(_ process: SimulatedProcess) -> String? {
        guard let connection = ConnectionID(Array(name.utf8)) else { return "\(name) is malformed" }
        let forgetting = Forgetting(
            connection,
            in: Cluster(of: history, process),
            zones: ZoneTable { _ in nil },
            timeoutMilliseconds: Self.timeoutMilliseconds
        )
        do throws(OperationError) {
            let outcome = try forgetting.run(atMilliseconds: process.wallMilliseconds)
            if !process.isDead { (since, tombstones) = (outcome.sinceMilliseconds, outcome.documents) }
            return nil
        } catch {
            return error.description
        }
    }

    /// Settings as before, with or without saying up to when it was forgotten.
    func openAgain(_ random: inout SeededRandom) {
        guard let since else { return }
        openedAt = history.cluster.log(settings)?.end
        let saysWhen = random.below(2) == 0 || history.plan.scene == .erased
        let json = saysWhen ? Uploads.reopening(connection, forgottenUntil: since) : Uploads.settings(connection)
        history.world.note("opened again: \(json)")
        history.cluster.append(Array(name.utf8), Array(json.utf8), to: settings)
    }

    /// Its settings have no value, as the last of what is there.
    func tidyUp() {
        history.world.note("tidied up: \(name)")
        if let end = history.cluster.log(settings)?.end { tidied.insert(end) }
        history.cluster.append(Array(name.utf8), nil, to: settings)
    }

    /// What still stands of it where it must not.
    func fault(_ cluster: SimulatedKafka.Cluster) -> String? {
        if tombstones > 0 { return "\(tombstones) documents of \(name) are said to have been frozen" }
        if let since, let letter = RedriveOracle(history).unsettled(of: name, upTo: since, cluster) {
            return "the dead letter \(letter) of \(name) is not marked"
        }
        guard isClosed else { return nil }
        let state = history.place(history.topics.state, connection)
        let key = Array(name.utf8) + [0]
        let isLive = cluster.live(state).keys.contains { $0.starts(with: key) }
        if isLive { return "\(name) is live in \(state)" }
        if isNamed(cluster.live(state)) { return "\(name) is named by what is known of all of \(state)" }
        let last = cluster.committed(settings).last { $0.key == Array(name.utf8) && !tidied.contains($0.offset) }
        let text = String(decoding: last?.value ?? [], as: UTF8.self)
        if text != "{\"connection_id\":\"\(name)\",\"forget\":true}" || last?.timestamp != since {
            return "its settings are \(text) of \(last?.timestamp ?? 0)"
        }
        let topic = "\(history.topics.prefix)connection.\(name)"
        return cluster.topics[topic] == nil ? nil : "\(topic) is there"
    }

    /// Whether values of the partition as a whole name it.
    private func isNamed(_ state: [[UInt8]: [UInt8]]) -> Bool {
        guard let connection = ConnectionID(Array(name.utf8)) else { return false }
        return state.contains { key, value in
            guard let entry = Changelog.partitionValue(key: key.span.bytes, value: value.span.bytes) else {
                return false
            }
            return entry.stateKey.names(connection, in: entry.bytes)
        }
    }
}
