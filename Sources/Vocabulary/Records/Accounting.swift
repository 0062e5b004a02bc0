/// Counts of the outcomes of all samples: in = new + duplicates + replaced + deleted before arrival + refused.
package struct Accounting: Sendable, Hashable {
    /// The number of uploads read, including refused ones.
    package var uploads = 0
    package var uploadsRefused = 0
    /// The number of uploads of forgotten connections, which left no trace.
    ///
    /// `uploads` counts them too.
    package var uploadsForgotten = 0
    /// The number of samples in uploads, as far as they could be counted.
    package var samplesIn = 0
    /// The number of samples that the state did not have.
    package var new = 0
    /// The number of copies that did not replace the stored sample.
    package var duplicates = 0
    /// The number of copies that replaced the stored sample.
    package var replaced = 0
    /// The number of samples whose id had been deleted before they arrived.
    package var deletedBeforeArrival = 0
    /// The number of samples that were refused, alone or with their whole upload.
    package var refused = 0
    package var deletions = 0
    /// The number of deletions that were refused, alone or with their whole upload.
    package var deletionsRefused = 0
    /// Refused records, samples, deletions and `post` entries by code, including those that share a dead letter.
    package var refusals: [RefusalCode: Int] = [:]

    package init() {}

    /// The number of samples whose outcome is counted.
    package var outcomes: Int { new + duplicates + replaced + deletedBeforeArrival + refused }

    package var isBalanced: Bool { samplesIn == outcomes }

    /// A counter with its public name.
    package typealias Count = (name: StaticString, path: any WritableKeyPath<Accounting, Int> & Sendable)

    /// The counters of uploads, in the order of log lines.
    package static let uploadCounts: [Count] = [
        ("uploads", \.uploads), ("uploads_refused", \.uploadsRefused), ("uploads_forgotten", \.uploadsForgotten),
    ]

    /// The counters of samples and deletions, in the order of log lines.
    package static let sampleCounts: [Count] = [
        ("samples_in", \.samplesIn), ("new", \.new), ("duplicates", \.duplicates), ("replaced", \.replaced),
        ("deleted_before_arrival", \.deletedBeforeArrival), ("refused", \.refused), ("deletions", \.deletions),
        ("deletions_refused", \.deletionsRefused),
    ]

    /// The counters for log lines; `uploads_forgotten` only if it is not 0.
    package var told: [(name: StaticString, count: Int)] {
        (Self.uploadCounts + Self.sampleCounts).compactMap { name, path in
            path == \.uploadsForgotten && uploadsForgotten == 0 ? nil : (name, self[keyPath: path])
        }
    }

    package static func += (left: inout Self, right: Self) {
        for (_, path) in uploadCounts + sampleCounts { left[keyPath: path] += right[keyPath: path] }
        left.refusals.merge(right.refusals, uniquingKeysWith: +)
    }
}

/// The reason of a refusal, whose raw value is the header `fork-error-code`.
package enum RefusalCode: String, Sendable, CaseIterable {
    /// The bytes are not JSON, or a field is missing, has the wrong JSON type or is not a date.
    case decodingError
    /// A type is unknown, an id is malformed, or the key differs from the connection id.
    case invalidIdentifier
    /// This version does not process the format, the schema, or a known type at this place.
    case invalidType
    /// A value is well-formed but impossible.
    case invalidValue
    /// The record or the sample exceeds a size limit.
    case tooLarge
    /// The sample starts before the horizon of retention.
    case tooLate
    case connectionIsClosed
    /// The connection does not allow the type, or has no settings although only known connections are accepted.
    case unauthorized
    /// An upload asks for documents to be posted, but the connection has no callback URL.
    case callbackUrlNotProvided
    case noData
}
