import Foundation
import JSON
import Testing

/// Documents of files in other forms: from `transform`, from `convert`, and from `documents --format`.
struct ConvertCommandTests {
    /// What `transform` prints of an example, with the forms of the connection.
    private static func transformed(_ example: String, _ options: [String] = [], formats: String) throws -> [Line] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-formats-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let settings = folder.appending(path: "connections.ndjson")
        try Data(#"{"connection_id":"conn-7","formats":[\#(formats)]}"#.utf8).write(to: settings)
        let path = Command.examples.appending(path: "\(example).uploads.ndjson").path
        let ending = try Command.run(["transform", "--connections", settings.path] + options + [path])
        #expect(ending.status == 0, "\(ending.errors)")
        return try Line.all(ending.text)
    }

    /// A record that `transform` has printed.
    private struct Line {
        let text: String
        let topic: String
        let key: String
        let value: String

        static func all(_ text: String) throws -> [Line] {
            var parser = Parser()
            return try text.split(separator: "\n").map { line in
                let record = try parser.parse(Array(line.utf8))
                return Line(
                    text: String(line),
                    topic: record.member("topic")?.text?.string ?? "",
                    key: record.member("key")?.text?.string ?? "",
                    value: String(decoding: record.member("value")?.written ?? [], as: UTF8.self)
                )
            }
        }
    }

    private static func convert(_ form: String, _ lines: [String], _ options: [String] = []) throws -> Command.Ending {
        try Command.run(["convert", "--to", form] + options, input: Data(lines.joined(separator: "\n").utf8))
    }

    /// The lines of a text without the empty one at its end.
    private static func lines(_ ending: Command.Ending) -> [String] {
        ending.text.split(separator: "\n").map(String.init)
    }

    @Test(arguments: ["sleep-night", "quantity", "workout", "condensed"], ["fhir", "omh"])
    func `all three ways make the same records`(example: String, form: String) throws {
        let records = try Self.transformed(example, ["--final"], formats: "\"\(form)\"")
        let made = records.filter { $0.topic == "fork.\(form).conn-7" }.map(\.value)
        let documents = records.filter { $0.topic == "fork.connection.conn-7" }
        #expect(!made.isEmpty && made.count >= documents.count)
        // Records of forms are no documents.
        let ofRecords = try Self.convert(form, records.map(\.text))
        #expect(ofRecords.status == 0 && ofRecords.errors.isEmpty, "\(ofRecords.errors)")
        #expect(Self.lines(ofRecords).sorted() == made.sorted())
        #expect(Self.lines(try Self.convert(form, documents.map(\.value))).sorted() == made.sorted())
        let arguments = ["documents", "conn-7", "--documents", "-", "--format", form]
        let shown = try Command.run(arguments, input: Data(records.map(\.text).joined(separator: "\n").utf8))
        #expect(shown.status == 0 && shown.errors.isEmpty, "\(shown.errors)")
        #expect(Self.lines(shown).sorted() == made.sorted())
    }

    @Test func `the records of a form follow the records of their document`() throws {
        let records = try Self.transformed(
            "sleep-night",
            ["--document-max-bytes", "2000", "--commit-every", "99"],
            formats: #""omh","fhir""#
        )
        let topics = ["fork.connection.conn-7", "fork.fhir.conn-7", "fork.omh.conn-7"]
        let places = records.map { line -> [String] in
            let id = String(line.key.prefix { $0 != "#" })
            return [id, "\(topics.firstIndex(of: line.topic) ?? 9)"]
        }
        #expect(Set(places.map { $0[1] }) == ["0", "1", "2"])
        // Each document once, and of each its forms in their order.
        var runs: [[String]] = []
        for place in places where runs.last != place { runs.append(place) }
        #expect(runs == runs.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) } && Set(runs).count == runs.count)
    }

    @Test(arguments: ["fhir", "omh"]) func `parts that follow each other are one document`(form: String) throws {
        let cut = try Self.transformed("electrocardiogram", ["--final", "--document-max-bytes", "1000"], formats: "")
        let whole = try Self.transformed("electrocardiogram", ["--final"], formats: "")
        #expect(cut.count > whole.count)
        let ending = try Self.convert(form, cut.map(\.value))
        #expect(ending.status == 0 && ending.errors.isEmpty, "\(ending.errors)")
        #expect(ending.text == (try Self.convert(form, whole.map(\.value)).text))
    }

    @Test func `a document whose parts are not all there is named, and the others are converted`() throws {
        let cut = try Self.transformed("electrocardiogram", ["--final", "--document-max-bytes", "1000"], formats: "")
        let long = try #require(cut.first { $0.key.hasSuffix("#3") }).key.dropLast(2)
        let others = try Self.transformed("sleep-night", ["--final"], formats: "")
        let own = cut.filter { $0.key.hasPrefix(long) }
        let named = "fork-worker: \(long) of connection conn-7 is left out: not all of its parts are there\n"
        let expected = Self.lines(try Self.convert("omh", others.map(\.value))).sorted()
        // Without the first, the second and the last part.
        for wrong in [Array(own.dropFirst()), own.filter { !$0.key.hasSuffix("#2") }, Array(own.dropLast())] {
            let ending = try Self.convert("omh", (wrong + others).map(\.value))
            #expect(ending.status == 1 && ending.errors == named, "\(ending.errors)")
            #expect(Self.lines(ending).sorted() == expected)
            let arguments = ["documents", "conn-7", "--documents", "-", "--format", "omh"]
            let input = Data((wrong + others).map(\.text).joined(separator: "\n").utf8)
            let shown = try Command.run(arguments, input: input)
            #expect(shown.status == 1 && shown.errors == named, "\(shown.errors)")
        }
        // What stands between parts divides them.
        let divided = own.prefix(3) + others + own.dropFirst(3)
        let ending = try Self.convert("omh", divided.map(\.value))
        #expect(ending.status == 1 && ending.errors == named + named, "\(ending.errors)")
    }

    @Test func `lines that are no documents are counted, and nothing else is an error`() throws {
        let none = try Self.convert("fhir", [])
        #expect(none.status == 0 && none.text.isEmpty && none.errors.isEmpty)
        let strange = try Self.convert("fhir", ["{", "[]", #"{"id":"steps/1"}"#])
        #expect(strange.status == 1 && strange.text.isEmpty)
        #expect(strange.errors.contains("3 lines of standard input skipped: not documents"))
        let document = try #require(try Self.transformed("sleep-night", ["--final"], formats: "").first).value
        let mixed = try Self.convert("fhir", ["{", document, ""])
        #expect(mixed.status == 0 && Self.lines(mixed).count == 1)
    }

    @Test(arguments: [
        ["convert"], ["convert", "--to", "xml"], ["documents", "c", "--documents", "-", "--format", "xml"],
    ])
    func `an unknown form is a usage error`(arguments: [String]) throws {
        #expect(try Command.run(arguments).status == 64)
    }

    @Test func `settings with an unknown form end transform`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-formats-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let settings = folder.appending(path: "connections.ndjson")
        try Data(#"{"connection_id":"conn-7","formats":["xml"]}"#.utf8).write(to: settings)
        let ending = try Command.run(["transform", "--connections", settings.path])
        #expect(ending.status == 64 && ending.errors.contains("`xml` in `formats`"), "\(ending.errors)")
    }
}
