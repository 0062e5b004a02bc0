import Dispatching
import Kafka
import Observation
import Store
import System
import Vocabulary
import Webhooks
import Worker

/// The commits of a lane: offsets, state and dead letters in one transaction.
extension DeliveryLane {
    /// The longest time for which a call is repeated after transient errors.
    private static let retryMilliseconds: Int64 = 20_000

    /// The result of one attempt to commit.
    private enum Outcome {
        case committed
        /// The transaction is aborted, so none of its records is visible.
        case aborted
        /// The transaction has not begun, because the topics of these partitions may have been recreated.
        case doubted([Int32])
        /// The transaction is aborted, because these changelogs were replaced; the texts are the evidence.
        case refused([TopicPartition: String])
        /// The producer must be replaced, because it is unknown whether the transaction was committed.
        case unknown
    }

    func commitIfDue(at now: Int64) {
        guard dispatcher.mustCommit || (now - committedAt >= Self.commitMilliseconds && dispatcher.hasChanges) else {
            return
        }
        commit()
    }

    /// Commits all changes of the dispatcher.
    func commit() {
        committedAt = clocks.steadyMilliseconds()
        let began = committedAt
        let contents: DispatchCommit?
        do throws(UnreadableRow) {
            contents = try dispatcher.commit(at: wall)
        } catch {
            return fail(Reason(.stateUnreadable, "\(error)"), isFinal: true)
        }
        if let failure = context.database.readFailure { return fail(failure) }
        guard let contents else { return }
        var identities: [Int32: StateIdentity] = [:]
        for part in contents.partitions {
            identities[part.partition] = owned.identity(part.partition, next: part.nextOffset)
        }
        let beganWall = wall
        context.observer.transactionBegan(lane: 0)
        let outcome = transact(contents, identities)
        context.observer.transactionEnded(lane: 0)
        var isCommitted = false
        if case .committed = outcome { isCommitted = true }
        groupOffsets.ended(isCommitted: isCommitted)
        switch outcome {
        case .committed:
            apply(contents, identities, beganWall)
            newBases.committed(contents.partitions.map(\.partition))
            guard end == nil else { return }
            dispatcher.committed(at: wall)
            report(contents, seconds: Double(clocks.steadyMilliseconds() - began) / 1_000)
        case .aborted: dispatcher.aborted()
        case .doubted(let partitions):
            dispatcher.aborted()
            restoreDoubted(partitions)
        case .refused(let reasons):
            dispatcher.aborted()
            refuse(reasons)
        case .unknown: replaceProducer()
        }
        committedAt = clocks.steadyMilliseconds()
    }

    private func transact(_ contents: DispatchCommit, _ identities: [Int32: StateIdentity]) -> Outcome {
        var began: Int64?
        do throws(KafkaError) {
            var doubted: [Int32] = []
            try repeating { () throws(KafkaError) in
                doubted = try lookForReplacedInputs(before: contents.partitions)
            }
            guard doubted.isEmpty else { return .doubted(doubted) }
            try repeating { () throws(KafkaError) in
                try producer?.beginTransaction()
                began = clocks.steadyMilliseconds()
            }
            for letter in contents.deadLetters { try send(letter) }
            var offsets: [TopicPartition: Int64] = [:]
            for part in contents.partitions {
                for record in Changelog.records(of: part.changes) {
                    try producer?.produce(
                        to: topics.webhookState,
                        part.partition,
                        key: record.key,
                        value: record.value
                    )
                }
                if let identity = identities[part.partition] {
                    try producer?.produce(
                        to: topics.webhookState,
                        part.partition,
                        key: StateIdentity.key,
                        value: identity.value
                    )
                }
                offsets[place(part.partition)] = part.nextOffset
            }
            try repeating { () throws(KafkaError) in
                let group = try consumer.groupMetadata()
                try producer?.sendOffsets(offsets, group: group, timeoutMilliseconds: Self.callMilliseconds)
            }
            try repeating { () throws(KafkaError) in
                try producer?.deliver(timeoutMilliseconds: Self.callMilliseconds)
            }
            var replaced: [TopicPartition: String] = [:]
            try repeating { () throws(KafkaError) in replaced = try replacedChangelogs() }
            if !replaced.isEmpty {
                observer.aborted(reason: replaced.values.sorted().joined(separator: "; "))
                return abort() ? .refused(replaced) : .unknown
            }
            try repeating { () throws(KafkaError) in
                try producer?.commitTransaction(timeoutMilliseconds: Self.callMilliseconds)
            }
            return .committed
        } catch {
            return recover(from: error, began: began)
        }
    }

    /// Repeats a call while its error is transient.
    private func repeating(_ call: () throws(KafkaError) -> Void) throws(KafkaError) {
        let until = clocks.steadyMilliseconds() + min(Self.retryMilliseconds, clients.transactionMilliseconds * 2 / 3)
        while true {
            status.live(at: clocks.steadyMilliseconds())
            do throws(KafkaError) {
                return try status.asking(call)
            } catch {
                guard error.kind == .passing, clocks.steadyMilliseconds() < until else { throw error }
                clocks.sleep(milliseconds: 20)
            }
        }
    }

