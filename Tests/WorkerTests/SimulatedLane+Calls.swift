import Health
import Store
import Worker

/// The calls of a commit, each of which may go wrong before or after it has had its effect.
extension SimulatedLane {
    /// Nil when the call went well.
    mutating func call(_ step: Step, _ broker: inout SimulatedBroker, _ dice: inout Dice) -> Verdict? {
        let isFaulty = dice.fault()
        if isFaulty, dice.below(2) == 0 { return step == .openProducer || step == .begin ? .retry : before(&dice) }
        switch step {
        case .openProducer: epoch = broker.initialise(producer: id)
        case .finishBatches: finish()
        case .prepareTopics, .begin: break
        case .produce:
            guard let transaction = broker.transaction(of: id, epoch: epoch) else { return .rebuild }
            produce(transaction, &broker, upTo: isFaulty ? dice.below(3) : .max)
        case .sendOffsets(let offsets):
            guard let transaction = broker.transaction(of: id, epoch: epoch) else { return .rebuild }
            guard broker.accepts(id, generation: generation) else { return .abort }
            broker.transactions[transaction].offsets = offsets
        case .commit: return commit(&broker, isFaulty, &dice)
        case .abort:
            guard let transaction = broker.transaction(of: id, epoch: epoch) else { return .rebuild }
            broker.abort(transaction)
        }
        guard isFaulty else { return nil }
        return step == .produce ? .abort : .retry
    }

    private func before(_ dice: inout Dice) -> Verdict {
        dice.below(3) == 0 ? .abort : .retry
    }

    private mutating func commit(_ broker: inout SimulatedBroker, _ isFaulty: Bool, _ dice: inout Dice) -> Verdict? {
        guard let producer = broker.producers[id], producer.epoch == epoch, let open = producer.open else {
            return .rebuild
        }
        switch broker.transactions[open].fate {
        case .aborted: return .abort
        case .open: broker.prepareCommit(open)
        case .prepared, .committed: break
        }
        guard isFaulty else { return nil }
        return dice.below(2) == 0 ? .retry : .rebuild
    }

    /// The core of the simulation: a connection's state is its setting and its uploads in order; its document too.
    private mutating func finish() {
        outcome = [:]
        for (partition, batch) in batches {
            let names = Set(batch.uploads.map(\.connection) + batch.settings.map(\.connection)).sorted()
            var outputs: [SimulatedBroker.Output] = []
            var changes: [StateChange] = []
            for name in names {
                var value = stores[partition]?.value(at: Place(head: 1), of: name) ?? [0]
                for setting in batch.settings where setting.connection == name { value[0] = setting.number }
                let mine = batch.uploads.filter { $0.connection == name }.map(\.number)
                value += mine
                changes.append(StateChange(connection: name, place: Place(head: 1), value: value))
                outputs.append(SimulatedBroker.Output(connection: name, document: value, job: mine))
            }
            outcome[partition] = (outputs, changes)
        }
    }

    private func produce(_ transaction: Int, _ broker: inout SimulatedBroker, upTo count: Int) {
        var left = count
        for (partition, brought) in outcome {
            for output in brought.outputs where left > 0 {
                broker.outputs[partition, default: []].append(.init(transaction: transaction, record: output))
                left -= 1
            }
            for record in stores[partition]?.records(of: brought.changes) ?? [] where left > 0 {
                broker.changelog[partition, default: []].append(.init(transaction: transaction, record: record))
                left -= 1
            }
        }
    }
}
