import Dispatching
import Kafka
import Observation
import Store
import Worker

/// The backlog of failed partitions, whose jobs are not in the dispatcher.
struct LeftAloneFigures {
    /// The interval between lookups, which ask the broker.
    private static let lookMilliseconds: Int64 = 30_000

    private var lookedAt: Int64 = 0
    private var partitions: [Int32] = []
    fileprivate(set) var waiting = StoredFigures()
    fileprivate(set) var behind: [TopicPartition: Int] = [:]

    /// Whether the figures of these partitions must be looked up.
    mutating func isDue(_ partitions: [Int32], at now: Int64) -> Bool {
        if partitions == self.partitions, partitions.isEmpty || now - lookedAt < Self.lookMilliseconds { return false }
        (self.partitions, lookedAt) = (partitions, now)
        (waiting, behind) = (StoredFigures(), [:])
        return !partitions.isEmpty
    }
}

extension DeliveryLane {
    /// Counts the waiting jobs and the unread records of failed partitions.
    func lookAtLeftAlone(at now: Int64) {
        let partitions = owned.unrestored.filter { failing.partitions.contains($0) }
        guard leftAlone.isDue(partitions, at: now) else { return }
        for partition in partitions {
            guard let store = try? RocksStore(partition, in: context.database) else { continue }
            leftAlone.waiting.add(StoredFigures(store))
        }
        do throws(KafkaError) {
            try status.asking { () throws(KafkaError) in
                let places = partitions.map(place)
                // A broker that deletes a topic also deletes the group's offsets, so all records of a new topic count
                // as unread.
                let known = try consumer.committed(places, timeoutMilliseconds: Self.callMilliseconds)
                for (place, ends) in try consumer.watermarks(of: places, timeoutMilliseconds: Self.callMilliseconds) {
                    leftAlone.behind[place] = Int(max(0, ends.high - max(ends.low, known[place] ?? ends.low)))
                }
            }
        } catch {
            context.observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
    }
}
