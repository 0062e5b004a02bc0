package import Kafka
import Observation
import Store
import System
import Vocabulary

/// Performing the steps of commits, and choosing the reaction to a failed step.
extension Lane {
    /// Performs a step, reports the result to the cycle, and returns the next actions.
    func attempt(_ step: Step) -> [Action] {
        do throws(KafkaError) {
            if step.reads { try call(step) } else { try status.asking { () throws(KafkaError) in try call(step) } }
            return follow(step, nil)
        } catch {
            return follow(step, error)
        }
    }

    /// Returns the actions after a step that has failed with this error, or has succeeded (nil).
    func follow(_ step: Step, _ error: KafkaError?) -> [Action] {
        if let error { ending.error = error }
        // After a failed read of the store, the results of the step can be wrong and must not be committed.
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

    /// Returns the actions after a step that succeeded but met an obstacle.
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
            // A topic was deleted, so check all topics again.
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

    /// Returns the reaction if the transaction may not write to a topic, or nil for the usual reaction to the error.
    ///
    /// The error does not name the topic. So the next commit tries to write to each of its topics, unless the last
    /// commit has tried this.
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
        // If records were already handed to the producer, repeating the step would duplicate them.
        case .passing: self = step.handsOver ? .abort : .retry
        case .abortable: self = .abort
        case .fenced: self = .fenced
        // If an abort fails with this error, the broker has no open transaction.
        case .broken: self = step == .abort && error.code == .invalidTransactionState ? .ended : .rebuild
        case .permanent where error.passesAtWork: self = step.handsOver ? .abort : .retry
        case .permanent, .tooLarge, .ofPartition: self = .stop
        }
    }
}
