import CRDKafka

/// The transaction's calls, in their order. Each error's kind says what can come next.
extension Producer {
    /// Fences every older producer with this transactional id and ends what it left open.
    ///
    /// Before `subscribe`: an open
    /// transaction of a dead process holds up the readers and the group's offsets.
    ///
    /// - Throws: `passing` says to call this one again, and nothing else meanwhile; it goes on where it was.
    package func initTransactions(timeoutMilliseconds: Int32) throws(KafkaError) {
        unsafe try perform(.initTransactions) { unsafe rd_kafka_init_transactions($0, timeoutMilliseconds) }
    }

    /// Opens a transaction; local, no broker is asked.
    package func beginTransaction() throws(KafkaError) {
        client.context.deliveryFailure = nil
        client.context.deliveredOffsets = [:]
        client.context.begun = []
        unsafe try perform(.begin) { unsafe rd_kafka_begin_transaction($0) }
    }

    /// Makes the group's offsets part of the transaction.
    ///
    /// - Parameters:
    ///   - offsets: the next offset to be read per partition; none is fine.
    ///   - group: taken from the consumer for this very call.
    ///   - timeoutMilliseconds: for this call.
    /// - Throws: `passing` says to call again with the same arguments.
    package func sendOffsets(
        _ offsets: [TopicPartition: Int64],
        group: borrowing GroupMetadata,
        timeoutMilliseconds: Int32
    ) throws(KafkaError) {
        let list = PartitionList(offsets)
        let metadata = unsafe group.pointer
        unsafe try perform(.sendOffsets) { client in
            let send = {
                unsafe rd_kafka_send_offsets_to_transaction(client, list.pointer, metadata, timeoutMilliseconds)
            }
            switch waker {
            case .some(let waker): return unsafe waker.watch(send)
            case .none: return unsafe send()
            }
        }
    }

    /// Makes everything visible, or nothing.
    ///
    /// - Parameter timeoutMilliseconds: −1, until the transaction's own timeout, is the one that rdkafka.h advises.
    /// - Throws: `passing` says to call this one again, and nothing else meanwhile; it goes on where it was.
    package func commitTransaction(timeoutMilliseconds: Int32 = -1) throws(KafkaError) {
        unsafe try perform(.commit) { unsafe rd_kafka_commit_transaction($0, timeoutMilliseconds) }
        client.context.deliveryFailure = nil
    }

    /// Takes everything back, records that are still in the queue included.
    ///
    /// - Throws: `passing` says to call this one again, and nothing else meanwhile; it goes on where it was.
    package func abortTransaction(timeoutMilliseconds: Int32 = -1) throws(KafkaError) {
        unsafe try perform(.abort) { unsafe rd_kafka_abort_transaction($0, timeoutMilliseconds) }
        client.context.deliveryFailure = nil
    }

    private func perform(_ operation: Operation, _ call: (OpaquePointer) -> OpaquePointer?) throws(KafkaError) {
        guard let error = unsafe KafkaError(operation, taking: call(client.pointer)) else { return }
        if error.code == .fatal, let fatal = client.finalError(operation) { throw fatal }
        throw client.named(error.masked(by: client.context.secrets))
    }
}
