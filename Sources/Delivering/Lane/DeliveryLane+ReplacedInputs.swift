import Dispatching
import Kafka
import Observation
import Worker

/// Topics of jobs that are deleted and recreated under a running lane.
extension DeliveryLane {
    /// Returns the partitions whose offsets the group has lost: their topic may have been recreated.
    ///
    /// New offsets would hide the loss, so it must be called before they are sent.
    func lookForReplacedInputs(before parts: [DispatchCommit.OfPartition]) throws(KafkaError) -> [Int32] {
        var offsets: [Input: Int64] = [:]
        for part in parts { offsets[.uploads(part.partition)] = part.nextOffset }
        let lost = try lost(groupOffsets.asked(before: offsets))
        if lost.isEmpty { groupOffsets.sending(offsets.keys) }
        return lost
    }

    /// Requests the offsets periodically, even if nothing is committed.
    ///
    /// A recreated topic with exactly as many records as were read looks like a topic without new records.
    func lookForReplacedInputs(at now: Int64) {
        guard groupOffsets.isDue(at: now) else { return }
        var standing: [Input: Int64] = [:]
        for partition in owned.restored { standing[.uploads(partition)] = owned.committed(partition) ?? 0 }
        // After an error, the next interval or commit repeats the request.
        do throws(KafkaError) {
            var lost: [Int32] = []
            try status.asking { () throws(KafkaError) in lost = try self.lost(groupOffsets.asked(before: standing)) }
            if !lost.isEmpty { restoreDoubted(lost) }
        } catch {
            context.observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
    }

    /// Restores partitions, which compares their topic with what their state has read.
    func restoreDoubted(_ partitions: [Int32]) {
        let places = partitions.map { place($0).description }.joined(separator: ", ")
        context.observer.inputsDoubted(lane: 0, partitions, places: places, group: options.process.groupID)
        restoreAnew(partitions)
    }

    private func lost(_ asked: [Input]) throws(KafkaError) -> [Int32] {
        let partitions = asked.map(\.partition).filter { owned.isServed($0) }
        // The embedded broker keeps no offsets.
        if partitions.isEmpty || options.process.isEmbedded { return [] }
        let known = try consumer.committed(partitions.map(place), timeoutMilliseconds: Self.callMilliseconds)
        return partitions.filter { known[place($0)] == nil }
    }
}
