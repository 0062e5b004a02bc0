import CRDKafka
import System

/// The only error of this module: the operation, the library's code and reason, and their classification.
///
/// It contains no payloads and no secrets, so it can be logged.
package struct KafkaError: Error, Sendable, Equatable {
    package let operation: Operation
    package let code: ErrorCode
    /// The library's reason, which is more specific than the code, with the topic or partition that it concerns.
    package let reason: String
    /// Whether the client cannot be used any more.
    package let isFatal: Bool
    /// Whether the open transaction must be aborted.
    package let isAbortable: Bool
    /// Whether the call may be repeated with the same arguments.
    package let isRetriable: Bool

    /// Creates an error; `subject`, a topic or partition, is put before the reason.
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

    package var name: String { code.name }

    /// Whether the cause is a missing permission or an invalid setting, which all clients of the process share.
    package var isForPerson: Bool { ErrorKind.needsPerson.contains(code) }

    /// Whether a topic was deleted, or has fewer partitions than before.
    package var saysTopicIsGone: Bool {
        switch code {
        // If a topic of a transaction is missing, a broker returns the last code for the other topics.
        case .unknownTopicOrPartition, .unknownTopic, .unknownPartition, .operationNotAttempted: true
        default: false
        }
    }

    /// Whether the next record to read no longer exists.
    package var saysOffsetIsGone: Bool { code == .noOffsetToResetTo || code == .offsetOutOfRange }

    /// Whether a client that was authenticated before may retry.
    ///
    /// A failed authentication counts too, because an expired token is renewed.
    package var passesAtWork: Bool { kind == .passing || code == .authentication }

    package var kind: ErrorKind {
        ErrorKind(of: operation, code: code, isFatal: isFatal, isAbortable: isAbortable, isRetriable: isRetriable)
    }
}

extension KafkaError {
    /// Returns the error with secrets masked in its reason.
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
    /// Whether the error concerns the whole transaction and not a single topic.
    ///
    /// Producing counts too: a record also fails if the partition of an earlier record could not join the transaction.
    var isOfTransaction: Bool { [.commit, .sendOffsets, .abort, .produce].contains(operation) }

    /// Returns the error with a subject before its reason.
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
    package var description: String { "\(operation.phrase) failed with \(name): \(reason)" }
}

extension KafkaError {
    /// Takes over and frees an error object of the library; nil if the object is null, which means success.
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

    /// Throws if a code is not "no error".
    static func check(_ code: rd_kafka_resp_err_t, _ operation: Operation, subject: String? = nil) throws(KafkaError) {
        guard code != RD_KAFKA_RESP_ERR_NO_ERROR else { return }
        throw KafkaError(operation, ErrorCode(code), subject: subject)
    }
}
