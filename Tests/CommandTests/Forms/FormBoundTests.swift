import Foundation
import JSON
import Testing
import Vocabulary

/// The longest records that one sample can make in another form are within the bound that topics must take.
struct FormBoundTests {
    private static func sample(_ type: String, _ more: String) -> String {
        #"{"id":"00000000-0000-4000-8000-000000000001","type":"\#(type)","start_date":"2024-04-25T10:00:00Z",\#(more)}"#
    }

    private static func members(_ count: Int) -> String {
        let members = (0..<count).map { number in
            let digits = String(number + 1_000_000)
            return #"{"id":"00000000-0000-4000-8000-00000\#(digits)","type":"HKQuantityTypeIdentifierDietaryFiber","#
                + #""start_date":"2024-04-25T10:00:00Z","value":1,"unit":"g"}"#
        }
        return "\"objects\":[\(members.joined(separator: ","))]"
    }

    private static func text(_ piece: String, _ bytes: Int) -> String {
        String(repeating: piece, count: bytes / piece.utf8.count)
    }

    /// Samples that are as long as the worker takes them, by about a hundredth.
    private static let samples = [
        // The members of a correlation stand in one data point.
        sample("HKCorrelationTypeIdentifierFood", members(1_590)),
        // A document is encoded in Base64.
        sample("HKDocumentTypeIdentifierCDA", #""document":"\#(text("€", 258_000))""#),
        sample("HKQuantityTypeIdentifierBodyMass", #""value":1,"unit":"kg","metadata":{"a":"\#(text("x", 258_000))"}"#),
        sample("HKClinicalTypeIdentifierLabResultRecord", #""fhir_resource":"\#(text("x", 258_000))""#),
        sample("HKScoredAssessmentTypeIdentifierGAD7", #""notes":"\#(text("\\u0001", 258_000))""#),
        // FHIR has a longer character in place of each.
        sample("HKScoredAssessmentTypeIdentifierGAD7", #""notes":"\#(text("\u{7F}", 258_000))""#),
        // Ten seconds of voltages at a rate that no device has.
        sample(
            "HKDataTypeIdentifierElectrocardiogram",
            #""sampling_frequency":1000000,"voltages":[\#(text("-2.2250738585072014e-308,", 1_000_000))0]"#
        ),
        sample("HKCorrelationTypeIdentifierFood", "\"objects\":[\(member(metadata: 7_000))]"),
    ]

    /// Returns a member of a correlation with many metadata values.
    private static func member(metadata count: Int) -> String {
        let values = (0..<count).map { #""\#($0)":{"value":1,"unit":"m"}"# }.joined(separator: ",")
        return sample("HKQuantityTypeIdentifierDietaryFiber", #""value":1,"unit":"g","metadata":{\#(values)}"#)
    }

    @Test(arguments: samples.indices) func `what cannot be cut fits`(index: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-bounds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let settings = folder.appending(path: "connections.ndjson")
        try Data(#"{"connection_id":"c","formats":["fhir","omh"]}"#.utf8).write(to: settings)
        let upload =
            #"{"upload_id":"00000000-0000-4000-8000-000000000009","connection_id":"c","#
            + #""collected_at":"2024-04-26T00:00:00Z","samples":[\#(Self.samples[index])]}"#
        let arguments = ["transform", "--document-max-bytes", "1000", "--connections", settings.path]
        let ending = try Command.run(arguments, input: Data(upload.utf8))
        #expect(ending.lastError.contains(#""new":1"#), "\(ending.errors.prefix(300))")
        var rules = Rules()
        rules.documentMaxBytes = 1_000
        let bound = RecordBounds(rules).form
        var parser = Parser()
        var longest = 0
        for line in ending.text.split(separator: "\n") {
            let record = try parser.parse(Array(line.utf8))
            guard record.member("topic")?.text?.string != "fork.connection.c" else { continue }
            longest = max(longest, record.member("value")?.written.count ?? 0)
        }
        // Key, headers and frame take less than a thousand bytes.
        #expect(longest > 1_000 && longest + 1_000 <= bound)
    }
}
