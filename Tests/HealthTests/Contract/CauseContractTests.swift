import Testing
import Vocabulary

/// Which upload of a commit a session of sleep names, where several touched the same night.
@Suite struct CauseContractTests {
    private static let watch = Line.sleep(1, "2024-01-05T22:00Z", "2024-01-06T06:00Z", 3, source: "Watch")
    private static let deep = Line.sleep(2, "2024-01-06T02:00Z", "2024-01-06T03:00Z", 4, source: "Watch")
    private static let phone = Line.sleep(3, "2024-01-05T23:00Z", "2024-01-06T05:00Z", 3, source: "Phone")

    /// Uploads, the first of which is a commit of its own, and the numbers of those that the sessions name.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var before: [String] = []
        var uploads: [[String]]
        var deleted: [Int] = []
        /// By source; nil: the session's document does not change.
        var watch: Int?
        var phone: Int?
    }

    static let cases = [
        Case(
            testDescription: "a worse session beside a better one does not change it",
            uploads: [[watch, deep], [phone]],
            watch: 1,
            phone: 2
        ),
        Case(
            testDescription: "a better session takes the place of a worse one",
            uploads: [[phone], [watch, deep]],
            watch: 2,
            phone: 2
        ),
        Case(
            testDescription: "a session that is primary anyway is not changed by the other's growth",
            before: [watch, deep],
            uploads: [[phone], [Line.sleep(4, "2024-01-06T05:00Z", "2024-01-06T05:30Z", 3, source: "Phone")]],
            watch: nil,
            phone: 2
        ),
        Case(
            testDescription: "who grows in the first upload is not named by the second",
            before: [watch, deep],
            uploads: [[Line.sleep(5, "2024-01-06T06:00Z", "2024-01-06T07:00Z", 3, source: "Watch")], [phone]],
            watch: 1,
            phone: 2
        ),
        Case(
            testDescription: "what a deletion makes primary names the deletion",
            before: [watch, deep],
            uploads: [[phone], []],
            deleted: [1, 2],
            watch: 2,
            phone: 2
        ),
    ]

    @Test(arguments: cases) func `a session names the last upload that changed it`(_ one: Case) throws {
        var journey = Journey()
        if !one.before.isEmpty { journey.commit(Line.upload("2024-01-07T00:00:00Z", one.before)) }
        let known = journey.documents
        let count = journey.records.count
        let lines = one.uploads.enumerated().map { index, samples in
            let deleted = index == one.uploads.count - 1 ? one.deleted : []
            return Line.upload("2024-01-07T00:00:00Z", samples, deleted: deleted, id: 901 + index)
        }
        journey.commit(lines[0], lines[1])
        var named: [String: String] = [:]
        for record in journey.records[count...] where record.kind == .document {
            let key = String(decoding: record.key ?? [], as: UTF8.self)
            let text = record.value.map { String(decoding: $0, as: UTF8.self) } ?? known[key] ?? ""
            let upload = record.headers.first { $0.name == "fork-upload" }?.value ?? []
            for source in ["Watch", "Phone"] where text.contains(source) {
                named[source] = String(decoding: upload, as: UTF8.self)
            }
        }
        #expect(named["Watch"] == one.watch.map { Line.id(900 + $0) })
        #expect(named["Phone"] == one.phone.map { Line.id(900 + $0) })
    }

    @Test func `a day's total does not name an upload whose samples are of another day, in their own zone`() {
        func steps(_ number: Int, _ minute: String, _ zone: String) -> String {
            let more = "\"value\":5,\"unit\":\"count\",\"metadata\":{\"HKTimeZone\":\"\(zone)\"}"
            return Line.sample(number, "HKQuantityTypeIdentifierStepCount", "\(minute):00Z", "\(minute):30Z", more)
        }
        var journey = Journey()
        // The second is on the day before where it was taken, and on the day of the first where that was taken.
        journey.commit(
            Line.upload("2024-01-07T00:00:00Z", [steps(1, "2024-01-06T10:00", "Europe/Vilnius")], id: 901),
            Line.upload("2024-01-07T00:00:00Z", [steps(2, "2024-01-05T23:00", "America/Santiago")], id: 902)
        )
        var named: [String: String] = [:]
        for record in journey.records where record.kind == .document {
            let upload = record.headers.first { $0.name == "fork-upload" }?.value ?? []
            named[String(decoding: record.key ?? [], as: UTF8.self)] = String(decoding: upload, as: UTF8.self)
        }
        #expect(named["steps/2024-01-06"] == Line.id(901))
        #expect(named["steps/2024-01-05"] == Line.id(902))
        #expect(named["activitiesSummary/2024-01-06"] == Line.id(901))
    }
}
