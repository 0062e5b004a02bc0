import Health
import Store
import Worker

/// The calls of a commit, each of which may go wrong before or after it has had its effect.
extension SimulatedLane {
    /// Nil when the call went well.
    mutating func call(
        _ step: Step,
        _ broker: inout SimulatedBroker,
        _ dice: inout SimulatedDice,
        at now: Int64
    ) -> Recovery? {
        let isFaulty = dice.fault()
        if isFaulty, dice.below(2) == 0 { return step == .openProducer || step == .begin ? .retry : before(&dice) }
        switch step {
        case .openProducer:
            epoch = broker.initialise(producer: id)
            delivered = [:]
        case .finishBatches:
            commitBegan = now
            finish()
        // Its rules never change.
        case .prepareTopics, .begin, .rederive: break
        case .produce:
            guard let transaction = broker.transaction(of: id, epoch: epoch) else { return .fenced }
            produce(transaction, &broker, upTo: isFaulty ? dice.below(12) : .max)
        case .sendOffsets(let offsets):
            guard let transaction = broker.transaction(of: id, epoch: epoch) else { return .fenced }
            guard broker.accepts(id, process: process, generation: known(broker, &dice)) else { return .abort }
            broker.transactions[transaction].offsets = offsets
        case .commit: return commit(&broker, isFaulty, &dice)
        case .abort:
            guard let transaction = broker.transaction(of: id, epoch: epoch) else { return .fenced }
            broker.abort(transaction)
        }
        guard isFaulty else { return nil }
        return step == .produce ? .abort : .retry
    }

    /// The generation that the client knows: with cooperation it may know the next before the lane takes what that brings.
    private func known(_ broker: SimulatedBroker, _ dice: inout SimulatedDice) -> Int {
        guard broker.isCooperative, dice.below(2) == 0 else { return generation }
        return broker.members[id]?.generation ?? generation
    }

    private func before(_ dice: inout SimulatedDice) -> Recovery {
        dice.below(3) == 0 ? .abort : .retry
    }

    private mutating func commit(
        _ broker: inout SimulatedBroker,
        _ isFaulty: Bool,
        _ dice: inout SimulatedDice
    ) -> Recovery? {
        guard let producer = broker.producers[id], producer.epoch == epoch, let open = producer.open else {
            return .fenced
        }
        switch broker.transactions[open].fate {
        case .aborted: return .abort
        case .open: broker.prepareCommit(open)
        case .prepared, .committed: break
        }
        guard isFaulty else { return nil }
        return dice.below(2) == 0 ? .retry : .rebuild
    }

    private mutating func finish() {
        outcome = [:]
        for (partition, batch) in batches {
            let values = stores[partition]?.values ?? MemoryStore()
            var records: [SimulatedRecord] = []
            var changes: [StateChange] = []
            for name in Set(batch.uploads.map(\.connection) + batch.settings.map(\.connection)).sorted() {
                var core = SimulatedCore(name, values)
                for setting in batch.settings where setting.connection == name { core.take(setting: setting.number) }
                let mine = batch.uploads.filter { $0.connection == name }
                for upload in mine { core.take(upload) }
                changes += core.finish()
                records += core.records
                if !mine.isEmpty { records.append(.job(mine.map(\.number))) }
            }
            outcome[partition] = (records, changes)
        }
    }

    private mutating func produce(_ transaction: Int, _ broker: inout SimulatedBroker, upTo count: Int) {
        var left = count
        for (partition, brought) in outcome {
            for record in brought.records where left > 0 {
                broker.transactions[transaction].records.append((partition, record))
                left -= 1
            }
            let records = brought.changes.flatMap { Changelog.records(of: $0, chunkBytes: SimulatedStore.chunkBytes) }
            for record in records where left > 0 {
                broker.transactions[transaction].changes.append((partition, record))
                broker.changelog[partition]?.append(record, transaction)
                delivered[partition] = broker.changelog[partition]?.end
                left -= 1
            }
        }
    }
}
