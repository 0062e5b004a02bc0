package import Kafka
import Observation
import Store
import System
import Vocabulary

/// Performing steps of the cycle, and choosing the reaction to a failed step.
extension Lane {
    /// Makes the call of a step and reports its result to the cycle.
    func attempt(_ step: Step) -> [Action] {
        do throws(KafkaError) {
            if step.reads { try call(step) } else { try status.asking { () throws(KafkaError) in try call(step) } }
            return follow(step, nil)
        } catch {
            return follow(step, error)
        }
    }

    /// Returns the actions after a step whose calls failed with this error, or succeeded (nil).
    func follow(_ step: Step, _ error: KafkaError?) -> [Action] {
        if let error { ending.error = error }
        // After a failed read, the step may have used wrong values, so its results must not be committed.
        if let failure = context.database.readFailure {
            ending.storeFailure = failure
            return cycle.failedPermanently()
        }
        let recovery = error.map { self.recovery(from: $0, in: step) }
        if let obstacle = obstacles.take() { return overcome(obstacle) }
        guard let error, let recovery else { return cycle.succeeded(at: clocks.steadyMilliseconds()) }
        report(error, recovery, in: step)
        return cycle.failed(recovery, at: clocks.steadyMilliseconds())
    }

    /// Returns the actions that remove an obstacle.
    func overcome(_ obstacle: Obstacles.Obstacle) -> [Action] {
        switch obstacle {
        case .faults(let reasons): return leaveAlone(reasons)
        case .doubts(let inputs): return restore(inputs)
        case .remedy(let recovery, let reason):
            if cycle.isInTransaction { observer.aborted(lane: number, reason: reason) }
            return cycle.failed(recovery, at: clocks.steadyMilliseconds())
        }
    }

    /// Returns the reaction to a failed call, taking delivery failures into account.
    private func recovery(from error: KafkaError, in step: Step) -> Recovery {
        let delivery = producer?.deliveryFailure
        if error.saysTopicIsGone || delivery?.saysTopicIsGone ?? false {
            // A topic was deleted, so the known topics are outdated.
            if step == .prepareTopics { outputTopics.forget() } else { outputTopics.forgetDeleted() }
            documentLogs.forget()
        }
        if delivery?.code == .messageTooLarge, let place = producer?.deliveryFailurePlace,
            let answer = answer(toRefusalBy: place)
        {
            return answer
        }
        return denied(error, in: step) ?? Recovery(error, in: step)
    }

    /// Returns the reaction to a transaction that may not write to a topic, or nil for the usual reaction to the error.
    ///
    /// The error names no topic. So the next commit tries to write to each of its topics, unless this was already
    /// tried.
    private func denied(_ error: KafkaError, in step: Step) -> Recovery? {
        guard error.code == .topicAuthorizationFailed, step.isOfTransaction, !owed.mustTryWriting else { return nil }
        owed.mustTryWriting = true
        outputTopics.forget()
        return .abort
    }

    /// Logs a failed call according to the reaction to it.
    private func report(_ error: KafkaError, _ recovery: Recovery, in step: Step) {
        switch recovery {
        case .retry: observer.brokerLog(severity: 4, facility: error.name, text: error.withAdvice)
        case .abort: observer.aborted(lane: number, reason: error.advice(newTopics: outputTopics.newCount))
        case .fenced: observer.fenced(lane: number, reason: error.withAdvice)
        case .rebuild, .ended:
            let reason = error.advice(newTopics: outputTopics.newCount)
            observer.producerBroken(lane: number, reason: reason, abandonsTransaction: cycle.isInTransaction)
        case .renew, .stop: break
        }
    }
}

extension Recovery {
    /// Returns the reaction of the cycle to an error of a step.
    package init(_ error: KafkaError, in step: Step) {
        switch error.kind {
        // Some records are already handed over. Repeating the step would duplicate them.
        case .passing: self = step.handsOver ? .abort : .retry
        case .abortable: self = .abort
        case .fenced: self = .fenced
        // The broker aborts any open transaction. So this error of an abort means that no transaction is open.
        case .broken: self = step == .abort && error.code == .invalidTransactionState ? .ended : .rebuild
        case .permanent where error.passesAtWork: self = step.handsOver ? .abort : .retry
        case .permanent, .tooLarge, .ofPartition: self = .stop
        }
    }
}
