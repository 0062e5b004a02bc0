package import Health
import Kafka
package import Observation
import Store
import System
import Vocabulary

/// The calls of a commit.
extension Lane {
    func call(_ step: Step) throws(KafkaError) {
        guard producer != nil || step == .openProducer else {
            throw KafkaError(.initTransactions, .wrongState, reason: "there is no producer", isFatal: true)
        }
        switch step {
        case .openProducer: try openProducer()
        case .finishBatches: try finishBatches()
        case .rederive(let partition, let budgetBytes): rederive(partition, budgetBytes: budgetBytes)
        case .prepareTopics: try prepareTopics()
        case .begin:
            try producer?.beginTransaction()
            observer.transactionBegan(lane: number)
        case .produce:
            try produce()
            noteUnsent()
        case .sendOffsets(let offsets):
            try lookForReplacedInputs(before: offsets)
            if obstacles.isEmpty { try noteDocumentLogs() }
            if obstacles.isEmpty { try sendOffsets(offsets) }
        case .commit:
            try producer?.deliver(timeoutMilliseconds: Self.callMilliseconds)
            try blameChangelogs()
            if !obstacles.isEmpty { return }
            try producer?.commitTransaction(timeoutMilliseconds: Self.callMilliseconds)
            membership.offsets.ended(isCommitted: true)
            noteTransactionEnded()
        case .abort:
            try producer?.abortTransaction(timeoutMilliseconds: Self.callMilliseconds)
            noteTransactionEnded()
        }
    }

    private func noteTransactionEnded() {
        membership.offsets.ended(isCommitted: false)
        observer.transactionEnded(lane: number)
        noteUnsent()
    }

    private func noteUnsent() { observer.queued(producer?.unsent ?? 0, in: .unsent, lane: number) }

    /// Opens a producer.
    ///
    /// If `initTransactions` timed out before, the call is repeated with the same producer.
    private func openProducer() throws(KafkaError) {
        if !isProducerOpening {
            if producer != nil { observer.producerRebuilt(lane: number) }
            producer = nil
            outputTopics.noteProducerOpened()
            producer = try Producer(clients.producer, onEvent: ClientReports.sink(observer))
            producer?.watchDeliveries()
            isProducerOpening = true
        }
        do throws(KafkaError) {
            try producer?.initTransactions(timeoutMilliseconds: Self.callMilliseconds)
            isProducerOpening = false
            // `initTransactions` has aborted the open transaction of the previous producer.
            noteTransactionEnded()
        } catch {
            isProducerOpening = error.kind == .passing
            throw error
        }
    }

    private func finishBatches() throws(KafkaError) {
        commit.begin(at: clocks.steadyMilliseconds(), wall: clocks.wallMilliseconds())
        var obstacle: KafkaError?
        for partition in batches.partitions {
            guard let batch = batches.remove(partition) else { continue }
            let outcome = processor.finish(consume batch) { outcome in
                obstacle = handOver(&outcome, of: partition) ?? obstacle
            }
            blame(partition, for: outcome)
            commit.outcomes.append((partition, outcome))
        }
        commit.input = batches.takeInput()
        if let obstacle { throw obstacle }
    }

    private func sendOffsets(_ offsets: [Input: Int64]) throws(KafkaError) {
        var consumed: [TopicPartition: Int64] = [:]
        for (input, offset) in offsets { consumed[partition(input)] = offset }
        try sendIdentities(offsets)
        let group = try consumer.groupMetadata()
        try producer?.sendOffsets(consumed, group: group, timeoutMilliseconds: Self.callMilliseconds)
    }

    /// Writes the state identities, which repeat the group's offsets so that a restore can compare both copies.
    private func sendIdentities(_ offsets: [Input: Int64]) throws(KafkaError) {
        let committed = cycle.committed
        for number in Set(offsets.keys.map(\.partition)).sorted() {
            let outcome = commit.outcome(of: number)
            guard
                let identity = states.identity(
                    of: number,
                    (offsets, committed),
                    outcome,
                    at: clocks.steadyMilliseconds()
                )
            else { continue }
            try producer?.produce(to: topics.state, number, key: StateIdentity.key, value: identity.value)
        }
    }

    func drop() {
        batches = Batches()
        commit.drop()
        tails = [:]
        states.dropUncommitted()
    }

    func apply(at now: Int64) {
        let spans = producer?.deliveredSpans ?? [:]
        do throws(StoreError) {
            for (partition, outcome) in commit.outcomes {
                let span = spans[TopicPartition(topics.state, partition)]
                try states.apply(outcome, to: partition, span, wall: commit.beganWall)
            }
        } catch {
            return failStore(error)
        }
        publishCommit()
        var report = commit.report(at: now, wall: clocks.wallMilliseconds())
        report.stateRecords = states.changelogRecords
        observer.committed(lane: number, report)
        for (partition, outcome) in commit.outcomes where !outcome.forgotten.isEmpty {
            observer.forgotten(lane: number, partition: partition, connections: outcome.forgotten.count)
        }
        if let (partition, next) = commit.released { owed.released(partition, upTo: next) }
        owed.mustTryWriting = false
        for (partition, outcome) in commit.outcomes { noteOwed(outcome, of: partition) }
        noteRederived(at: now)
        for (partition, outcome) in commit.outcomes where outcome.isBehind { noteBehind(partition) }
        for account in batches.accounts {
            let place = account.place
            observer.accounted(lane: number, partition: place.partition, offset: place.offset, account.counts)
        }
        drop()
    }
}

extension CommitReport {
    /// Adds the counts of one partition.
    package mutating func add(_ outcome: Outcome) {
        accounting += outcome.accounting
        for record in outcome.records {
            switch record.kind {
            case .document where record.value == nil: deletes += 1
            case .document: upserts += 1
            case .job: jobs += 1
            case .deadLetter(let letter):
                if firstRefused[letter.code] == nil { firstRefused[letter.code] = letter.place }
                if letters.count == 2 * RefusalRing.capacity { letters.removeFirst(RefusalRing.capacity) }
                letters.append(letter)
            }
        }
    }
}
