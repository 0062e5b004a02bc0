import Health
import Kafka
import Observation
import Store
import Testing
import Worker

/// The codes of reasons that come from other rooms.
struct ReasonTests {
    @Test func `each invariant is a code`() {
        #expect(BrokenInvariant.names.filter { Reason.Code(rawValue: $0) == nil } == [])
    }

    @Test func `an error of a commit names new topics as its cause if they are many`() {
        let error = KafkaError(.flush, .timedOut)
        #expect(error.advice(newTopics: 19) == error.withAdvice)
        let sentence = error.advice(newTopics: 20)
        #expect(sentence.hasPrefix("\(error.withAdvice) 20 topics of this commit are new to the producer"))
        #expect(sentence.contains("--output-topics app or single"))
    }

    @Test(
        arguments: [
            (.diskFull(path: "s", freeBytes: 36_000_000, neededBytes: 46_000_000), .diskFull),
            (.database("IO error"), .storeFailed), (.otherSchema(1, known: 2), .storeFailed),
            (.torn(values: 1), .stateUnreadable), (.damagedValue(offset: 4), .stateUnreadable),
        ] as [(StoreError, Reason.Code)]
    )
    func `an error of the store has a code and its own sentence`(error: StoreError, code: Reason.Code) {
        #expect(error.reason == Reason(code, error.description))
        if code == .diskFull { #expect(error.description.contains("34 MiB are free, 43 MiB are needed")) }
    }
}
