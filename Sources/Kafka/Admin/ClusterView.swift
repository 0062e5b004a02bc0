import CRDKafka

/// The brokers and topics as one of the brokers reports them.
package struct ClusterView: Sendable {
    /// A broker with its advertised address.
    package struct Broker: Hashable, Sendable {
        package let id: Int32
        package let address: String
    }

    /// The size of a topic.
    package struct Size: Hashable, Sendable {
        package let partitions: Int32
        /// The smallest number of replicas of a partition.
        package let replicas: Int32
    }

    package var brokers: [Broker] = []
    package var topics: [String: Size] = [:]
}

extension Admin {
    /// Returns all brokers, and all topics that this client may see, by one request.
    package func view(timeoutMilliseconds: Int32) throws(KafkaError) -> ClusterView {
        var answer: UnsafePointer<rd_kafka_metadata>?
        let code = unsafe rd_kafka_metadata(client.pointer, 1, nil, &answer, timeoutMilliseconds)
        try KafkaError.check(code, .metadata)
        guard let answer = unsafe answer else { return ClusterView() }
        defer { unsafe rd_kafka_metadata_destroy(answer) }
        let brokers = unsafe UnsafeBufferPointer(start: answer.pointee.brokers, count: Int(answer.pointee.broker_cnt))
        let topics = unsafe UnsafeBufferPointer(start: answer.pointee.topics, count: Int(answer.pointee.topic_cnt))
        var view = ClusterView()
        for index in brokers.indices {
            let host = unsafe String(cString: brokers[index].host)
            let address = unsafe (host.contains(":") ? "[\(host)]" : host) + ":\(brokers[index].port)"
            view.brokers.append(ClusterView.Broker(id: unsafe brokers[index].id, address: address))
        }
        for index in topics.indices {
            let topic = unsafe topics[index]
            let code = unsafe ErrorCode(topic.err)
            // Skips topics that this client may not see. A missing permission is reported when such a topic is used.
            guard code == .none || code == .leaderNotAvailable else { continue }
            let partitions = unsafe UnsafeBufferPointer(start: topic.partitions, count: Int(topic.partition_cnt))
            var replicas = Int32.max
            for place in partitions.indices { replicas = min(replicas, unsafe partitions[place].replica_cnt) }
            view.topics[unsafe String(cString: topic.topic)] = ClusterView.Size(
                partitions: unsafe topic.partition_cnt,
                replicas: replicas == .max ? 0 : replicas
            )
        }
        return view
    }
}
