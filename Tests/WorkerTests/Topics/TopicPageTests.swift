import Foundation
import Testing
import Vocabulary
import Worker

/// The table of topics in docs/commands/topics.md is what the description says.
struct TopicPageTests {
    private static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("docs/commands/topics.md")

    /// One topic of each purpose, in the form that workers write.
    private static let purposes: [TopicPurpose] =
        [.uploads, .connections, .state, .jobs, .deadLetters, .webhookState, .webhookDeadLetters]
        + [nil, "<form>"].flatMap { form in
            [DocumentOwner.connection("<connection>"), .app("<app>"), .all].map { .documents(form, $0) }
        } + [.replay]

    private static var table: [String] {
        let head = ["| Topic | Kind | Partitions | Created with | Wrong if different |", "|---|---|---|---|---|"]
        return head + purposes.map(row)
    }

    private static func row(_ purpose: TopicPurpose) -> String {
        let description = TopicDescriptionTests.description()
        var around = TopicDescriptionTests.around
        around.jobBytes = 1_048_588
        let expectations = description.expectedSettings(purpose, around)
        let partitions =
            switch purpose {
            case .uploads, .jobs: "`--partitions`"
            case .deadLetters, .webhookDeadLetters, .replay, .documents(_, .connection): "1"
            case .webhookState: "as webhook-dispatch"
            default: "as uploads"
            }
        let made = expectations.filter(\.isMade).map { "`\($0.setting.rawValue)=\(text($0, of: purpose))`" }
        let wrong = expectations.compactMap { expected -> String? in
            if let below = expected.wrongBelow { return "`\(expected.setting.rawValue)` below \(below)" }
            if let entry = expected.wrongEntry { return "`\(expected.setting.rawValue)` with `\(entry)`" }
            guard expected.otherwise == .wrong else { return nil }
            guard case .atLeast(let least) = expected.value else { return "`\(expected.setting.rawValue)`" }
            return
                "`\(expected.setting.rawValue)` below \(purpose.takesRefused ? longest(purpose) : "\(least)")"
        }
        let cells = [
            "`\(description.names.name(purpose))`", purpose.role.rawValue, partitions, made.joined(separator: ", "),
            wrong.joined(separator: ", "),
        ]
        return "| \(cells.joined(separator: " | ")) |".replacingOccurrences(of: "|  |", with: "| |")
    }

    private static func text(_ expected: ExpectedSetting, of purpose: TopicPurpose) -> String {
        expected.setting == .longestBatch && purpose.takesRefused ? longest(purpose) : expected.value.target
    }

    private static func longest(_ purpose: TopicPurpose) -> String {
        "that of \(purpose == .deadLetters ? "uploads" : "webhook-dispatch") + 65536"
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
