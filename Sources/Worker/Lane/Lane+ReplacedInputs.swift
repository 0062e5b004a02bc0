import Health
import Kafka
import Observation
import System

/// Inputs that are deleted and recreated under a running lane.
extension Lane {
    /// How often the group's offsets are asked for while nothing is committed.
    private static let groupMilliseconds: Int64 = 30_000

    /// Doubts the partitions of the inputs of which the group has lost its offset: another topic may be read by now.
    func lookForReplacedInputs(before offsets: [Input: Int64]) throws(KafkaError) {
        try doubt(groupOffsets.asked(before: offsets))
        if doubted.isEmpty { groupOffsets.sending(offsets.keys) }
    }

    /// Looks now and then at inputs of which nothing is committed: a topic that was recreated and holds just as much as was read
    /// looks like one to which nothing is added.
    func lookForReplacedInputs(at now: Int64) {
        guard now - askedGroup >= Self.groupMilliseconds else { return }
        askedGroup = now
        let standing = cycle.committed
        // The next look, or the next commit, asks again.
        do throws(KafkaError) {
            try status.asking { () throws(KafkaError) in try doubt(groupOffsets.asked(before: standing)) }
        } catch {
            return observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
        if !doubted.isEmpty { perform(restoreDoubted()) }
    }

    /// Restores the doubted partitions, which compares their inputs with what their states have read.
    func restoreDoubted() -> [Action] {
        defer { doubted = [:] }
        let places = doubted.values.map(\.description).sorted().joined(separator: ", ")
        observer.inputsDoubted(lane: number, doubted.keys.sorted(), places: places, group: options.groupID)
        return cycle.restart(Array(doubted.keys), at: clocks.steadyMilliseconds())
    }

    private func doubt(_ asked: [Input]) throws(KafkaError) {
        // The embedded broker keeps no offsets.
        if asked.isEmpty || options.isEmbedded { return }
        // Not through the admin client: librdkafka 2.0.2 uses freed memory after an admin request that no coordinator answers.
        let stable = try consumer.committed(asked.map(partition), timeoutMilliseconds: Self.callMilliseconds)
        for input in asked where stable[partition(input)] == nil { doubted[input.partition] = partition(input) }
    }
}
