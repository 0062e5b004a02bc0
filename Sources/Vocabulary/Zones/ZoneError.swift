/// The reason why a zone file was rejected.
package struct ZoneError: Error, Hashable, Sendable {
    /// One sentence that names the zone and the fault in its file.
    package let message: String
}

extension ZoneError: CustomStringConvertible {
    package var description: String { message }
}
