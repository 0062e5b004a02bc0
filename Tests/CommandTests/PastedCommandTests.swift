import Foundation
import Testing

/// The commands of the pages that need no broker and no other program, run as they stand there.
struct PastedCommandTests {
    /// A command with the output that the page shows below it.
    struct Shown: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let output: [String]

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let shown: [Shown] = {
        let docs = Command.root.appending(path: "docs")
        let pages = (try? FileManager.default.subpathsOfDirectory(atPath: docs.path)) ?? []
        let texts = pages.filter { $0.hasSuffix(".md") }.sorted().compactMap {
            try? String(contentsOf: docs.appending(path: $0), encoding: .utf8)
        }
        return texts.flatMap(commands)
    }()

    private static func commands(_ page: String) -> [Shown] {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.indices.compactMap { index in
            guard
                let match = lines[index].wholeMatch(
                    of: #/ {4}\$ fork-worker ((?:transform|units|demo|import|explain)[^|]*)/#
                )
            else {
                return nil
            }
            let below = lines[(index + 1)...].prefix { $0.hasPrefix("    ") && !$0.hasPrefix("    $") }
            let words = match.1.replacing(" schemas/", with: " \(Command.root.path)/schemas/")
                .replacing(" Tests/", with: " \(Command.root.path)/Tests/").split(separator: " ")
            return Shown(arguments: words.map(String.init), output: below.map { String($0.dropFirst(4)) })
        }
    }

    @Test func `the pages show such commands`() {
        #expect(Set(Self.shown.map { $0.arguments[0] }) == ["demo", "explain", "import", "transform", "units"])
    }

    @Test(.timeLimit(.minutes(2)), arguments: shown)
    func `a pasted command does what its page shows`(shown: Shown) throws {
        let ending = try Command.run(shown.arguments)
        let isRefused = shown.output.first?.hasPrefix("fork-worker: ") ?? false
        #expect(ending.status == (isRefused ? 1 : 0), "\(ending.errors)")
        guard shown.arguments[0] == "units", !shown.output.isEmpty else { return }
        #expect((isRefused ? ending.errors : ending.text) == shown.output.map { $0 + "\n" }.joined())
    }
}
