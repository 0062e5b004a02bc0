import AppleHealth
import Exports
import Testing
import Vocabulary

/// How samples are spread over uploads.
struct UploadTests {
    private func record(_ date: String) -> String {
        "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"s\" unit=\"count\" \(HealthExport.at(date)) value=\"1\"/>"
    }

    @Test func `an upload has at most 1000 samples`() {
        let second = (0..<2_500).map {
            "2024-04-20 09:\($0 / 60 % 60 < 10 ? "0" : "")\($0 / 60 % 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60) +0300"
        }
        let counts = Import(elements: second.map(record).joined()).uploads.map { ($0["samples"] as? [Any])?.count }
        #expect(counts == [1_000, 1_000, 500])
    }

    @Test func `an upload spans at most 30 days of starts`() {
        let dates = ["2024-01-01", "2024-01-31", "2024-02-01", "2024-04-01"].map { "\($0) 10:00:00 +0300" }
        let counts = Import(elements: dates.map(record).joined()).uploads.map { ($0["samples"] as? [Any])?.count }
        #expect(counts == [2, 1, 1])
    }

    @Test func `uploads are in order of time, and collected a day after the last start or at the export`() {
        let dates = ["2024-04-26 09:00:00 +0300", "2024-01-01 10:00:00 +0300"]
        let uploads = Import(elements: dates.map(record).joined()).uploads
        #expect(uploads.map { text($0["collected_at"]) } == ["725871600", "735807600"])
    }

    @Test func `a short retention makes shorter uploads`() {
        let export = HealthExport(
            xml: HealthExport.document(
                ["2024-01-01", "2024-01-05", "2024-01-10"].map { record("\($0) 10:00:00 +0300") }.joined()
            )
        )
        #expect(Import(export, retentionDays: 10).uploads.count == 2)
        #expect(Import(export).uploads.count == 1)
    }

    @Test func `the zone is the given one, else the offset of the export`() {
        let element = record("2024-04-20 09:00:00 +0300")
        #expect(Import(elements: element).uploads.first?["time_zone"] as? String == "+03:00")
        #expect(Import(elements: element, zone: .utc).uploads.first?["time_zone"] as? String == "UTC")
        #expect(Import(elements: element).tally.withoutZone == 1)
    }

    @Test func `samples before a time are left out and counted`() {
        let export = HealthExport(
            xml: HealthExport.document(record("2024-04-20 09:00:00 +0300") + record("2024-04-21 09:00:00 +0300"))
        )
        let imported = Import(export, since: 735_350_400_000)
        #expect(imported.ids.count == 1 && imported.tally.skipped == ["a sample from before --since": 1])
    }

    @Test(arguments: [
        (#"startDate="x" value="1""#, "a start that is not a date"),
        (
            #"startDate="2024-04-20 09:00:00 +0300" endDate="2024-04-20 08:00:00 +0300" value="1""#,
            "an end before the start"
        ),
        (#"startDate="1820-04-20 09:00:00 +0300" value="1""#, "a start before 1900"),
        (#"startDate="2024-05-20 09:00:00 +0300" value="1""#, "a start after the export"),
        (
            #"startDate="2024-01-20 09:00:00 +0300" endDate="2024-03-20 09:00:00 +0300" value="1""#,
            "more than 40 days in one sample"
        ),
        (
            #"startDate="2024-04-20 09:00:00 +0300" value="-1""#,
            "a value that HKQuantityTypeIdentifierStepCount cannot have"
        ),
        (#"startDate="2024-04-20 09:00:00 +0300" value="many""#, "a value that is not a number"),
        (
            #"startDate="2024-04-20 09:00:00 +0300" value="1" unit="kg""#,
            "the unit kg for HKQuantityTypeIdentifierStepCount"
        ),
    ])
    func `what a worker would refuse is left out with its reason`(attributes: String, reason: String) {
        let unit = attributes.contains("unit=") ? "" : #"unit="count""#
        let imported = Import(elements: "<Record type=\"HKQuantityTypeIdentifierStepCount\" \(unit) \(attributes)/>")
        #expect(imported.ids.isEmpty && imported.tally.leftOut == [reason: 1])
    }
}
