package import Kafka

/// A test waited for a message in vain.
package struct NoMessage: Error {}

/// The error that a call throws.
package func caught(_ body: () throws(KafkaError) -> Void) -> KafkaError? {
    do throws(KafkaError) {
        try body()
        return nil
    } catch {
        return error
    }
}
