import Health
import Randomness
import SimulatedKafka
import SimulatedOperations
import SimulatedSystem

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

    init(of history: History, number: Int, after former: Redrive?, _ random: inout SeededRandom) {
        self.history = history
        self.former = former
        command = Command("redrive\(number)") { _ in nil }
        choose(&random)
        command = Command("redrive\(number)") { [unowned self] process in run(process) }
    }

    var isBegun: Bool { former?.command.isDone ?? true }

    private func choose(_ random: inout SeededRandom) {
        let letters = RedriveOracle(history).open(history.cluster)
        wanted = Set(letters.map(\.place))
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
            choice = .places([letter.place])
            words.mendedValue = letter.sample.map(Uploads.mended)
            wanted = [letter.place]
        default: break
        }
    }

    private func run(_ process: SimulatedProcess) -> String? {
        var work = LongWork(of: process)
        do throws(OperationError) {
            var redriver = try Redriver(
                .redrive(words, again: false),
                in: Cluster(of: history, process),
                isDryRun: false,
                &work,
                onDone: { _ in },
                onNotSent: { World.current.note("\($0.place) not sent: \($0.reason)") }
            )
            try redriver.perform(choice, &work)
            return redriver.tally.wasStopped ? "stopped" : nil
        } catch {
            return error.description
        }
    }

    /// What it was to send and has not.
    func fault(_ cluster: SimulatedKafka.Cluster) -> String? {
        // What is longer than a topic takes for a while is not sent, and said to be so.
        if history.isNarrowed { return nil }
        let left = RedriveOracle(history).open(cluster).map(\.place).filter(wanted.contains)
        return left.isEmpty ? nil : "\(command.name) has left \(left)"
    }
}
