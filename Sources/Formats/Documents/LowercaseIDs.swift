package import JSON
package import Vocabulary

extension Writer {
    /// Appends a UUID in lower case, without quotes, as validators of FHIR and Open mHealth demand.
    package mutating func lowercase(_ id: UUID128) {
        let start = bytes.count
        id.append(to: &bytes)
        // Sets the bit that makes letters small; digits and hyphens have it already.
        for index in start..<bytes.count { bytes[index] |= 0x20 }
    }
}

extension UUID128 {
    /// Derives an id from parts that are joined by `/`, as all derived ids are.
    package static func derived(_ parts: String...) -> UUID128 {
        v5(name: parts.joined(separator: "/").utf8.map(\.self))
    }
}
