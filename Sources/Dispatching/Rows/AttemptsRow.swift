import Vocabulary
package import Webhooks

/// The attempts and the due time of a stored job.
package struct AttemptsRow: Equatable, Sendable {
    /// The history of a job.
    package struct History: Equatable, Sendable {
        /// The number of failed attempts that the retry schedule counts.
        ///
        /// A 413 answer that asked for the thin form is not counted.
        package var failures = 0
        /// The number of all attempts.
        package var attempts = 0
        /// The end of the first attempt, in milliseconds since 1970.
        package var firstMilliseconds: Int64?
        /// The end of the last attempt, in milliseconds since 1970.
        package var lastMilliseconds: Int64?
        package var outcome: AttemptOutcome?
        /// The status of the last answer; nil if the last attempt got no answer.
        package var status: Int?
        /// The reason why the last attempt got no answer; nil if it is unknown.
        package var reason: FailureReason?
        /// Whether the receiver has asked for webhooks without the content of documents (`thin`).
        package var isThin = false
    }

    package var history = History()
    /// The time of the next attempt, in milliseconds since 1970.
    package var dueMilliseconds: Int64
    /// The host under which the job is indexed.
    var host: HostKey
    /// The name and port of the host; empty if unknown.
    package var hostAndPort: String
}

extension AttemptsRow: StoredRow {
    package static let kind = RowKind.attempts

    func pack(into packer: inout Packer) {
        packer.byte(history.isThin ? 1 : 0)
        packer.count(history.failures)
        packer.count(history.attempts)
        packer.optional(history.firstMilliseconds)
        packer.optional(history.lastMilliseconds)
        packer.string(Array((history.outcome?.rawValue ?? "").utf8))
        packer.optional(history.status.map { Int64($0) })
        packer.string(Array((history.reason?.description ?? "").utf8))
        packer.signed(dueMilliseconds)
        packer.word(host.number)
        packer.string(Array(hostAndPort.utf8))
    }

    init(from unpacker: inout Unpacker) {
        history.isThin = unpacker.byte() & 1 != 0
        history.failures = Int(clamping: unpacker.unsigned())
        history.attempts = Int(clamping: unpacker.unsigned())
        history.firstMilliseconds = unpacker.optionalInteger()
        history.lastMilliseconds = unpacker.optionalInteger()
        history.outcome = AttemptOutcome(rawValue: String(decoding: unpacker.string(), as: UTF8.self))
        history.status = unpacker.optionalInteger().map { Int(clamping: $0) }
        history.reason = FailureReason(String(decoding: unpacker.string(), as: UTF8.self))
        dueMilliseconds = unpacker.signed()
        host = HostKey(number: unpacker.word() & HostKey.mask)
        hostAndPort = String(decoding: unpacker.string(), as: UTF8.self)
    }
}
