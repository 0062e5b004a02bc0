/// Why the bytes of a zone file are refused, as a sentence for a person.
package struct ZoneError: Error, Hashable, Sendable {
    /// One sentence: which zone, and what is wrong with its file.
    package let message: String
}

extension ZoneError: CustomStringConvertible {
    package var description: String { message }
}
