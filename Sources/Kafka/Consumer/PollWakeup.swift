import CRDKafka
import Synchronization

/// Ends a waiting poll of a consumer, from any thread.
///
/// If no poll is waiting, `ring` ends the next poll that finds no record. Several calls before that poll count as one.
/// After the end of the consumer, `ring` does nothing.
package final class PollWakeup: Sendable {
    /// The queue of the consumer, which must be released before the client is.
    @safe private struct Queue: ~Copyable, Sendable {
        nonisolated(unsafe) private let pointer: OpaquePointer

        init?(_ client: ClientHandle) {
            guard let pointer = unsafe rd_kafka_queue_get_consumer(client.pointer) else { return nil }
            unsafe self.pointer = unsafe pointer
        }

        func ring() { unsafe rd_kafka_queue_yield(pointer) }

        deinit { unsafe rd_kafka_queue_destroy(pointer) }
    }

    private let queue: Mutex<Queue?>

    init(_ client: ClientHandle) { queue = Mutex(Queue(client)) }

    /// Ends the poll; it does not block.
    package func ring() { queue.withLock { $0?.ring() } }

    func end() { queue.withLock { $0 = nil } }
}
