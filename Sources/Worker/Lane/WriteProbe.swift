import Kafka
import System

/// Finds the topics that this worker may not write to.
///
/// A transaction that is denied one topic names none. A record without key tells them apart: a compacted topic rejects
/// it after the right was checked, so nothing is written.
struct WriteProbe {
    private static let milliseconds: Int64 = 5_000

    private let clients: ClientProperties
    private let clocks: Clocks

    init(_ clients: ClientProperties, _ clocks: Clocks) {
        self.clients = clients
        self.clocks = clocks
    }

    /// Returns the denied topics, each with the reason.
    ///
    /// - Throws: An error of kind `passing` if a topic gave no answer.
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
