import Foundation
import Testing

struct TransformTests {
    private static let uploads = Command.examples.appending(path: "sleep-night.uploads.ndjson")

    private static func data() throws -> Data { try Data(contentsOf: uploads) }

    @Test func `standard input, a file and a gzip file come to the same`() throws {
        let file = try Command.run(["transform", Self.uploads.path])
        #expect(file.status == 0 && !file.output.isEmpty)
        #expect(try Command.run(["transform"], input: Self.data()).output == file.output)
        #expect(try Command.run(["transform", "-"], input: Self.data()).output == file.output)
        let zipped = try #require(Data(base64Encoded: Self.zippedLine, options: .ignoreUnknownCharacters))
        let unzipped = try Command.run(["transform"], input: Data("\n".utf8))
        #expect(try Command.run(["transform"], input: zipped).output == unzipped.output)
    }

    /// An empty line, compressed.
    private static let zippedLine = "H4sIAAAAAAACA+MCAJMG1zIBAAAA"

    @Test func `lines are counted over all files, and a last line needs no end`() throws {
        let bad = try Command.run(["transform", Self.uploads.path, "-"], input: Data("{".utf8))
        #expect(bad.status == 0)
        #expect(bad.text.contains(#""fork-offset":"5""#))
        #expect(bad.lastError.contains(#""uploads":6,"uploads_refused":1"#))
    }

    @Test func `an empty line is an empty value, bytes that are no text are shown in base64`() throws {
        let ending = try Command.run(["transform"], input: Data([0x0A, 0xFF, 0x0A]))
        let lines = ending.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].contains("\"noData\"") && lines[0].contains("\"value\":\"\""))
        #expect(lines[0].contains("\"key\":null") && !lines[0].contains("fork-timestamp"))
        #expect(lines[1].contains("\"decodingError\"") && lines[1].contains("\"value_base64\":\"/w==\""))
    }

    @Test(arguments: [2, 3, 100])
    func `commits of several lines end in the same documents`(size: Int) throws {
        let one = try Command.run(["transform", "--final", Self.uploads.path])
        let many = try Command.run(["transform", "--final", "--commit-every", "\(size)", Self.uploads.path])
        #expect(many.status == 0 && Self.essence(many.text) == Self.essence(one.text))
        let stream = try Command.run(["transform", "--commit-every", "\(size)", Self.uploads.path])
        let single = try Command.run(["transform", Self.uploads.path])
        #expect(stream.output.count <= single.output.count)
    }

    private static func essence(_ text: String) -> String {
        text.replacing(/"collected_at":[^,]*,/, with: "").replacing(/"fork-upload":"[^"]*"/, with: "")
    }

    @Test func `settings that shape documents apply`() throws {
        let usual = try Command.run(["transform", Self.uploads.path])
        let short = try Command.run(["transform", "--sleep-threshold", "1s", Self.uploads.path])
        #expect(short.status == 0 && short.output != usual.output)
        let single = try Command.run(["transform", "--output-topics", "single", Self.uploads.path])
        #expect(single.text.contains(#""topic":"fork.documents","key":"conn-7/sleep/"#))
        let named = try Command.run(["transform", Self.uploads.path], environment: ["FORK_TOPIC_PREFIX": "x."])
        #expect(named.text.contains(#""topic":"x.connection.conn-7""#) && !named.text.contains(#""fork.connection"#))
    }

    @Test(arguments: [
        "{\"connection_id\":\"a\"}\n{\"connection_id\":\"b\",\"region\":\"XX\"}\n",
        "{\"connection_id\":\"a\"}\nnot json\n",
        "{\"connection_id\":\"a\"}\n{\"connection_id\":\"a b\"}\n",
    ])
    func `a wrong line of settings ends with 64 and is named`(text: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "fork-\(UUID().uuidString).ndjson")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let ending = try Command.run(["transform", "--connections", file.path, Self.uploads.path])
        #expect(ending.status == 64 && ending.output.isEmpty)
        #expect(ending.errors.contains("line 2"))
    }

    @Test func `a file that is not there ends with 1, one of settings with 64`() throws {
        let missing = try Command.run(["transform", "/nowhere/x.ndjson"])
        #expect(missing.status == 1 && missing.errors.contains("/nowhere/x.ndjson"))
        let settings = try Command.run(["transform", "--connections", "/nowhere/x.ndjson", Self.uploads.path])
        #expect(settings.status == 64 && settings.errors.contains("/nowhere/x.ndjson"))
    }

    @Test func `gzip of several members is read to its end, with the zeros that fill a last block`() throws {
        let member = try #require(Data(base64Encoded: Self.zippedLine))
        for rest in [Data(), Data([0, 0])] {
            let ending = try Command.run(["transform"], input: member + member + rest)
            #expect(ending.status == 0 && ending.lastError.contains(#""uploads":2,"#))
        }
    }

    @Test func `gzip that is cut ends with 1`() throws {
        let whole = try #require(Data(base64Encoded: Self.zippedLine))
        let ending = try Command.run(["transform"], input: whole.dropLast(6))
        #expect(ending.status == 1 && ending.errors.contains("standard input can't be read to its end"))
    }
}
