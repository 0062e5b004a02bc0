import System

/// The questions that any client can ask.
extension BrokerClient {
    var isCommittedReader: Bool { configuration["isolation.level"] != "read_uncommitted" }

    func partitionCounts(timeout: Int32) throws(KafkaError) -> [String: Int32] {
        try ask(.metadata, within: Int64(timeout)) { () throws(Refusal) in
            cluster.topics.mapValues { Int32($0.partitions.count) }
        }
    }

    func partitionCounts(of topics: [String], timeout: Int32) throws(KafkaError) -> [String: Int32] {
        try partitionCounts(timeout: timeout).filter { topics.contains($0.key) }
    }

    func watermarks(of place: TopicPartition, timeout: Int32) throws(KafkaError) -> Watermarks {
        try ask(.watermarks, within: Int64(timeout), place.description) { () throws(Refusal) in
            try bounds(of: place)
        }
    }

    func watermarks(of places: [TopicPartition], timeout: Int32) throws(KafkaError) -> [TopicPartition: Watermarks] {
        try ask(.watermarks, within: Int64(timeout), "of \(places.count)") { () throws(Refusal) in
            var all: [TopicPartition: Watermarks] = [:]
            for place in places { all[place] = try bounds(of: place) }
            return all
        }
    }

    private func bounds(of place: TopicPartition) throws(Refusal) -> Watermarks {
        if cluster.weather.deaf == place { throw Refusal(code: .timedOut, passes: true) }
        guard let log = cluster.log(place) else { throw Refusal(code: .unknownTopicOrPartition) }
        return Watermarks(low: log.start, high: isCommittedReader ? log.lastStable : log.end)
    }

    /// Waits until topics are there, as after they were made.
    func waitForTopics(_ topics: [String], _ operation: Operation, timeout: Int32) throws(KafkaError) {
        let deadline = world.now + Int64(timeout)
        while true {
            let known = try partitionCounts(of: topics, timeout: timeout)
            let missing = topics.filter { known[$0] == nil }
            if missing.isEmpty { return }
            guard world.now < deadline else {
                let names = missing.joined(separator: ", ")
                throw KafkaError(operation, .unknownTopicOrPartition, subject: names, reason: "no such topic")
            }
            world.sleep(20)
            try call(operation)
        }
    }
}
