import Kafka
import Worker

/// Why the demo has not come to its end.
struct DemoError: Error, CustomStringConvertible {
    /// One sentence for a person.
    let description: String

    init(_ description: String) { self.description = description }

    init(_ error: KafkaError) { description = "the embedded broker: \(error.withAdvice)" }

    init(_ error: StartError) { description = error.description }
}
