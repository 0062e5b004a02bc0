import Foundation
import Testing

/// An explanation of a file of uploads.
struct ExplainCommandTests {
    private static func upload(_ number: Int, of connection: String = "me", _ samples: [String]) -> String {
        """
        {"upload_id":"\(id(number))","connection_id":"\(connection)","collected_at":"2024-04-17T00:00:00Z",\
        "samples":[\(samples.joined(separator: ","))]}
        """
    }

    private static func steps(_ number: Int, _ value: Int, _ source: String, _ product: String) -> String {
        """
        {"id":"\(id(number))","type":"HKQuantityTypeIdentifierStepCount","start_date":"2024-04-16T10:00:00Z",\
        "end_date":"2024-04-16T10:10:00Z","value":\(value),"unit":"count",\
        "source":{"name":"\(source)","product_type":"\(product)"}}
        """
    }

    private static func id(_ number: Int) -> String { "00000000-0000-4000-8000-00000000000\(number)" }

    private static let uploads = [
        upload(7, [steps(1, 640, "Watch", "Watch6,9")]), upload(8, of: "you", [steps(1, 5, "Watch", "Watch6,9")]),
        upload(9, [steps(2, 600, "Phone", "iPhone15,2"), #"{"id":"x"}"#]),
    ]

    /// Runs `explain` with files, whose names are in the arguments.
    private static func run(
        _ arguments: [String],
        uploads lines: [String] = uploads,
        settings: String? = nil
    ) throws -> Command.Ending {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-explain-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "uploads.ndjson")
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        var all = ["explain"] + arguments + ["--uploads", file.path]
        if let settings {
            let file = folder.appending(path: "settings.ndjson")
            try Data(settings.utf8).write(to: file)
            all += ["--connections", file.path]
        }
        return try Command.run(all)
    }

    @Test func `each figure is a line of JSON, and the last line counts uploads`() throws {
        let ending = try Self.run(["me", "steps/2024-04-16"])
        #expect(ending.status == 0 && ending.errors.isEmpty, "\(ending.errors)")
        let watch = """
            {"id":"\(Self.id(1))","upload":"\(Self.id(7))","source":"Watch","start":734954400,"end":734955000,\
            "value":640,"share":1,"why":"counts"}
            """
        let phone = """
            {"id":"\(Self.id(2))","upload":"\(Self.id(9))","source":"Phone","start":734954400,"end":734955000,\
            "value":600,"share":0,"why":"covered","by":"Watch"}
            """
        let lines = [
            """
            {"figure":"/data/0/data/steps","values":{"sum":640},"reasons":{"counts":1,"covered":1},\
            "samples":[\(watch),\(phone)]}
            """,
            #"{"explain":{"uploads":2,"unplaced":{"invalidIdentifier":1}}}"#,
        ]
        #expect(ending.text == lines.map { $0 + "\n" }.joined())
    }

    @Test func `rules are those of the options`() throws {
        let ending = try Self.run(["me", "steps/2024-04-16", "--source-priority", "iPhone,Watch", "--json"])
        #expect(ending.text.contains(#""values":{"sum":600}"#), "\(ending.text)\(ending.errors)")
    }

    @Test func `settings of a file are read first`() throws {
        let settings = #"{"connection_id":"me","time_zone":"Pacific/Kiritimati"}"#
        let ending = try Self.run(["me", "steps/2024-04-17"], settings: settings)
        #expect(ending.status == 0 && ending.text.contains(#""sum":640"#), "\(ending.errors)")
        let wrong = try Self.run(["me", "steps/2024-04-17"], settings: #"{"connection_id":"me","app_id":"a b"}"#)
        #expect(wrong.status == 64 && wrong.errors.contains("--connections: line 1 of"), "\(wrong.errors)")
    }

    @Test func `a document that does not exist ends with status 1 and those that do`() throws {
        let ending = try Self.run(["me", "steps/2024-04-15"])
        #expect(ending.status == 1 && ending.text.isEmpty)
        #expect(ending.errors.contains("no document steps/2024-04-15 of me"), "\(ending.errors)")
        #expect(ending.errors.contains("there are steps/2024-04-16"), "\(ending.errors)")
        let other = try Self.run(["me", "heart/2024-04-15T10Z"])
        let types = "there are documents of activitiesSummary (1), steps (1)"
        #expect(other.status == 1 && other.errors.contains(types), "\(other.errors)")
        let nobody = try Self.run(["nobody", "steps/2024-04-16"])
        #expect(nobody.status == 1 && nobody.errors.contains("there are no documents"), "\(nobody.errors)")
    }

    @Test func `a file that cannot be read is an error, and standard input is wrong usage`() throws {
        let ending = try Command.run(["explain", "me", "steps/2024-04-16", "--uploads", "/nothing"])
        #expect(ending.status == 1 && ending.errors.contains("/nothing"))
        let input = try Command.run(["explain", "me", "steps/2024-04-16", "--uploads", "-"])
        #expect(input.status == 64 && input.errors.contains("must be a file, because it is read more than once"))
    }
}
