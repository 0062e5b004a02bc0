import Foundation
import Testing

/// The walk of `docs/import.md`, from the first command to the last.
struct ImportPageTests {
    private struct Shown {
        let command: String
        var output: [String] = []
    }

    /// The commands of the page, each with the lines that it shows below.
    private static func commands() throws -> [Shown] {
        let page = try String(contentsOf: Command.root.appending(path: "docs/import.md"), encoding: .utf8)
        var commands: [Shown] = []
        var isInBlock = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            let isCode = line.hasPrefix("       ")
            let text = line.drop { $0 == " " }
            if isCode, text.hasPrefix("$ fork-worker ") {
                commands.append(Shown(command: String(text.dropFirst("$ fork-worker ".count))))
                isInBlock = true
            } else if isCode || line.isEmpty {
                if isInBlock { commands[commands.count - 1].output.append(String(line.dropFirst(7))) }
            } else {
                isInBlock = false
            }
        }
        return commands.map { shown in
            var shown = shown
            while shown.output.last == "" { shown.output.removeLast() }
            return shown
        }
    }

    @Test func `the commands of the page print what it shows`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let commands = try Self.commands()
        #expect(commands.map { $0.command.prefix { $0 != " " } } == ["import", "transform", "report"])
        for shown in commands {
            let parts = shown.command.components(separatedBy: " > ")
            let words = parts[0].split(separator: " ").map { word in
                if word.hasPrefix("Tests/") { return Command.root.appending(path: String(word)).path }
                return word.contains(".ndjson") ? folder.appending(path: String(word)).path : String(word)
            }
            let ending = try Command.run(words)
            if parts.count == 2 { try ending.output.write(to: folder.appending(path: parts[1])) }
            let printed = (parts.count == 2 ? "" : ending.text) + ending.errors
            let plain = printed.replacing("\(folder.path)/", with: "").replacing("\(Command.root.path)/", with: "")
            var lines = plain.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            while lines.last == "" { lines.removeLast() }
            #expect(ending.status == 0 && lines == shown.output, "\(shown.command):\n\(plain)")
        }
    }
}
