import Kafka
import Observation
import System
import Vocabulary

/// Inputs that are deleted and recreated under a running lane.
extension Lane {
    /// Finds inputs whose offsets the group has lost: their topics may have been recreated.
    func lookForReplacedInputs(before offsets: [Input: Int64]) throws(KafkaError) {
        try doubt(membership.offsets.asked(before: offsets))
        if obstacles.isEmpty { membership.offsets.sending(offsets.keys) }
    }

    /// Requests the offsets periodically, even if nothing is committed.
    ///
    /// A recreated topic with exactly as many records as were read looks like a topic without new records.
    func lookForReplacedInputs(at now: Int64) {
        guard membership.offsets.isDue(at: now) else { return }
        let standing = cycle.committed
        // After an error, the next interval or commit repeats the request.
        do throws(KafkaError) {
            try status.asking { () throws(KafkaError) in try doubt(membership.offsets.asked(before: standing)) }
        } catch {
            return observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
        if let obstacle = obstacles.take() { perform(overcome(obstacle)) }
    }

    /// Restores partitions, which compares their inputs with what their states have read.
    func restore(_ doubted: [TopicPartition]) -> [Action] {
        let places = doubted.map(\.description).sorted().joined(separator: ", ")
        let partitions = doubted.map(\.partition)
        observer.inputsDoubted(lane: number, partitions, places: places, group: options.groupID)
        return cycle.restart(partitions, at: clocks.steadyMilliseconds())
    }

    private func doubt(_ asked: [Input]) throws(KafkaError) {
        // The embedded broker keeps no offsets.
        if asked.isEmpty || options.isEmbedded { return }
        // The admin client is no choice: librdkafka 2.0.2 uses freed memory after an admin request without an answer of the
        // coordinator.
        let committed = try consumer.committed(asked.map(partition), timeoutMilliseconds: Self.callMilliseconds)
        for input in asked where committed[partition(input)] == nil { obstacles.doubt(partition(input)) }
    }
}
