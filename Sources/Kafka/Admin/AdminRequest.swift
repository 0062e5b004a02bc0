import CRDKafka

/// An admin request: its options and the queue for its answer, freed together.
@safe struct AdminRequest: ~Copyable {
    let options: OpaquePointer
    let queue: OpaquePointer
    private let operation: Operation
    private let timeoutMilliseconds: Int32

    init(_ operation: Operation, of client: ClientHandle, timeoutMilliseconds: Int32) throws(KafkaError) {
        // The headers lack the numbers of newer requests, so the options are for any request.
        guard let options = unsafe rd_kafka_AdminOptions_new(client.pointer, RD_KAFKA_ADMIN_OP_ANY),
            let queue = unsafe rd_kafka_queue_new(client.pointer)
        else { throw KafkaError(operation, .invalidArgument, reason: "no memory is left for the request") }
        unsafe self.options = options
        unsafe self.queue = queue
        self.operation = operation
        self.timeoutMilliseconds = timeoutMilliseconds
        _ = unsafe ErrorText.filled { buffer, size in
            unsafe rd_kafka_AdminOptions_set_request_timeout(options, timeoutMilliseconds, buffer, size)
        }
    }

    /// Waits for the answer, or for the library's timeout.
    func answer() throws(KafkaError) -> AdminAnswer {
        guard let event = unsafe rd_kafka_queue_poll(queue, timeoutMilliseconds + 1000) else {
            throw KafkaError(operation, .timedOut)
        }
        let answer = unsafe AdminAnswer(taking: event)
        let code = ErrorCode(unsafe rd_kafka_event_error(event))
        guard code == .none else {
            throw KafkaError(operation, code, reason: unsafe String(cString: rd_kafka_event_error_string(event)))
        }
        return answer
    }

    deinit {
        unsafe rd_kafka_queue_destroy(queue)
        unsafe rd_kafka_AdminOptions_destroy(options)
    }
}

@safe struct AdminAnswer: ~Copyable {
    let pointer: OpaquePointer

    init(taking event: OpaquePointer) {
        unsafe pointer = event
    }

    deinit {
        unsafe rd_kafka_event_destroy(pointer)
    }
}
