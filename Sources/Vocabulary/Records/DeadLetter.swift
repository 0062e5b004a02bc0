package import JSON

/// The reason and the position of a refused record or element, or of a job that was given up.
///
/// The producer writes it as the headers of an `OutputRecord`, whose value is the refused bytes unchanged.
///
/// ```
/// fork-error-code: tooLate
/// fork-error-message: The sample starts before the horizon of retention.
/// fork-error-path: /samples/3
/// fork-topic: fork.uploads
/// fork-partition: 2
/// fork-offset: 1147
/// ```
package struct DeadLetter: Sendable, Equatable {
    /// The position of the refused record.
    package struct Place: Sendable, Equatable {
        /// The full name of the topic.
        package let topic: String
        package let partition: Int32
        package let offset: Int64
        /// The timestamp of the record in milliseconds since 1970; nil if it has none.
        let timestampMilliseconds: Int64?

        package init(topic: String, partition: Int32, offset: Int64, timestampMilliseconds: Int64? = nil) {
            self.topic = topic
            self.partition = partition
            self.offset = offset
            self.timestampMilliseconds = timestampMilliseconds
        }
    }

    /// The attempts to deliver a job, with the status of the last answer, or the reason why there was no answer.
    package struct Attempts: Sendable, Equatable {
        let count: Int
        let status: Int?
        let reason: String?
        let firstMilliseconds: Int64?
        let lastMilliseconds: Int64?

        package init(
            count: Int,
            status: Int?,
            reason: String?,
            firstMilliseconds: Int64?,
            lastMilliseconds: Int64?
        ) {
            self.count = count
            self.status = status
            self.reason = reason
            self.firstMilliseconds = firstMilliseconds
            self.lastMilliseconds = lastMilliseconds
        }
    }

    package let code: String
    package let message: String
    /// The message without anything that the record brought.
    package let shownMessage: String
    package let pointer: JSONPointer?
    /// The number of refused elements without a dead letter of their own; nil if the dead letter is about one element.
    private let count: Int?
    package let place: Place
    /// The version of the program that wrote the dead letter.
    private let worker: String
    /// The number of times the refused record was redriven; nil if never.
    package var redrive: RedriveCount?
    /// The timestamp of the record that was first refused, if the refused record was redriven.
    package var originalMilliseconds: Int64?
    /// The sequence number of a job; nil for an upload.
    package var sequence: Int64?
    package var traceparent: [UInt8]?
    /// The attempts of a job that was given up; nil for anything else.
    package var attempts: Attempts?
    /// The length of the value, if the dead letter leaves it out.
    package var omittedValueBytes: Int?
    /// The length of the key, if the dead letter leaves it out.
    package var omittedKeyBytes: Int?

    /// Creates the dead letter of a job.
    package init(code: String, message: String, of place: Place, worker: String) {
        self.code = code
        self.message = message
        shownMessage = message
        self.place = place
        self.worker = worker
        (pointer, count) = (nil, nil)
    }

    /// Creates the dead letter of a refused record, or of an element of one.
    package init(_ refusal: Refusal, of place: Place, worker: String) {
        code = refusal.code.rawValue
        message = refusal.message
        shownMessage = refusal.shownMessage
        // A pointer to the whole record adds no information.
        pointer = refusal.pointer == .root ? nil : refusal.pointer
        if case .rest(_, let count) = refusal.subject { self.count = count } else { count = nil }
        self.place = place
        self.worker = worker
    }

    /// The pointer as text, with `…` for the names of members that the record made up; nil for a whole record.
    package var shownPath: String? {
        pointer?.description.split(separator: "/", omittingEmptySubsequences: false).map { component in
            let isOurs = component.utf8.allSatisfy { 0x30...0x39 ~= $0 } || Self.lists.contains(component)
            return isOurs ? String(component) : "…"
        }.joined(separator: "/")
    }

    /// The names in pointers that formats of uploads define.
    private static let lists: Set<Substring> = [
        "samples", "deleted", "post", "data", "records", "sleep", "workouts", "payloads",
    ]

    /// The headers of the record in the dead-letter topic.
    var headers: [OutputRecord.Header] {
        var headers: [OutputRecord.Header] = []
        func add(_ name: String, _ value: String?) {
            if let value { headers.append(.init(name, Array(value.utf8))) }
        }
        func add(_ name: String, _ value: (some BinaryInteger)?) { add(name, value.map { "\($0)" }) }
        func add(_ name: String, date: Int64?) {
            if let date { headers.append(.init(name, Instant.iso8601(unixMilliseconds: date))) }
        }
        add("fork-error-code", code)
        add("fork-error-message", message)
        add("fork-error-path", pointer?.description)
        add("fork-error-count", count)
        add("fork-topic", place.topic)
        add("fork-partition", place.partition)
        add("fork-offset", place.offset)
        add("fork-timestamp", place.timestampMilliseconds)
        add("fork-worker", worker)
        add(RedriveCount.header, redrive?.text)
        add(OriginalTimestamp.header, originalMilliseconds)
        add(SequenceHeader.name, sequence)
        if let traceparent { headers.append(.init("traceparent", traceparent)) }
        add("fork-webhook-attempts", attempts?.count)
        add("fork-webhook-status", attempts?.status)
        add("fork-webhook-reason", attempts?.reason)
        add("fork-webhook-first", date: attempts?.firstMilliseconds)
        add("fork-webhook-last", date: attempts?.lastMilliseconds)
        add("fork-value-omitted", omittedValueBytes)
        add("fork-key-omitted", omittedKeyBytes)
        return headers
    }
}
