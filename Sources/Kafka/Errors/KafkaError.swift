import CRDKafka
import Secrets

/// The one error of this room: what was being done, what the library said, and what kind of error that is.
///
/// Holds no payloads and no secrets, so that it can be logged as it is.
package struct KafkaError: Error, Sendable, Equatable {
    /// The call that failed.
    package let operation: Operation
    /// The library's or the broker's code.
    package let code: ErrorCode
    /// The library's own words, more exact than the code's, and what they are about.
    package let reason: String
    /// The handle is beyond repair.
    package let isFatal: Bool
    /// The open transaction must be aborted.
    package let isAbortable: Bool
    /// The call may be repeated with the same arguments.
    package let isRetriable: Bool

    /// Makes an error from a code; `subject`, the topic or partition it is about, is put before the reason.
    package init(
        _ operation: Operation,
        _ code: ErrorCode,
        subject: String? = nil,
        reason: String? = nil,
        isFatal: Bool = false,
        isAbortable: Bool = false,
        isRetriable: Bool = false
    ) {
        self.operation = operation
        self.code = code
        self.reason = (subject.map { $0 + ": " } ?? "") + (reason ?? code.summary)
        self.isFatal = isFatal
        self.isAbortable = isAbortable
        self.isRetriable = isRetriable
    }

    /// The code's short name.
    package var name: String { code.name }

    /// Whether it is about rights or settings, which are the same for every client of the process.
    package var isForPerson: Bool { ErrorKind.needsPerson.contains(code) }

    /// Whether it says that a topic is gone, or has fewer partitions than it had, which somebody may have done on purpose.
    package var saysTopicIsGone: Bool {
        switch code {
        // The last is what a broker says of the other topics of such a transaction.
        case .unknownTopicOrPartition, .unknownTopic, .unknownPartition, .operationNotAttempted: true
        default: false
        }
    }

    /// Whether it says that the record to be read next is not there.
    package var saysOffsetIsGone: Bool { code == .noOffsetToResetTo || code == .offsetOutOfRange }

    /// Whether it passes for a client that was let in before: tokens end and are renewed, while a password that has never
    /// been right never will be.
    package var passesAtWork: Bool { kind == .passing || code == .authentication }

    /// What it means for the transaction, the client or the partition.
    package var kind: ErrorKind {
        ErrorKind(of: operation, code: code, isFatal: isFatal, isAbortable: isAbortable, isRetriable: isRetriable)
    }
}

extension KafkaError {
    /// The same without what is secret in its reason.
    func masked(by secrets: SecretValues) -> KafkaError {
        KafkaError(
            operation,
            code,
            reason: secrets.masked(reason),
            isFatal: isFatal,
            isAbortable: isAbortable,
            isRetriable: isRetriable
        )
    }
}

extension KafkaError {
    /// Whether a transaction's call has failed rather than one about a topic.
    var isOfTransaction: Bool { operation == .commit || operation == .sendOffsets || operation == .abort }

    /// The same with what it is about before its reason.
    func about(_ subject: String) -> KafkaError {
        KafkaError(
            operation,
            code,
            subject: subject,
            reason: reason,
            isFatal: isFatal,
            isAbortable: isAbortable,
            isRetriable: isRetriable
        )
    }
}

extension KafkaError: CustomStringConvertible {
    /// What failed, and why, for a person.
    package var description: String { "\(operation.phrase) failed with \(name): \(reason)" }
}

extension KafkaError {
    /// Takes over a library's error object, which is freed here; nil says that the call went well.
    init?(_ operation: Operation, taking error: OpaquePointer?) {
        guard let error = unsafe error else { return nil }
        defer { unsafe rd_kafka_error_destroy(error) }
        self.init(
            operation,
            ErrorCode(unsafe rd_kafka_error_code(error)),
            reason: unsafe String(cString: rd_kafka_error_string(error)),
            isFatal: unsafe rd_kafka_error_is_fatal(error) != 0,
            isAbortable: unsafe rd_kafka_error_txn_requires_abort(error) != 0,
            isRetriable: unsafe rd_kafka_error_is_retriable(error) != 0
        )
    }

    /// Throws when a call answered with a code other than "no error".
    static func check(_ code: rd_kafka_resp_err_t, _ operation: Operation, subject: String? = nil) throws(KafkaError) {
        guard code != RD_KAFKA_RESP_ERR_NO_ERROR else { return }
        throw KafkaError(operation, ErrorCode(code), subject: subject)
    }
}
