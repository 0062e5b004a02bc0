import Formats
import Testing
import Vocabulary

/// Members of correlations that a document also lists as samples, as an import of the Health app has them.
struct CorrelationMemberTests {
    private static let members = ["00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000002"]

    /// Returns a document with a blood pressure, whose samples it lists too, and with another sample.
    private static func document() -> [UInt8] {
        let systolic = Documents.sample(id: members[0], "121", "mmHg")
        let diastolic = Documents.sample(id: members[1], "78", "mmHg")
        let (upper, lower) = (
            "HKQuantityTypeIdentifierBloodPressureSystolic", "HKQuantityTypeIdentifierBloodPressureDiastolic"
        )
        let other = Documents.sample("118", "mmHg")
        let item = """
            ,"data":{"\(lower)":[\(diastolic)],"\(upper)":[\(systolic),\(other)]},\
            "nested_data":{"HKCorrelationTypeIdentifierBloodPressure":[{"id":"EF0E5883-1ACD-43D5-BFEE-167FE83E21DC",\
            "name":"x","start_date":734945400,"end_date":734945400,\
            "data":{"\(lower)":[\(diastolic)],"\(upper)":[\(systolic)]}}]}
            """
        return Array(Documents.document("vitalSigns", item: item).utf8)
    }

    @Test func `the item names the members`() throws {
        let item = try #require(ForkDocument(Self.document())?.items.first)
        #expect(item.correlationMembers == Set(Self.members.compactMap { UUID128($0) }))
    }

    @Test(arguments: ["fhir", "omh"])
    func `a form has the pressure and the other sample, and no member by itself`(name: String) throws {
        let form = try #require(DocumentForm.all(TestZones.table).first { $0.name == name })
        let text = String(decoding: form.records(Self.document(), 900_000)[0], as: UTF8.self)
        let mark = name == "fhir" ? #""fullUrl""# : #""header""#
        #expect(text.split(separator: mark).count == 3)
        #expect(Self.members.allSatisfy { !text.contains($0) } && text.contains(Documents.sampleID.lowercased()))
    }
}
