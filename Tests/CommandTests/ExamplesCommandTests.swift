import Foundation
import Testing

/// The uploads that are in the binary.
struct ExamplesCommandTests {
    private static func names() throws -> [String] {
        try Command.run(["examples", "--json"]).text.split(separator: "\n").map { line in
            let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return try #require(row?["name"] as? String)
        }
    }

    @Test func `each example in the binary is its file`() throws {
        let names = try Self.names()
        #expect(names.count > 15 && Set(names).count == names.count)
        for name in names {
            let folder = name == "demo" ? Command.root.appending(path: "Sources/CExamples") : Command.examples
            let file = try Data(contentsOf: folder.appending(path: "\(name).uploads.ndjson"))
            let ending = try Command.run(["examples", name])
            #expect(ending.status == 0 && ending.output == file, "\(name)")
        }
    }

    @Test func `the list fits 80 columns and counts the lines of each example`() throws {
        let ending = try Command.run(["examples"])
        let lines = ending.text.split(separator: "\n")
        let count = try Self.names().count + 1
        #expect(ending.status == 0 && lines.count == count)
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
        #expect(lines.contains { $0.wholeMatch(of: /sleep-night +5 +a night.*/) != nil }, "\(ending.text)")
    }

    @Test func `several examples are printed in the order of their names on the command line`() throws {
        let both = try Command.run(["examples", "overlap", "smallest"])
        let alone = try ["overlap", "smallest"].map { try Command.run(["examples", $0]).output }
        #expect(both.output == alone[0] + alone[1])
    }

    @Test func `a name that is none is refused with the nearest one`() throws {
        let ending = try Command.run(["examples", "sleep-nigth"])
        #expect(ending.status == 64 && ending.output.isEmpty)
        #expect(ending.errors.contains("did you mean sleep-night?"), "\(ending.errors)")
    }
}
