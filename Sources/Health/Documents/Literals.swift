import JSON
import Vocabulary

/// Strings that occur often in documents, as JSON strings with quotes.
package enum Literals {
    package static let sum = quoted("sum")
    package static let average = quoted("average")
    package static let minimum = quoted("minimum")
    package static let maximum = quoted("maximum")
    package static let mostRecent = quoted("most_recent")
    /// The unit of a number that has no unit.
    package static let count = quoted("count")
    /// The unit of a bool.
    package static let bool = quoted("bool")
    /// The unit of an electrocardiogram's voltages.
    package static let microvolt = quoted("µV")

    /// The canonical unit of each type, by catalogue index; empty if a type has none.
    package static let units: [[UInt8]] = Catalogue.sampleTypes.map { type in
        type.canonicalUnit.map { quoted($0.string) } ?? []
    }

    /// Encodes a text as a JSON string.
    package static func quoted(_ text: String) -> [UInt8] {
        var writer = Writer()
        writer.string(text)
        return writer.bytes
    }
}
