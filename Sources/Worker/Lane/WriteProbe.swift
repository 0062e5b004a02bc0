import Kafka
import System

/// Finds the topics that this worker may not write to.
///
/// If a transaction may not write to one of its topics, the error does not name the topic. So the probe sends a record
/// without a key to each topic. A compacted topic checks the right and then rejects such a record, so nothing is
/// written.
struct WriteProbe {
    private static let milliseconds: Int64 = 5_000

    let clients: ClientProperties
    let clocks: Clocks

    /// Returns the denied topics with their reasons.
    ///
    /// - Throws: An error of the kind `passing` if a topic does not answer in time.
    func denied(_ names: [String]) throws(KafkaError) -> [String: String] {
        let producer = try Producer(clients.writeProbe)
        for (index, name) in names.enumerated() {
            try producer.produce(to: name, partition: 0, key: nil, value: nil, number: index + 1)
        }
        var denied: [String: String] = [:]
        var left = names.count
        let until = clocks.steadyMilliseconds() + Self.milliseconds
        while left > 0 {
            guard clocks.steadyMilliseconds() < until else {
                throw KafkaError(.delivery, .timedOut, reason: "\(left) topics gave no answer about the right to write")
            }
            producer.poll(timeoutMilliseconds: 100)
            for delivery in producer.takeDeliveries() {
                left -= 1
                guard let error = delivery.error, error.isForPerson else { continue }
                denied[names[delivery.number - 1]] = "may not be written: \(error.name): grant the right to write"
            }
        }
        return denied
    }
}
