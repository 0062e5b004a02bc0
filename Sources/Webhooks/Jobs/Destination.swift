package import Vocabulary

/// The reason why a job is dropped, as metrics name it.
package enum DropReason: String, CaseIterable, Sendable {
    case noCallback = "no_callback"
    case closed
    case forgotten
    /// The receiver has turned the connection off.
    case off
}

/// The destination of a job under the newest settings of its connection.
package enum Destination: Equatable, Sendable {
    /// The whole job goes to a callback URL.
    case whole([UInt8])
    /// Only the deletions of the job go to a callback URL.
    case deletions([UInt8])
    case dropped(DropReason)

    /// Finds the destination of a job.
    ///
    /// A forgotten connection gets deletions even if it is closed, because its receiver must erase documents too.
    ///
    /// `settings` is nil if the connection has none. `callbackURL` is the job's callback URL, for a forgotten connection
    /// whose settings have none.
    package init(
        _ settings: ConnectionSettings?,
        createdAtMilliseconds: Int64,
        callbackURL: [UInt8],
        hasDeletions: Bool
    ) {
        guard let settings else {
            self = .dropped(.noCallback)
            return
        }
        if settings.isForgotten || settings.forgets(createdAtMilliseconds) {
            self = hasDeletions ? .deletions(settings.callbackURL ?? callbackURL) : .dropped(.forgotten)
        } else if settings.isClosed {
            self = .dropped(.closed)
        } else if let url = settings.callbackURL {
            self = .whole(url)
        } else {
            self = .dropped(.noCallback)
        }
    }
}

extension Job {
    package var hasDeletions: Bool { documents.contains(where: \.isDeletion) }

    package func destination(under settings: ConnectionSettings?) -> Destination {
        Destination(
            settings,
            createdAtMilliseconds: createdAtMilliseconds,
            callbackURL: callbackURL,
            hasDeletions: hasDeletions
        )
    }
}
