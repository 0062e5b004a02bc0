import Testing
import Vocabulary

/// Which of two copies counts where their versions are no plain integers.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct VersionRuleTests {
    private static let noon = "2024-04-25T10:00:00Z"

    /// A copy of one body mass with these members.
    private static func upload(_ value: Int, _ members: String) -> String {
        let mass = Line.quantity(1, of: "BodyMass", noon, "\(value)", "kg", more: ",\(members)")
        return Line.upload("2024-04-26T08:15:00Z", [mass])
    }

    private static func sync(_ version: String) -> String { #""metadata":{"HKMetadataKeySyncVersion":\#(version)}"# }

    /// The lesser version and the greater, as members of a sample.
    private static let pairs = [
        (sync("1.5"), sync("2.5")), (sync("2"), sync("2.5")), (sync("2.5"), sync("3")), (sync("2.5"), #""version":3"#),
        (#""version":2"#, sync("2.5")), (sync(#""9""#), sync(#""10""#)), (sync(#""2.25""#), sync("2.5")),
        (sync("9007199254740992"), sync("9007199254740993")),
        (sync("9007199254740993.0"), sync(#""9007199254740993""#)),
        (sync("9223372036854775807"), sync("1e30")), (sync("-1e30"), sync("-9223372036854775808")),
        // What is no number is 0, and a version of the sample's own is before the metadata's.
        (sync(#""v9""#), sync("0.5")), (sync("[9]"), sync("0.5")), (sync("-0.5"), sync("true")),
        (#""version":1,\#(sync("9.5"))"#, sync("1.5")), (sync(#"{"value":9,"unit":"count"}"#), sync("0.5")),
    ]

    @Test(arguments: pairs)
    func `the copy of the greater version counts in either order, whatever kind of number it is`(
        lesser: String,
        greater: String
    ) {
        var first = Journey()
        first.commit(Self.upload(60, lesser))
        first.commit(Self.upload(70, greater))
        #expect(first.accounting.replaced == 1)
        var second = Journey()
        second.commit(Self.upload(70, greater), Self.upload(60, lesser))
        #expect(second.accounting.duplicates == 1)
        #expect(first.documents["body/2024-04-25"]?.contains(#""quantity":70,"unit":"kg""#) == true)
        #expect(second.documents["body/2024-04-25"]?.contains(#""quantity":70,"unit":"kg""#) == true)
        let isNothing = first.refusals.isEmpty && second.refusals.isEmpty
        #expect(isNothing)
    }

    @Test func `versions that are equal as numbers leave it to the encoding`() {
        for (one, other) in [("2.5", #""25e-1""#), ("2", "2.0"), ("2", #""2""#), ("0", #""no number""#)] {
            for order in [[60, 70], [70, 60]] {
                var journey = Journey()
                journey.commit(Self.upload(order[0], Self.sync(order[0] == 60 ? one : other)))
                journey.commit(Self.upload(order[1], Self.sync(order[1] == 60 ? one : other)))
                #expect(journey.documents["body/2024-04-25"]?.contains(#""quantity":60,"unit":"kg""#) == true, "\(one)")
            }
        }
    }

    @Test func `a fraction of a version is kept by the state`() {
        var journey = Journey()
        journey.commit(Self.upload(70, Self.sync("2.5")))
        journey.commit(Self.upload(1, #""version":0"#))
        journey.commit(Self.upload(60, Self.sync("2.25")))
        #expect(journey.accounting.duplicates == 2)
        journey.commit(Self.upload(60, Self.sync("2.75")))
        #expect(journey.accounting.replaced == 1)
    }
}
