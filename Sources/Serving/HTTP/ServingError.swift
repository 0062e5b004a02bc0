/// Why pages cannot be served, in a sentence that says what to do.
package struct ServingError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
