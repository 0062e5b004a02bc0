import Synchronization

/// A queue of a librdkafka client.
package enum ClientQueue: String, Sendable, CaseIterable {
    /// Consumer: fetched records that wait for the lane.
    case fetched
    /// Consumer: rebalances, log lines and other events that wait for the lane.
    case events
    /// Producer: records that brokers have not acknowledged, counted at the last step of a commit.
    case unsent

    /// The kind of client that has this queue.
    var client: String {
        switch self {
        case .fetched, .events: "consumer"
        case .unsent: "producer"
        }
    }
}

/// The last known lengths of the queues of each lane's clients.
final class ClientQueueBoard: Sendable {
    private let lanes = Mutex<[Int: [ClientQueue: Int]]>([:])

    func set(_ count: Int, in queue: ClientQueue, ofLane lane: Int) {
        lanes.withLock { $0[lane, default: [:]][queue] = count }
    }

    func forget(lane: Int) { lanes.withLock { $0[lane] = nil } }

    /// The length of each queue, summed over all lanes.
    var all: [(queue: ClientQueue, count: Int)] {
        lanes.withLock { lanes in
            ClientQueue.allCases.map { queue in (queue, lanes.values.reduce(0) { $0 + ($1[queue] ?? 0) }) }
        }
    }
}
