import Kafka
import Worker

/// The reason why a command failed.
package struct OperationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What failed, why, and what to do, in one sentence.
    package let description: String
    private let kind: Kind

    private enum Kind {
        case permanent, passing, cancelled
    }

    /// Creates an error that a retry does not fix.
    package init(_ description: String) { self.init(description, .permanent) }

    private init(_ description: String, _ kind: Kind) {
        self.description = description
        self.kind = kind
    }

    init(_ error: KafkaError) {
        let advice =
            error.code == .unsupportedFeature
            ? "; the broker of a sandbox lacks it: start the sandbox with --kafka-home for this command" : ""
        self.init(error.description + advice, error.kind == .passing ? .passing : .permanent)
    }

    /// The error of every operation that a signal has stopped.
    package static let cancelled = OperationError("interrupted", .cancelled)

    package var isCancelled: Bool { kind == .cancelled }

    /// Whether the same call may succeed later, for example if no broker answers.
    package var isPassing: Bool { kind == .passing }

    /// Runs a Kafka call and converts its error to an `OperationError`.
    static func of<Value: ~Copyable>(_ call: () throws(KafkaError) -> Value) throws(OperationError) -> Value {
        do throws(KafkaError) {
            return try call()
        } catch {
            throw OperationError(error)
        }
    }

    /// Returns the error for brokers at these addresses that have not answered for this time.
    static func silence(_ contacts: [BrokerContacts.Contact], seconds: Int64) -> OperationError {
        let reasons = contacts.map(\.sentence).joined(separator: "; ")
        let advice = contacts.first.map { " \($0.advice)" } ?? ""
        return OperationError("no broker has answered for \(seconds) s: \(reasons).\(advice)", .passing)
    }

    /// Returns the error for brokers that have not answered for this time because clients cannot log in.
    static func silence(_ loginFailure: String, seconds: Int64) -> OperationError {
        OperationError("no broker has answered for \(seconds) s: \(loginFailure)", .passing)
    }
}
