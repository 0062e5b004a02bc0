import Synchronization

/// A queue of the Kafka library.
package enum ClientQueue: String, Sendable, CaseIterable {
    /// Of a consumer: records that were fetched and wait to be taken.
    case fetched
    /// Of a consumer: rebalances, log lines and the like.
    case events
    /// Of a producer: records that are not acknowledged yet, as of the last step of a commit.
    case unsent

    /// Whose queue it is.
    var client: String {
        switch self {
        case .fetched, .events: "consumer"
        case .unsent: "producer"
        }
    }
}

/// What waits in the queues of each lane's clients, as they said last.
final class ClientQueueBoard: Sendable {
    private let lanes = Mutex<[Int: [ClientQueue: Int]]>([:])

    func set(_ count: Int, in queue: ClientQueue, ofLane lane: Int) {
        lanes.withLock { $0[lane, default: [:]][queue] = count }
    }

    func forget(lane: Int) { lanes.withLock { $0[lane] = nil } }

    /// Of all lanes together, each queue once.
    var all: [(queue: ClientQueue, count: Int)] {
        lanes.withLock { lanes in
            ClientQueue.allCases.map { queue in (queue, lanes.values.reduce(0) { $0 + ($1[queue] ?? 0) }) }
        }
    }
}
