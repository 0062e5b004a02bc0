import Health
import Randomness
import SimulatedKafka
import SimulatedOperations
import SimulatedSystem
import SimulatedWorker

/// A connection that somebody has forgotten.
final class Forgetfulness {
    private static let timeoutMilliseconds = 60_000
    private static let epochMilliseconds: Int64 = 978_307_200_000

    let connection: Int
    private unowned let history: History
    private(set) var command: Command
    /// Up to when it is forgotten, in milliseconds since 1970; nil: the command has not ended.
    private(set) var since: Int64?
    /// The offset of the settings that have opened it again.
    private var openedAt: Int64?
    private var isHeard = false
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
        var work = LongWork(of: process)
        do throws(OperationError) {
            guard let outcome = try forgetting.run(atMilliseconds: process.wallMilliseconds, &work) else {
                return "stopped"
            }
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
        var json = Uploads.settings(connection)
        if random.below(2) == 0 {
            let seconds = Double(since - Self.epochMilliseconds) / 1_000
            json = json.dropLast() + ",\"forget\":\(seconds)}"
        }
        history.world.note("opened again: \(json)")
        history.cluster.append(Array(name.utf8), Array(json.utf8), to: settings)
    }

    /// What still stands of it where it must not.
    func fault(_ cluster: SimulatedKafka.Cluster) -> String? {
        if tombstones > 0 { return "\(tombstones) documents of \(name) are said to have been frozen" }
        guard isClosed else { return nil }
        let state = history.place(history.topics.state, connection)
        let key = Array(name.utf8) + [0]
        let isLive = cluster.live(state).keys.contains { $0.starts(with: key) }
        if isLive { return "\(name) is live in \(state)" }
        let last = cluster.committed(settings).last { $0.key == Array(name.utf8) }
        let text = String(decoding: last?.value ?? [], as: UTF8.self)
        if text != "{\"connection_id\":\"\(name)\",\"forget\":true}" || last?.timestamp != since {
            return "its settings are \(text) of \(last?.timestamp ?? 0)"
        }
        let topic = "\(history.topics.prefix)connection.\(name)"
        return cluster.topics[topic] == nil ? nil : "\(topic) is there"
    }
}
