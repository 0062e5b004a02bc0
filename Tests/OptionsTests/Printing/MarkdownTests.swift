import Foundation
import Options
import Testing

/// docs/options.md is made from the table, and this keeps it so.
struct MarkdownTests {
    private static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("docs/options.md")

    @Test func `the page of options is what the table says`() throws {
        if ProcessInfo.processInfo.environment["RENEW_DOCS"] != nil {
            try Data(Markdown.page.utf8).write(to: Self.file)
        }
        let page = try String(contentsOf: Self.file, encoding: .utf8)
        #expect(
            page == Markdown.page,
            "docs/options.md is out of date; renew it: RENEW_DOCS=1 swift test --filter MarkdownTests"
        )
    }

    @Test func `the page has every option with its variable`() {
        for name in Set(HelpTests.commands.flatMap(HelpTests.options)).subtracting(CallTests.options) {
            let variable = "FORK_" + name.uppercased().replacingOccurrences(of: "-", with: "_")
            let row = Markdown.page.split(separator: "\n").first { $0.contains("| `\(variable)` |") }
            #expect(row?.hasPrefix("| `--\(name)") == true, "\(name)")
        }
    }
}
