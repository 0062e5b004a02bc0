import AppleHealth
import Exports
import Testing
import Vocabulary

/// Ids depend on what a sample is, and on nothing else of the export.
struct IdentityTests {
    private func record(_ value: String, _ address: String = "0x1", date: String = "2024-04-20 09:00:00 +0300")
        -> String
    {
        """
        <Record type="HKQuantityTypeIdentifierDietaryWater" \(HealthExport.origin(address: address)) unit="mL" \
        \(HealthExport.at(date)) value="\(value)"/>
        """
    }

    @Test func `an id is the version 5 UUID of the parts of a sample`() {
        let name =
            "apple-health/me/HKQuantityTypeIdentifierDietaryWater/735285600000/735285600000/250/mL/"
            + "Anna’s Apple\u{A0}Watch/9.4/name:Apple Watch, manufacturer:Apple, Inc., model:Watch, hardware:Watch6,2, "
            + "software:9.4/0"
        #expect(Import(elements: record("250")).ids == [UUID128.v5(name: Array(name.utf8)).description])
    }

    @Test func `the address of a device and the offset of the phone make no other id`() {
        let first = Import(elements: record("250"))
        let other = Import(elements: record("250", "0x2", date: "2024-04-20 08:00:00 +0200"))
        #expect(first.ids == other.ids && first.ids.count == 1)
    }

    @Test func `equal samples are numbered`() {
        let twice = Import(elements: record("250") + record("300") + record("250", "0x9"))
        #expect(Set(twice.ids).count == 3)
        #expect(Set(twice.ids).isSuperset(of: Import(elements: record("250")).ids))
    }

    @Test func `a longer export has all ids of a shorter one`() throws {
        let sample = try HealthExport.sample()
        var longer = sample
        longer.xml = sample.xml.replacing("<Record", with: record("1", "0x7") + "\n<Record", maxReplacements: 1)
        let (ids, more) = (Set(Import(sample).ids), Set(Import(longer).ids))
        #expect(ids.isSubset(of: more) && more.count == ids.count + 1)
    }

    @Test(arguments: [1, 7, 100, 4_096])
    func `the pieces in which the file comes do not matter`(pieceBytes: Int) throws {
        let sample = try HealthExport.sample()
        #expect(Import(sample, pieceBytes: pieceBytes).lines == Import(sample).lines)
    }
}