    /// Ends a transaction that has failed.
    private func recover(from error: KafkaError, began: Int64?) -> Outcome {
        switch error.kind {
        case .permanent:
            fail("a commit was refused", error)
            return .unknown
        case .fenced:
            context.observer.fenced(lane: 0, reason: error.withAdvice)
            let verdict = fences.fenced(
                0,
                at: clocks.steadyMilliseconds(),
                transactionBegan: began,
                timeoutMilliseconds: clients.transactionMilliseconds
            )
            if verdict != .startAgain {
                let reason =
                    "another dispatcher uses the instance id \(options.process.instanceID) in the group "
                    + "\(options.process.groupID): give each its own --group-instance-id or --state-directory"
                // A dynamic member has no instance id to look up in the group, so the fencings are proof enough.
                end =
                    end
                    ?? (options.process.isDynamic
                        ? .failed(Reason(.instanceIDTaken, reason), isFinal: true)
                        : .fenced(reason, leavesOpen: false))
            }
            return .unknown
        case .broken:
            observer.restarted(reason: error.withAdvice)
            return .unknown
        case .tooLarge, .ofPartition:
            // A retry would write the same records, so a person must act.
            _ = abort()
            fail("a commit was refused", isFinal: true, error)
            return .unknown
        case .passing, .abortable:
            observer.aborted(reason: error.withAdvice)
            guard began != nil else { return .aborted }
            return abort() ? .aborted : .unknown
        }
    }

    private func fail(_ what: String, isFinal: Bool, _ error: KafkaError) {
        fail(Reason(.outputRefused, "\(what): \(error.withAdvice)"), isFinal: isFinal)
    }

    private func abort() -> Bool {
        do throws(KafkaError) {
            try repeating { () throws(KafkaError) in
                try producer?.abortTransaction(timeoutMilliseconds: Self.callMilliseconds)
            }
            clocks.sleep(milliseconds: 100)
            return true
        } catch {
            return false
        }
    }

    /// Creates a producer, which ends the transaction of an earlier producer with the same id.
    func makeProducer() throws(KafkaError) {
        if producer == nil {
            producer = try Producer(clients.producer, onEvent: ClientReports.sink(context.observer))
            producer?.watchDeliveries()
        }
        try producer?.initTransactions(timeoutMilliseconds: Self.callMilliseconds)
    }

    /// Replaces the producer and restores all partitions, because it is unknown whether the last commit succeeded.
    private func replaceProducer() {
        producer = nil
        let until = clocks.steadyMilliseconds() + Self.retryMilliseconds
        while end == nil {
            let began = clocks.steadyMilliseconds()
            status.live(at: began)
            do throws(KafkaError) {
                try status.asking { () throws(KafkaError) in try makeProducer() }
                context.observer.producerRebuilt(lane: 0)
                return restoreAll()
            } catch {
                if error.kind != .passing { producer = nil }
                // A process that was paused meanwhile must ask once more.
                guard !error.isForPerson, began < until else {
                    return fail("the producer cannot be replaced", error)
                }
                clocks.sleep(milliseconds: 100)
            }
        }
    }

    private func apply(_ contents: DispatchCommit, _ identities: [Int32: StateIdentity], _ wall: Int64) {
        let spans = producer?.deliveredSpans ?? [:]
        do throws(StoreError) {
            for part in contents.partitions {
                guard let identity = identities[part.partition] else { continue }
                try owned.apply(
                    part.changes,
                    forgetting: part.forgotten,
                    identity,
                    spans[TopicPartition(topics.webhookState, part.partition)],
                    wall: wall
                )
            }
        } catch {
            fail(error)
        }
    }

    private func send(_ letter: OutputRecord) throws(KafkaError) {
        guard let short = letter.shortened(to: clients.longestDeadLetter) else {
            throw KafkaError(.produce, .messageTooLarge, subject: letter.topic)
        }
        try producer?.produce(short)
    }

    private func report(_ contents: DispatchCommit, seconds: Double) {
        var report = DispatchReport()
        for (outcome, count) in contents.counts.jobs { report.jobs[outcome.rawValue] = count }
        for (outcome, count) in contents.counts.attempts { report.attempts[outcome.rawValue] = count }
        report.failures = contents.counts.failures.map { failure in
            DispatchReport.Failure(
                host: failure.hostAndPort,
                outcome: failure.outcome.rawValue,
                status: failure.status,
                reason: failure.reason?.description
            )
        }
        report.deliveryMilliseconds = contents.counts.deliveryMilliseconds
        report.deadLetters = contents.deadLetters.compactMap(\.deadLetter)
        report.stateRecords = contents.partitions.reduce(0) { $0 + $1.changes.count }
        report.seconds = seconds
        observer.committed(report)
    }
}
