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
        client.context.leastDeliveredOffsets = [:]
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

    /// Waits until each record of the transaction is delivered, so that it is known where they lie before any of them becomes
    /// visible.
    ///
    /// Returns at once when the transaction has failed, which the commit then says.
    ///
    /// - Throws: `passing` when the time is over: call again.
    package func deliver(timeoutMilliseconds: Int32) throws(KafkaError) {
        let slice: Int32 = 200
        for _ in 0...timeoutMilliseconds / slice {
            if unsafe rd_kafka_flush(client.pointer, slice) == RD_KAFKA_RESP_ERR_NO_ERROR { return }
            let hasFailed = client.context.deliveryFailure != nil || client.finalError(.commit) != nil
            if hasFailed || transactionFailure(.commit) != nil { return }
        }
        try? client.refreshKnownTopics(timeoutMilliseconds: 500)
        throw KafkaError(.flush, .timedOut, reason: "records are still on their way", isRetriable: true)
    }

    /// Makes everything visible, or nothing.
    ///
    /// One that has not come to its end in time asks for its topics besides, for half a second at most: to a transaction with
    /// records for a topic that was deleted librdkafka 2.0.2 adds the partition again and again, in one case of two, until
    /// the records have timed out, and a second time after the abort (seen on Apache Kafka 4.3: 30 to 60 s). Once the producer
    /// has heard that the topic is gone, they fail at once, and the transaction with them.
    ///
    /// - Parameter timeoutMilliseconds: −1, until the transaction's own timeout, is the one that rdkafka.h advises.
    /// - Throws: `passing` says to call this one again, and nothing else meanwhile; it goes on where it was.
    package func commitTransaction(timeoutMilliseconds: Int32 = -1) throws(KafkaError) {
        do throws(KafkaError) {
            unsafe try perform(.commit) { unsafe rd_kafka_commit_transaction($0, timeoutMilliseconds) }
        } catch {
            // Whoever hears nothing here hears nothing either when the call is made again.
            if error.kind == .passing { try? client.refreshKnownTopics(timeoutMilliseconds: 500) }
            throw error
        }
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
        if operation == .sendOffsets, error.code == .wrongState, let cause = transactionFailure(operation) {
            throw cause
        }
        throw client.named(error.masked(by: client.context.secrets))
    }

    /// What the open transaction has failed of, when it waits for its abort: what is called meanwhile may be told of a wrong
    /// state only.
    ///
    /// To begin is refused while a transaction is open, and its answer has the reason.
    func transactionFailure(_ operation: Operation) -> KafkaError? {
        guard let error = unsafe KafkaError(operation, taking: rd_kafka_begin_transaction(client.pointer)),
            error.isAbortable, error.code != .wrongState
        else { return nil }
        return client.named(error.masked(by: client.context.secrets))
    }
}
