import Foundation
import Health
import Testing
import Worker

/// The table of topics in docs/commands/topics.md is what the description says.
struct TopicPageTests {
    private static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("docs/commands/topics.md")

    /// One topic of each purpose, in the form that workers write.
    private static let purposes: [TopicPurpose] =
        [.uploads, .connections, .state, .jobs, .deadLetters]
        + [DocumentOwner.connection("<connection>"), .app("<app>"), .all].map { .documents(.fork, $0) } + [.replay]

    private static var table: [String] {
        let head = ["| Topic | Kind | Partitions | Created with | Wrong if different |", "|---|---|---|---|---|"]
        return head + purposes.map(row)
    }

    private static func row(_ purpose: TopicPurpose) -> String {
        let description = TopicDescriptionTests.description()
        let expectations = description.expectedSettings(purpose, TopicDescriptionTests.around)
        let partitions =
            switch purpose {
            case .uploads, .jobs: "`--partitions`"
            case .deadLetters, .replay, .documents(_, .connection): "1"
            default: "as uploads"
            }
        let made = expectations.filter(\.isMade).map { "`\($0.setting.rawValue)=\(text($0))`" }
        let wrong = expectations.compactMap { expected -> String? in
            if let below = expected.wrongBelow { return "`\(expected.setting.rawValue)` below \(below)" }
            guard expected.otherwise == .wrong else { return nil }
            guard case .atLeast(let least) = expected.value else { return "`\(expected.setting.rawValue)`" }
            return
                "`\(expected.setting.rawValue)` below \(purpose == .deadLetters ? "that of uploads + 65536" : "\(least)")"
        }
        let cells = [
            "`\(description.names.name(purpose))`", purpose.role.rawValue, partitions, made.joined(separator: ", "),
            wrong.joined(separator: ", "),
        ]
        return "| \(cells.joined(separator: " | ")) |".replacingOccurrences(of: "|  |", with: "| |")
    }

    private static func text(_ expected: ExpectedSetting) -> String {
        expected.setting == .longestBatch ? "that of uploads + 65536" : expected.value.target
    }

    @Test func `the table of topics is what the description says`() throws {
        var lines = try String(contentsOf: Self.file, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        ).map(String.init)
        let start = try #require(lines.firstIndex(of: Self.table[0]))
        let end = try #require(lines[start...].firstIndex(of: ""))
        if ProcessInfo.processInfo.environment["RENEW_DOCS"] != nil {
            lines.replaceSubrange(start..<end, with: Self.table)
            try Data(lines.joined(separator: "\n").utf8).write(to: Self.file)
        } else {
            #expect(
                Array(lines[start..<end]) == Self.table,
                "docs/commands/topics.md is out of date; renew it: RENEW_DOCS=1 swift test --filter TopicPageTests"
            )
        }
    }
}
