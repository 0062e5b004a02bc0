import Foundation
import Testing

/// The examples of schemas/ are golden: what the worker makes of them is committed beside them.
struct ExampleTests {
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: Command.examples.path)) ?? []
        return files.filter { $0.hasSuffix(".uploads.ndjson") }.map { String($0.dropLast(15)) }.sorted()
    }()

    @Test func `there are examples`() {
        #expect(Self.names.count >= 20)
    }

    @Test(arguments: names)
    func `an example comes to what is committed, byte for byte`(name: String) throws {
        let ending = try Command.run(["transform"] + Self.settings(of: name) + [Self.path(name, "uploads.ndjson")])
        #expect(ending.status == 0)
        let expected = try Data(contentsOf: URL(fileURLWithPath: Self.path(name, "output.ndjson")))
        let (found, wanted) = (Self.lines(ending.output), Self.lines(expected))
        for (index, (line, other)) in zip(found, wanted).enumerated() where line != other {
            Issue.record("\(name), line \(index + 1):\n\(line)\nand not\n\(other)")
            break
        }
        #expect(ending.output == expected)
        let accounting = try String(contentsOfFile: Self.path(name, "accounting.json"), encoding: .utf8)
        #expect(ending.lastError + "\n" == accounting)
    }

    @Test(arguments: names)
    func `the live documents are those that the stream folds to`(name: String) throws {
        let file = Self.path(name, "uploads.ndjson")
        let stream = try Command.run(["transform"] + Self.settings(of: name) + [file])
        var live: [String: String] = [:]
        for line in Self.lines(stream.output) {
            let record = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let topic = try #require(record["topic"] as? String)
            guard ["fork.connection.", "fork.fhir.", "fork.omh."].contains(where: topic.hasPrefix) else { continue }
            let key = try #require(record["key"] as? String)
            live[topic + "\u{0}" + key] = record["value"] is NSNull ? nil : line
        }
        let final = try Command.run(["transform", "--final"] + Self.settings(of: name) + [file])
        #expect(final.status == 0)
        #expect(
            Self.lines(final.output) == live.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
        )
    }

    private static func path(_ name: String, _ end: String) -> String {
        Command.examples.appending(path: "\(name).\(end)").path
    }

    private static func settings(of name: String) -> [String] {
        let text = (try? String(contentsOfFile: path(name, "arguments"), encoding: .utf8)) ?? ""
        let arguments = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let file = path(name, "connections.ndjson")
        return FileManager.default.fileExists(atPath: file) ? arguments + ["--connections", file] : arguments
    }

    private static func lines(_ data: Data) -> [String] {
        String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
