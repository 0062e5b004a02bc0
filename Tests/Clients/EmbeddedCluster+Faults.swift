import CRDKafka
package import Kafka

/// Brokers that fail as a test wants.
extension EmbeddedCluster {
    /// Kinds of requests, by their numbers in the protocol.
    package enum Request: Int16, Sendable {
        case produce = 0
        case initProducerID = 22, addPartitionsToTransaction = 24, addOffsetsToTransaction = 25, endTransaction = 26
        /// Committing the group's offsets in a transaction.
        case transactionalOffsetCommit = 28
    }

    /// Starts a broker on a free port of loopback.
    package init() throws(KafkaError) { try self.init(address: "127.0.0.1", port: 0) }

    /// Answers the next requests of this kind with these errors, in order.
    ///
    /// Later requests are answered normally.
    package func fail(_ request: Request, with codes: [ErrorCode]) {
        let codes = codes.map { rd_kafka_resp_err_t($0.rawValue) }
        unsafe codes.withUnsafeBufferPointer { codes in
            unsafe rd_kafka_mock_push_request_errors_array(
                cluster,
                request.rawValue,
                codes.count,
                UnsafeMutablePointer(mutating: codes.baseAddress)
            )
        }
    }

    /// Delays every answer of a broker, numbered from 1.
    package func slow(_ number: Int32, milliseconds: Int32) {
        _ = unsafe rd_kafka_mock_broker_set_rtt(cluster, number, milliseconds)
    }

    /// Stops or restarts a broker, numbered from 1.
    package func setBroker(_ number: Int32, isUp: Bool) {
        _ = unsafe isUp ? rd_kafka_mock_broker_set_up(cluster, number) : rd_kafka_mock_broker_set_down(cluster, number)
    }
}
