/// The reason why a worker cannot start or continue.
package struct StartError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One sentence: what failed, where, and what to do.
    package let description: String
    /// Whether an option is wrong, so that the exit status is that of a usage error.
    package let isUsage: Bool

    package init(_ description: String, isUsage: Bool = false) {
        self.description = description
        self.isUsage = isUsage
    }
}
