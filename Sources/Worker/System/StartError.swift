package import Observation

/// The reason why a worker cannot start or continue.
package struct StartError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One sentence: what failed, where, and what to do.
    package let description: String
    /// Whether an option is wrong, so that the process exits with the status of a usage error.
    package let isUsage: Bool
    /// The kind of reason; nil for commands without a log.
    package let code: Reason.Code?

    package init(_ description: String, isUsage: Bool = false, code: Reason.Code? = nil) {
        self.description = description
        self.isUsage = isUsage
        self.code = code
    }

    package init(_ reason: Reason) { self.init(reason.sentence, code: reason.code) }
}
