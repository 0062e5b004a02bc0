import Foundation
import Options
import Testing

/// The commands that the pages show are right as they stand: whoever pastes one must not be told that it is wrong.
struct ShownCommandTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func pages() throws -> [URL] {
        let docs = root.appending(path: "docs")
        let pages = try FileManager.default.subpathsOfDirectory(atPath: docs.path).filter { $0.hasSuffix(".md") }
        return [root.appending(path: "README.md")] + pages.map { docs.appending(path: $0) }
    }

    /// Indented lines that begin with the program's name, with those that they go on in, up to what is the shell's.
    private static func commands(_ page: String) -> [String] {
        let joined = page.replacing("\\\n", with: " ")
        return joined.split(separator: "\n").filter { $0.hasPrefix("    ") }.compactMap { line in
            // What is further in is output, which may advise a command. Where output follows, a prompt stands before it.
            guard line.prefix(while: { $0 == " " }).count < 9 else { return nil }
            let line = line.trimmingPrefix { $0 == " " || $0 == "$" }
            guard let name = line.firstRange(of: "fork-worker "), !line[..<name.lowerBound].contains(" ") else {
                return nil
            }
            let rest = line[name.upperBound...]
            return String(rest[..<(rest.firstIndex { "|<>&;".contains($0) } ?? rest.endIndex)])
        }
    }

    /// What a shell would hand over, where the files and variables are there that values name.
    private static func taken(_ command: String) -> Invocation {
        let parts = command.split(separator: "'", omittingEmptySubsequences: false)
        // What stands between two quotes is one word, with what it touches.
        let joined = parts.enumerated().map { String($1).replacing(" ", with: $0 % 2 == 0 ? " " : "\u{1}") }.joined()
        return Invocation.parse(
            arguments: joined.split(separator: " ").map { String($0).replacing("\u{1}", with: " ") },
            environment: ["KAFKA_PASSWORD": "secret"],
            version: "1.2.3"
        ) { _ in Array("secret".utf8) }
    }

    @Test func `each command of the pages is taken`() throws {
        var count = 0
        for page in try Self.pages() {
            for command in Self.commands(try String(contentsOf: page, encoding: .utf8)) {
                count += 1
                if case .usage(let complaint) = Self.taken(command) {
                    Issue.record("\(page.lastPathComponent): fork-worker \(command): \(complaint.text)")
                }
            }
        }
        #expect(count > 30)
    }
}
