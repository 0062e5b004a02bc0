import Foundation
import Health
import Testing
import Views
import Vocabulary

/// An explanation as a drawing.
struct ExplanationTextTests {
    private static func steps(_ number: Int, _ hours: (Int, Int), _ value: Int, _ product: String) -> String {
        """
        {"id":"00000000-0000-4000-8000-00000000000\(number)","type":"HKQuantityTypeIdentifierStepCount",\
        "start_date":"2024-04-16T\(hours.0):00:00Z","end_date":"2024-04-16T\(hours.1):00:00Z","value":\(value),\
        "unit":"count","source":{"name":"\(product) of a person with a long name","product_type":"\(product)"}}
        """
    }

    private static func lines(live: String? = nil) throws -> [String] {
        let samples = [
            steps(1, (12, 14), 1_200, "Watch"), steps(2, (13, 15), 400, "iPhone"), steps(3, (16, 17), -1, "iPhone"),
        ]
        let upload = """
            {"upload_id":"00000000-0000-4000-8000-000000000009","connection_id":"me",\
            "collected_at":"2024-04-17T00:00:00Z","samples":[\(samples.joined(separator: ",")),{}]}
            """
        let zones = ZoneTable { _ in nil }
        let connection = try #require(ConnectionID(Array("me".utf8)))
        var explainer = Explainer("steps/2024-04-16", of: connection, rules: Rules(), zones: zones)
        var place = RecordPlace(topic: .uploads, partition: 0, offset: 0, timestampMilliseconds: nil)
        place.describesItself = true
        repeat { explainer.take(place, key: connection.bytes, value: Array(upload.utf8)) } while explainer.endReading()
        let found = explainer.explanation
        var explanation = try #require(found)
        if let live { explanation.compare(with: Array(live.utf8)) }
        return ExplanationText(ink: .plain, clock: .utc).lines(explanation)
    }

    @Test func `each source has a time line in which filled time counts, and its sum`() throws {
        let lines = try Self.lines()
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
        let watch = try #require(lines.first { $0.hasPrefix("    Watch of…") }, "\(lines)")
        #expect(watch.contains("████") && watch.hasSuffix("  1,200") && !watch.contains("░"))
        let phone = try #require(lines.first { $0.hasPrefix("    iPhone o…") }, "\(lines)")
        #expect(phone.contains("███") && phone.contains("░░") && phone.hasSuffix("  200"))
        #expect(lines.contains("    1 sample counts") && lines.contains("    1 sample is refused: invalidValue"))
        #expect(lines.contains { $0.hasPrefix("    1 sample is covered, wholly or in part: Watch of a") })
        #expect(lines.last == "  refused without a type or a time: 1 sample decodingError")
        #expect(lines[2] == "" && lines[3] == "  step count  sum 1,400")
    }

    @Test func `what the live document says otherwise is shown`() throws {
        let live = #"{"id":"steps/2024-04-16","type":"steps","data":[{"data":{}}]}"#
        #expect(try Self.lines(live: live).contains("  the live document: does not have it"))
    }

    @Test func `the documents that exist are those of the type, else the types`() {
        let ids = ["steps/2024-04-15", "steps/2024-04-16", "sleep/A"]
        let near = ExplanationText.existing(ids, insteadOf: "steps/2024-04-17")
        #expect(near == "there are steps/2024-04-15, steps/2024-04-16")
        #expect(
            ExplanationText.existing(ids, insteadOf: "heart") == "there are documents of sleep (1), steps (2)"
        )
        let many = (100..<130).map { "steps/\($0)" }
        let some = ExplanationText.existing(many, insteadOf: "steps/1")
        #expect(some.hasPrefix("there are 30, the last ones steps/110, ") && some.hasSuffix("steps/129"))
        #expect(ExplanationText.existing([], insteadOf: "steps/1") == "there are no documents")
    }
}
