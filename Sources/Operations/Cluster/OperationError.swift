import Kafka

/// Why a command has not done what it was asked to do.
package struct OperationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What happened, where, and what to do: one sentence for a person.
    package let description: String
    /// Whether the same may succeed later, as when no broker answers.
    package let isPassing: Bool

    /// An error with its sentence, that does not pass by itself.
    package init(_ description: String) { self.init(description, isPassing: false) }

    private init(_ description: String, isPassing: Bool) {
        self.description = description
        self.isPassing = isPassing
    }

    init(_ error: KafkaError) { self.init(error.description, isPassing: error.kind == .passing) }

    /// Makes a call to Kafka whose error is the command's.
    static func of<Value: ~Copyable>(_ call: () throws(KafkaError) -> Value) throws(OperationError) -> Value {
        do throws(KafkaError) {
            return try call()
        } catch {
            throw OperationError(error)
        }
    }

    static func silence(_ servers: String, seconds: Int64) -> OperationError {
        OperationError(
            "no broker of \(servers) has answered for \(seconds) s: check --bootstrap-servers, the network and, for TLS "
                + "and log-in, --kafka; the log lines above say what the connections met",
            isPassing: true
        )
    }
}
