/// The reason why pages cannot be served, with advice.
package struct ServingError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
