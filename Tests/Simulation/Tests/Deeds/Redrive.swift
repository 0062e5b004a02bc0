import Randomness
import SimulatedKafka
import SimulatedOperations
import SimulatedSystem
import SimulatedWorker
import Vocabulary

/// Somebody sends refusals through again: all of them, those of a connection, or one that he has mended.
final class Redrive {
    private unowned let history: History
    private(set) var command: Command
    /// What is done before.
    private let former: Redrive?
    private var choice = LetterChoice.filter(DeadLetterFilter())
    private var words = RedriveWords()
    /// The letters that are marked when it has ended.
    private var wanted: Set<LetterPlace> = []
    /// Up to when connections were forgotten before it began: nothing of that goes through again.
    private let forgotten: [String: Int64]
    private let began: Int64

    init(of history: History, number: Int, after former: Redrive?) {
        self.history = history
        self.former = former
        forgotten = history.operators.forgotten.filter { $0.value < .max }
        began = history.world.wallMilliseconds
        wanted = Set(RedriveOracle(history).open(history.cluster).map(\.place))
        command = Command("redrive\(number)") { _ in nil }
        command = Command("redrive\(number)") { [unowned self] process in run(process) }
    }

    var isBegun: Bool { former?.command.isDone ?? true }

    /// It is of some letters only, perhaps.
    func choose(_ random: inout SeededRandom) {
        let letters = RedriveOracle(history).open(history.cluster)
        switch random.below(4) {
        case 0:
            let connection = Uploads.connection(random.below(history.connections))
            var filter = DeadLetterFilter()
            filter.connection = connection
            choice = .filter(filter)
            wanted = Set(letters.lazy.filter { $0.connection == connection }.map(\.place))
        case 1:
            let mended = letters.filter { $0.sample != nil }
            guard !mended.isEmpty else { return }
            let letter = mended[random.below(mended.count)]
            mend(letter.place, letter.sample.map(Uploads.mended))
        default: break
        }
    }

    /// It is of one letter, whose value is another one now.
    func mend(_ place: LetterPlace, _ value: [UInt8]?) {
        choice = .places([place])
        words.replacementValue = value
        wanted = [place]
    }

    /// Whoever asked for it takes no for an answer.
    func allowsFailure() { wanted = [] }

    private func run(_ process: SimulatedProcess) -> String? {
        do throws(OperationError) {
            var redriver = try Redriver(
                .redrive(words, again: false),
                in: Cluster(of: history, process),
                isDryRun: false,
                onDone: { _ in },
                onNotSent: { World.current.note("\($0.place) not sent: \($0.reason)") }
            )
            try redriver.perform(choice)
            return nil
        } catch {
            return error.description
        }
    }

    /// What it was to send and has not.
    func fault(_ cluster: SimulatedKafka.Cluster) -> String? {
        if let fault = erasureFault(cluster) { return fault }
        // What is longer than a topic takes for a while is not sent, and said to be so.
        if history.isNarrowed { return nil }
        let left = RedriveOracle(history).open(cluster).map(\.place).filter(wanted.contains)
        return left.isEmpty ? nil : "\(command.name) has left \(left)"
    }

    /// What it has sent of who was forgotten before.
    private func erasureFault(_ cluster: SimulatedKafka.Cluster) -> String? {
        if forgotten.isEmpty { return nil }
        for number in 0..<history.partitions {
            for name in [history.topics.uploads, history.topics.connections] {
                for record in cluster.committed(TopicPartition(name, number)) where record.timestamp >= began {
                    let connection = String(decoding: record.key ?? [], as: UTF8.self)
                    guard let original = record.originalMilliseconds, let until = forgotten[connection],
                        original <= until
                    else { continue }
                    return "\(command.name) has brought back what was forgotten of \(connection) into \(name)"
                }
            }
        }
        return nil
    }
}
