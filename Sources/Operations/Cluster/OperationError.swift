import Kafka

/// The reason why a command failed.
package struct OperationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What failed, why, and what to do, in one sentence.
    package let description: String
    /// Whether the same call may succeed later, for example if no broker answers.
    package let isPassing: Bool

    /// Creates an error that a retry does not fix.
    package init(_ description: String) { self.init(description, isPassing: false) }

    private init(_ description: String, isPassing: Bool) {
        self.description = description
        self.isPassing = isPassing
    }

    init(_ error: KafkaError) { self.init(error.description, isPassing: error.kind == .passing) }

    /// Runs a Kafka call and converts its error to an `OperationError`.
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
                + "and login, --kafka",
            isPassing: true
        )
    }
}
