import Foundation
import Health
import Testing
import Vocabulary

/// Each reason why a figure contains a sample or not.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct ExplainReasonTests {
    private static let collected = "2024-04-17T08:00:00Z"
    private static let steps = "/data/0/data/steps"
    private static let watch = #""source":{"name":"Watch","product_type":"Watch6,9"}"#
    private static let phone = #""source":{"name":"Phone","product_type":"iPhone15,2"}"#

    private static func counted(_ number: Int, _ from: String, _ to: String, _ value: Int, _ more: String) -> String {
        let start = "2024-04-16T\(from):00Z"
        let end = "2024-04-16T\(to):00Z"
        let all = #""value":\#(value),"unit":"count",\#(more)"#
        return Line.sample(number, "HKQuantityTypeIdentifierStepCount", start, end, all)
    }

    private static func rate(_ number: Int, _ time: String, _ value: Int, _ more: String = "") -> String {
        let at = "2024-04-16T\(time):00Z"
        let all = #""value":\#(value),"unit":"count/min"\#(more.isEmpty ? "" : ",")\#(more)"#
        return Line.sample(number, "HKQuantityTypeIdentifierHeartRate", at, at, all)
    }

    @Test func `what a better source covers counts for the rest of its time`() throws {
        let samples = [
            Self.counted(1, "10:00", "10:10", 640, Self.watch), Self.counted(2, "10:00", "10:10", 600, Self.phone),
            Self.counted(3, "10:05", "10:15", 300, Self.phone), Self.counted(4, "11:00", "11:10", 50, Self.phone),
        ]
        let explanation = try Explained.explanation("steps/2024-04-16", [Line.upload(Self.collected, samples)])
        let figure = try explanation.figure(Self.steps)
        #expect(figure.said == ["1 1.0 counts", "2 0.0 covered Watch", "3 0.5 covered Watch", "4 1.0 counts"])
        #expect(figure.values == [Explanation.Value(name: "sum", number: 840)])
        #expect(figure.reasons.map { "\($0.word) \($0.count)" } == ["counts 2", "covered 2"])
        #expect(explanation.uploads == 1 && explanation.unplaced.isEmpty && explanation.zone == "UTC")
    }

    @Test func `a sample over midnight counts in proportion`() throws {
        let sample = Line.steps(1, "2024-04-15T23:30:00Z", "2024-04-16T00:30:00Z", 100)
        let figure = try Explained.explanation("steps/2024-04-16", [Line.upload(Self.collected, [sample])])
            .figure(Self.steps)
        #expect(figure.said == ["1 0.5 counts"] && figure.value("sum") == 50)
    }

    @Test func `copies, deletions and refusals are told with the upload or the code`() throws {
        let uploads = [
            Line.upload(Self.collected, [Self.counted(1, "10:00", "10:10", 10, #""version":1"#)], id: 901),
            Line.upload(
                Self.collected,
                [
                    Self.counted(1, "10:00", "10:10", 20, #""version":2"#),
                    Self.counted(2, "10:10", "10:20", 30, #""version":1"#),
                ],
                id: 902
            ),
            Line.upload(Self.collected, [Self.counted(1, "10:00", "10:10", 20, #""version":2"#)], id: 903),
            Line.upload(
                Self.collected,
                [Self.counted(3, "10:20", "10:30", -1, #""version":1"#)],
                deleted: [2],
                id: 904
            ),
        ]
        let figure = try Explained.explanation("steps/2024-04-16", uploads).figure(Self.steps)
        #expect(
            figure.said == [
                "1 0.0 copy 902", "1 1.0 counts", "2 0.0 deleted 904", "3 0.0 refused invalidValue",
            ]
                || figure.said == [
                    "1 1.0 counts", "1 0.0 copy 902", "2 0.0 deleted 904", "3 0.0 refused invalidValue",
                ]
        )
        #expect(figure.value("sum") == 20)
        #expect(figure.samples.first { $0.why == .counts }?.upload?.description == Line.id(902))
    }

    @Test func `twins and replaced versions name the sample that counts`() throws {
        let sync = #""metadata":{"HKMetadataKeySyncIdentifier":"a","HKMetadataKeySyncVersion":"#
        let samples = [
            Self.rate(1, "10:00", 60), Self.rate(2, "10:00", 60), Self.rate(3, "10:01", 61, sync + "1}"),
            Self.rate(4, "10:02", 62, sync + "2}"),
        ]
        let explanation = try Explained.explanation("heart/2024-04-16T10Z", [Line.upload(Self.collected, samples)])
        let figure = try explanation.figure("/data/0/data/HKQuantityTypeIdentifierHeartRate")
        #expect(figure.said == ["1 1.0 counts", "2 0.0 twin 1", "3 0.0 newerVersion 4", "4 1.0 counts"])
        #expect(figure.value("samples") == 2 && figure.value("average") == 61 && figure.value("count") == 2)
    }

    @Test func `a sample of another local day is outside`() throws {
        let kyiv = #""time_zone":"Europe/Kyiv""#
        let samples = [
            Self.counted(1, "10:00", "10:10", 10, Self.phone), Self.counted(2, "22:00", "22:10", 10, kyiv),
        ]
        let figure = try Explained.explanation("steps/2024-04-16", [Line.upload(Self.collected, samples)])
            .figure(Self.steps)
        #expect(figure.said == ["1 1.0 counts", "2 0.0 outside steps/2024-04-17"])
    }

    @Test func `a refused upload has its samples in the figures, and what has no place is counted`() throws {
        let good = Line.upload(Self.collected, [Self.counted(1, "10:00", "10:10", 10, Self.phone)])
        let late = Line.upload("2024-04-10T00:00:00Z", [Self.counted(2, "10:20", "10:30", 5, Self.phone)])
        let wrong = good.replacing(Line.id(999), with: "no id").replacing(Line.id(1), with: Line.id(3))
        let unknown = Line.upload(Self.collected, [#"{"id":"x","type":"HKNothing"}"#])
        let explanation = try Explained.explanation("steps/2024-04-16", [good, late, wrong, unknown, "{"])
        #expect(
            try explanation.figure(Self.steps).said == [
                "1 1.0 counts", "3 0.0 refused invalidIdentifier", "2 0.0 refused invalidValue",
            ]
        )
        let unplaced = explanation.unplaced.map { "\($0.code.rawValue) \($0.count)" }
        #expect(unplaced == ["decodingError 1", "invalidIdentifier 1"])
        #expect(explanation.uploads == 5)
    }

    @Test func `settings refuse types`() throws {
        let settings = #"{"connection_id":"c","allowed_types":["steps"]}"#
        let samples = [Self.counted(1, "10:00", "10:10", 10, Self.phone), Self.rate(2, "10:00", 60)]
        let uploads = [Line.upload(Self.collected, samples)]
        let explanation = try Explained.explanation("activitiesSummary/2024-04-16", uploads, settings: [settings])
        let rates = try explanation.figure("/data/0/data/HKQuantityTypeIdentifierHeartRate")
        #expect(rates.said == ["2 0.0 refused unauthorized"] && rates.values.isEmpty)
        let steps = try explanation.figure("/data/0/data/HKQuantityTypeIdentifierStepCount")
        #expect(steps.said == ["1 1.0 counts"] && steps.value("sum") == 10)
    }

    @Test func `a night has its samples, and those of another source are outside`() throws {
        let samples = [
            Line.sleep(1, "2024-04-15T22:00:00Z", "2024-04-16T01:00:00Z", 3, source: "Watch"),
            Line.sleep(2, "2024-04-16T01:30:00Z", "2024-04-16T02:00:00Z", 4, source: "Watch"),
            Line.sleep(3, "2024-04-15T23:00:00Z", "2024-04-16T05:00:00Z", 1, source: "Phone"),
        ]
        var journey = Journey()
        let upload = Line.upload(Self.collected, samples)
        journey.commit(upload)
        let watch = try #require(journey.documents.first { $0.value.contains("\"deep\":{\"quantity\":1800") }?.key)
        let phone = try #require(journey.documents.keys.first { $0.hasPrefix("sleep/") && $0 != watch })
        let figure = try Explained.explanation(watch, [upload]).figure("/data/0/data/sleep")
        #expect(figure.said == ["1 1.0 counts", "3 0.0 outside \(phone)", "2 1.0 counts"])
        #expect(figure.value("samples") == 2 && figure.value("asleep") == 12_600 && figure.value("primary") == 1)
    }

    @Test func `a document that does not exist has the others`() throws {
        let uploads = [Line.upload(Self.collected, [Self.counted(1, "10:00", "10:10", 10, Self.phone)])]
        for id in [
            "steps/2024-04-17", "heart/2024-04-16T10Z", "sleep/\(Line.id(1))", "nothing", "steps",
            "heart/2024-04-16T+1Z",
        ] {
            let found = try Explained.explainer(id, uploads.map { Array($0.utf8) })
            #expect(found.explanation == nil)
            #expect(found.existing.sorted() == ["activitiesSummary/2024-04-16", "steps/2024-04-16"], "\(id)")
        }
    }

    @Test func `a frozen document is explained as it froze`() throws {
        var rules = Rules()
        rules.stateRetentionSeconds = 30 * 86_400
        let uploads = [
            Line.upload(Self.collected, [Self.counted(1, "10:00", "10:10", 10, Self.phone)], id: 901),
            Line.upload("2024-07-01T00:00:00Z", [Line.steps(2, "2024-06-30T10:00:00Z", "2024-06-30T11:00:00Z", 5)]),
            Line.upload("2024-07-01T00:00:00Z", [Self.counted(3, "11:00", "11:10", 7, Self.phone)], deleted: [1]),
        ]
        let figure = try Explained.explanation("steps/2024-04-16", uploads, rules: rules).figure(Self.steps)
        #expect(figure.said == ["1 1.0 counts", "3 0.0 refused tooLate"] && figure.value("sum") == 10)
    }

    @Test func `a live document that differs shows its values`() throws {
        let uploads = [Line.upload(Self.collected, [Self.counted(1, "10:00", "10:10", 10, Self.phone)])]
        var journey = Journey()
        journey.commit(uploads)
        let live = try #require(journey.documents["steps/2024-04-16"])
        var explanation = try Explained.explanation("steps/2024-04-16", uploads)
        explanation.compare(with: Array(live.utf8))
        #expect(try explanation.figure(Self.steps).live == nil)
        let other = live.replacing("\"quantity\":10,", with: "\"quantity\":11,")
            .replacing("\"data\":{", with: "\"data\":{\"x\":[{\"value\":{\"quantity\":1},\"type\":\"sum\"}],")
        explanation.compare(with: Array(other.utf8))
        #expect(try explanation.figure(Self.steps).live == [Explanation.Value(name: "sum", number: 11)])
        #expect(try explanation.figure("/data/0/data/x").live == [Explanation.Value(name: "sum", number: 1)])
        explanation.compare(with: nil)
        #expect(try explanation.figure(Self.steps).live == [])
    }
}
