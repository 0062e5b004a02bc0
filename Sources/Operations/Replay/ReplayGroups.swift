import Kafka
import Worker

/// Reads and deletes the consumer groups and topics of replays.
struct ReplayGroups: ~Copyable {
    private let admin: Admin
    private let cluster: Cluster

    /// The number of topics to delete in one request.
    private static let batch = 500

    init(_ cluster: Cluster) throws(OperationError) {
        admin = try cluster.openAdmin()
        self.cluster = cluster
    }

    func status(_ record: ReplayRecord) throws(OperationError) -> ReplayStatus? {
        guard !record.isLive, let request = record.request else { return nil }
        let inputs = request.inputs
        let known = try cluster.committed(Array(inputs.keys), by: request.group)
        var committed: [Input: Int64] = [:]
        for (place, offset) in known { if let input = inputs[place] { committed[input] = offset } }
        return ReplayStatus(request, record, members: try members(request.group), committed: committed)
    }

    func members(_ group: String) throws(OperationError) -> [String] {
        try ask { admin, timeout throws(KafkaError) in
            try admin.memberClientIDs(ofGroup: group, timeoutMilliseconds: timeout)
        }
    }

    /// Deletes a group; returns false while it has members.
    func delete(_ group: String) throws(OperationError) -> Bool {
        try ask { admin, timeout throws(KafkaError) in
            do throws(KafkaError) {
                try admin.deleteGroup(group, timeoutMilliseconds: timeout)
                return true
            } catch  where error.code == .nonEmptyGroup {
                return false
            }
        }
    }

    func topics() throws(OperationError) -> [String] {
        let counts = try ask { admin, timeout throws(KafkaError) in
            try admin.partitionCounts(timeoutMilliseconds: timeout)
        }
        return Array(counts.keys)
    }

    /// Deletes topics in this order.
    func delete(topics: [String]) throws(OperationError) {
        var done = 0
        while done < topics.count {
            try cluster.progress.update(done: Int64(done), of: Int64(topics.count))
            // The last topic is deleted alone: while it exists, an interrupted drop can be resumed.
            let end = max(done + 1, min(done + Self.batch, topics.count - 1))
            let batch = Array(topics[done..<end])
            try ask { admin, timeout throws(KafkaError) in
                try admin.deleteUntilGone(batch, timeoutMilliseconds: timeout)
            }
            done = end
        }
    }

    private func ask<Answer>(
        _ question: (borrowing Admin, Int32) throws(KafkaError) -> Answer
    ) throws(OperationError) -> Answer {
        do throws(OperationError) {
            // Each request has its own deadline, because the command may wait for people and sessions between requests.
            return try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in try question(admin, timeout) }
        } catch {
            // Reports the events of librdkafka before the error.
            admin.poll(timeoutMilliseconds: 0)
            throw error
        }
    }
}
