/// What became of every sample: in = new + duplicates + replaced + deleted before arrival + refused.
package struct Accounting: Sendable, Hashable {
    /// Uploads read, refused ones too.
    package var uploads = 0
    package var uploadsRefused = 0
    /// Uploads of a forgotten connection that were read and left no trace, counted among the uploads too.
    package var uploadsForgotten = 0
    /// Samples in uploads, as far as they could be counted.
    package var samplesIn = 0
    /// Samples that the state did not have.
    package var new = 0
    /// Copies that lost against the one that is held, or equal it.
    package var duplicates = 0
    /// Copies that took the place of the one that was held.
    package var replaced = 0
    /// Samples whose id was deleted before they came.
    package var deletedBeforeArrival = 0
    /// Samples refused, alone or with their upload.
    package var refused = 0
    package var deletions = 0
    /// Deletions refused, alone or with their upload.
    package var deletionsRefused = 0
    /// Refused records, samples, deletions and entries of `post` by code, those too that share a dead letter.
    package var refusals: [RefusalCode: Int] = [:]

    package init() {}

    /// Whether every sample is accounted for.
    package var isBalanced: Bool {
        samplesIn == new + duplicates + replaced + deletedBeforeArrival + refused
    }

    /// Counts a sample that was not refused.
    mutating func count(_ result: MergeResult) {
        switch result {
        case .new: new += 1
        case .duplicate: duplicates += 1
        case .replaced: replaced += 1
        case .deletedBeforeArrival: deletedBeforeArrival += 1
        }
    }

    /// A count by its name in the contract's accounting.
    package typealias Count = (name: StaticString, path: any WritableKeyPath<Accounting, Int> & Sendable)

    /// The counts of uploads, in the contract's order.
    package static let uploadCounts: [Count] = [
        ("uploads", \.uploads), ("uploads_refused", \.uploadsRefused), ("uploads_forgotten", \.uploadsForgotten),
    ]

    /// The counts of samples and deletions, in the contract's order.
    package static let sampleCounts: [Count] = [
        ("samples_in", \.samplesIn), ("new", \.new), ("duplicates", \.duplicates), ("replaced", \.replaced),
        ("deleted_before_arrival", \.deletedBeforeArrival), ("refused", \.refused), ("deletions", \.deletions),
        ("deletions_refused", \.deletionsRefused),
    ]

    /// The counts as they are told, in the contract's order: forgotten uploads only where there are any.
    package var told: [(name: StaticString, count: Int)] {
        (Self.uploadCounts + Self.sampleCounts).compactMap { name, path in
            path == \.uploadsForgotten && uploadsForgotten == 0 ? nil : (name, self[keyPath: path])
        }
    }

    /// Adds another account to this one.
    package static func += (left: inout Self, right: Self) {
        for (_, path) in uploadCounts + sampleCounts { left[keyPath: path] += right[keyPath: path] }
        left.refusals.merge(right.refusals, uniquingKeysWith: +)
    }
}

/// Why something was refused; the names are those of the header `fork-error-code`.
package enum RefusalCode: String, Sendable, CaseIterable {
    /// No JSON, a field missing or of the wrong JSON type, a date that is none.
    case decodingError
    /// An unknown type, a malformed id, a key unlike the connection id.
    case invalidIdentifier
    /// A schema or a known type that this version does not process.
    case invalidType
    /// A value that is well-formed and cannot be.
    case invalidValue
    /// Longer than the limits.
    case tooLarge
    /// Before the horizon of retention.
    case tooLate
    case connectionIsClosed
    /// The connection does not allow the type, or has no settings where only known connections are taken.
    case unauthorized
    /// An upload asks for documents to be posted, and the connection has no callback URL.
    case callbackUrlNotProvided
    case noData
}
