import JSON

/// Literals that documents repeat, as JSON strings in quotes.
package enum Literals {
    /// A quantity's type: a sum.
    package static let sum = quoted("sum")
    /// A quantity's type: an average.
    package static let average = quoted("average")
    /// A quantity's type: the least.
    package static let minimum = quoted("minimum")
    /// A quantity's type: the greatest.
    package static let maximum = quoted("maximum")
    /// A quantity's type: the most recent.
    package static let mostRecent = quoted("most_recent")
    /// The unit of a number without a unit.
    package static let count = quoted("count")
    /// The unit of a truth value.
    package static let bool = quoted("bool")
    /// The unit of an electrocardiogram's voltages.
    package static let microvolt = quoted("µV")

    /// The canonical unit of each type of the catalogue, empty where a type has none.
    package static let units: [[UInt8]] = Catalogue.sampleTypes.map { type in
        type.canonicalUnit.map { quoted($0.string) } ?? []
    }

    /// A text as a JSON string.
    package static func quoted(_ text: String) -> [UInt8] {
        var writer = Writer()
        writer.string(text)
        return writer.bytes
    }
}
