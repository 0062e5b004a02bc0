import Kafka
import Worker

/// The reason why the demo failed.
struct DemoError: Error, CustomStringConvertible {
    /// One sentence for the user.
    let description: String

    init(_ description: String) { self.description = description }

    init(_ error: KafkaError) { description = "the embedded broker: \(error.withAdvice)" }

    init(_ error: StartError) { description = error.description }
}
