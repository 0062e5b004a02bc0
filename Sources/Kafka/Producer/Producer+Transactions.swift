import CRDKafka

/// The calls of a transaction, in order.
///
/// The kind of an error decides which call may follow.
extension Producer {
    /// Fences older producers with this transactional id, and ends their open transactions.
    ///
    /// Call this before `subscribe`: the open transaction of a dead process blocks readers and the group's offsets.
    ///
    /// - Throws: `passing` if the call must be repeated before any other call. The repeated call continues the work.
    package func initTransactions(timeoutMilliseconds: Int32) throws(KafkaError) {
        unsafe try perform(.initTransactions) { unsafe rd_kafka_init_transactions($0, timeoutMilliseconds) }
    }

    /// Begins a transaction, without a request to the brokers.
    package func beginTransaction() throws(KafkaError) {
        client.context.forgetDeliveries()
        unsafe try perform(.begin) { unsafe rd_kafka_begin_transaction($0) }
    }

    /// Adds the group's offsets to the transaction.
    ///
    /// `offsets` has the next offset to read of each partition, and may be empty. `group` is the group metadata,
    /// taken from the consumer for this call.
    ///
    /// - Throws: `passing` if the call must be repeated with the same arguments.
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

    /// Waits until every record of the transaction is delivered, so that all offsets are known before the commit.
    ///
    /// Returns at once if the transaction has failed. The commit then throws the reason.
    ///
    /// - Throws: `passing` if the timeout passed; call it again.
    package func deliver(timeoutMilliseconds: Int32) throws(KafkaError) {
        let slice: Int32 = 200
        for _ in 0...timeoutMilliseconds / slice {
            if unsafe rd_kafka_flush(client.pointer, slice) == RD_KAFKA_RESP_ERR_NO_ERROR { return }
            let hasFailed = client.context.failedDelivery != nil || client.finalError(.commit) != nil
            if hasFailed || transactionFailure(.commit) != nil { return }
        }
        try? client.refreshKnownTopics(timeoutMilliseconds: 500)
        throw KafkaError(.flush, .timedOut, reason: "records are still on their way", isRetriable: true)
    }

    /// Commits the transaction: all its records and offsets become visible, or none.
    ///
    /// If the commit does not finish in time, this function also requests the metadata of the known topics, for at most
    /// half a second. The reason is a fault of librdkafka 2.0.2 with records for a deleted topic. In half of the cases,
    /// the library tries to add the partition until the records time out, and once more after the abort (30 to 60 s on
    /// Apache Kafka 4.3). With current metadata, the records and the transaction fail at once.
    ///
    /// - Parameter timeoutMilliseconds: −1, which rdkafka.h recommends, waits until the transaction's own timeout.
    /// - Throws: `passing` if the call must be repeated before any other call. The repeated call continues the work.
    package func commitTransaction(timeoutMilliseconds: Int32 = -1) throws(KafkaError) {
        do throws(KafkaError) {
            unsafe try perform(.commit) { unsafe rd_kafka_commit_transaction($0, timeoutMilliseconds) }
        } catch {
            // A failure of this request is ignored: the commit is repeated, and makes the request again.
            if error.kind == .passing { try? client.refreshKnownTopics(timeoutMilliseconds: 500) }
            throw error
        }
        client.context.failedDelivery = nil
    }

    /// Aborts the transaction, including records that are still in the queue.
    ///
    /// - Throws: `passing` if the call must be repeated before any other call. The repeated call continues the work.
    package func abortTransaction(timeoutMilliseconds: Int32 = -1) throws(KafkaError) {
        unsafe try perform(.abort) { unsafe rd_kafka_abort_transaction($0, timeoutMilliseconds) }
        client.context.failedDelivery = nil
    }

    private func perform(_ operation: Operation, _ call: (OpaquePointer) -> OpaquePointer?) throws(KafkaError) {
        guard let error = unsafe KafkaError(operation, taking: call(client.pointer)) else { return }
        if error.code == .fatal, let fatal = client.finalError(operation) { throw fatal }
        if operation == .sendOffsets, error.code == .wrongState, let cause = transactionFailure(operation) {
            throw cause
        }
        throw client.named(error.masked(by: client.context.secrets))
    }

    /// Returns the failure of an open transaction that must be aborted; nil if there is none.
    ///
    /// Other calls may report only a wrong state. `rd_kafka_begin_transaction` fails while a transaction is open, and
    /// its error contains the reason.
    func transactionFailure(_ operation: Operation) -> KafkaError? {
        guard let error = unsafe KafkaError(operation, taking: rd_kafka_begin_transaction(client.pointer)),
            error.isAbortable, error.code != .wrongState
        else { return nil }
        return client.named(error.masked(by: client.context.secrets))
    }
}
