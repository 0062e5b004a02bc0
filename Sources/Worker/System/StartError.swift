/// Why a worker could not begin.
package struct StartError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What happened, where, and what to do.
    package let description: String
    /// An option is wrong, rather than the world.
    package let isUsage: Bool

    /// An error with its sentence.
    package init(_ description: String, isUsage: Bool = false) {
        self.description = description
        self.isUsage = isUsage
    }
}
