import Foundation
import Testing

/// `connections` judges what it is given before it asks a broker, which is not there.
struct ConnectionsCommandTests {
    private static func put(_ arguments: [String], input: String = "", format: [String] = []) throws -> Command.Ending {
        try Command.run(
            ["connections", "put", "--bootstrap-servers", "127.0.0.1:1"] + format + arguments,
            input: Data(input.utf8)
        )
    }

    private static let wrong = """
        {"connection_id":"a"}
        {"connection_id":"b","closed":"yes"}
        nothing

        {"connection_id":"c","callback_url":"http://127.0.0.1:8099/"}

        """

    @Test func `each wrong line is named with its reason, and nothing is written`() throws {
        let ending = try Self.put([], input: Self.wrong)
        #expect(ending.status == 64 && ending.output.isEmpty)
        let lines = ending.errors.split(separator: "\n")
        #expect(lines.count == 5, "\(ending.errors)")
        #expect(lines[0].contains("standard input:2: The field `closed` must be true or false."))
        #expect(lines[1].contains("standard input:3: This is not JSON") && lines[2].contains("standard input:4: "))
        #expect(lines[3].contains("standard input:5: The callback URL must be an https URL"))
        #expect(lines[3].contains("only with --allow-loopback-callbacks"))
        #expect(ending.lastError.contains("4 lines") && ending.lastError.contains("nothing is written"))
    }

    @Test func `files are read in their order, and a wrong line is named with its file`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-settings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = ["good", "bad", "worse"].map { folder.appending(path: "\($0).ndjson").path }
        let good = #"{"connection_id":"a"}"# + "\n"
        for (path, text) in zip(paths, [good, "\(good)\(good){}", "7\n\(good)"]) {
            try Data(text.utf8).write(to: URL(filePath: path))
        }
        let ending = try Self.put(paths)
        #expect(ending.status == 64)
        let lines = ending.errors.split(separator: "\n")
        #expect(lines.count == 3, "\(ending.errors)")
        #expect(lines[0].contains("\(paths[1]):3: ") && lines[0].contains("connection_id"))
        #expect(lines[1].contains("\(paths[2]):1: ") && lines[1].contains("JSON object"))
    }

    @Test func `wrong lines are lines of JSON where these are asked for`() throws {
        let ending = try Self.put([], input: Self.wrong, format: ["--log-format", "json"])
        #expect(ending.status == 64)
        let events = try ending.errors.split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
        }
        #expect(events.count == 5 && events.allSatisfy { $0?["event"] == "wrong_usage" })
    }

    @Test func `of very many wrong lines the first hundred are named, and all are counted`() throws {
        let ending = try Self.put([], input: String(repeating: "{}\n", count: 1_000))
        #expect(ending.status == 64 && ending.errors.split(separator: "\n").count == 101)
        #expect(ending.lastError.contains("1,000 lines"))
    }

    @Test func `more than one transaction takes is refused`() throws {
        let line = #"{"connection_id":"a"}"# + "\n"
        let ending = try Self.put([], input: String(repeating: line, count: 100_001))
        #expect(ending.status == 64 && ending.lastError.contains("split the files"), "\(ending.lastError)")
    }

    @Test func `a file that is not there may have been meant as a connection`() throws {
        let ending = try Self.put(["conn-7"])
        #expect(ending.status == 64 && ending.lastError.contains("add --set NAME=VALUE"), "\(ending.errors)")
        #expect(try !Self.put(["conn-7.ndjson"]).lastError.contains("--set"))
    }

    @Test(arguments: [
        ("closed=yes", "`closed` must be true or false"), ("user_id=7", "user_id"), ("app_id=", "app id"),
        ("callback_url=http://127.0.0.1:8099/", "https"), ("background_delivery=sleep", "array of strings"),
    ])
    func `a wrong value of a field is named before a broker is asked`(field: String, reason: String) throws {
        let ending = try Self.put(["conn-7", "--set", field])
        #expect(ending.status == 64 && ending.lastError.contains(reason), "\(ending.errors)")
        #expect(ending.lastError.contains("conn-7") && ending.lastError.contains("Nothing is written"))
    }

    @Test func `no settings are nothing to write`() throws {
        let ending = try Self.put([])
        #expect(ending.status == 0 && ending.lastError.contains("nothing is written"))
    }
}
