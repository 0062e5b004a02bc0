import Kafka
import Testing
import Worker

/// What is done about an error, and what is said of it.
struct RecoveryTests {
    /// An error of this kind.
    private static func error(_ kind: ErrorKind) -> KafkaError {
        switch kind {
        case .passing: KafkaError(.commit, .timedOut, isRetriable: true)
        case .abortable: KafkaError(.commit, .illegalGeneration, isAbortable: true)
        case .fenced: KafkaError(.commit, .producerFenced, isFatal: true)
        case .broken: KafkaError(.commit, .invalidTransactionState, isFatal: true)
        case .ofPartition: KafkaError(.produce, .unknownPartition)
        case .permanent: KafkaError(.commit, .topicAuthorizationFailed)
        case .tooLarge: KafkaError(.produce, .messageTooLarge)
        }
    }

    @Test(arguments: [
        (ErrorKind.passing, Step.begin, Recovery.retry), (.passing, .sendOffsets([:]), .retry),
        (.passing, .commit, .retry),
        // Half of the records have been handed over.
        (.passing, .produce, .abort), (.passing, .finishBatches, .abort),
        (.abortable, .commit, .abort), (.fenced, .commit, .fenced), (.broken, .commit, .rebuild),
        // The broker has nothing open that could be aborted.
        (.broken, .abort, .ended),
        (.permanent, .commit, .stop), (.tooLarge, .produce, .stop), (.ofPartition, .produce, .stop),
    ])
    func `a failed step is recovered from by what its error is`(kind: ErrorKind, step: Step, recovery: Recovery) {
        let error = Self.error(kind)
        #expect(error.kind == kind)
        #expect(Recovery(error, in: step) == recovery)
    }

    @Test(arguments: [
        (Operation.metadata, Step.prepareTopics, Recovery.retry), (.watermarks, .prepareTopics, .retry),
        (.describeConfigs, .prepareTopics, .retry), (.committed, .sendOffsets([:]), .retry),
        (.metadata, .produce, .abort), (.metadata, .finishBatches, .abort),
    ])
    func `what a lane logs in with may have ended: it tries again`(_ call: Operation, step: Step, recovery: Recovery) {
        let error = KafkaError(call, .authentication)
        #expect(error.kind == .permanent && error.passesAtWork)
        #expect(Recovery(error, in: step) == recovery)
        #expect(!error.withAdvice.contains("does not help") && error.withAdvice.contains("retries"))
    }

    @Test func `only an answer about the transaction's state says that nothing is open`() {
        #expect(Recovery(KafkaError(.abort, .timedOut, isFatal: true), in: .abort) == .rebuild)
    }

    @Test(arguments: ErrorKind.allCases)
    func `what is said is for whoever is on call, not for a programmer`(kind: ErrorKind) {
        let error = Self.error(kind)
        #expect(error.withAdvice == "\(error). \(kind.advice)")
        for word in ["call again", "destroy", "rewind", "the lane must"] {
            #expect(!kind.advice.lowercased().contains(word))
        }
    }
}
