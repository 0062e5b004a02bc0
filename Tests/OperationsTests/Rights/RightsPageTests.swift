import CommandRights
import Formats
import Foundation
import Operations
import Testing
import Vocabulary
import Worker

/// docs/security.md has the tables of rights, and this keeps them what the list says.
struct RightsPageTests {
    private static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("docs/security.md")

    private static let begin = "<!-- rights: printed by RENEW_DOCS=1 swift test --filter RightsPageTests -->\n"
    private static let end = "<!-- end of rights -->"

    /// A table for each command, or for several that need the same.
    private static var tables: String {
        let topics = TopicNames(prefix: "fork.", forms: DocumentForm.all(ZoneTable { _ in nil }))
        let rights = Rights(topics: topics, routing: .connection, group: "fork-worker")
        let commands: [(String, [Right])] = [
            ("`run`, and `doctor` to check it", rights.run(createsTopics: false)),
            ("`doctor`, beside those of `run`", Array(rights.doctor().suffix(1))),
            ("`topics plan` and `check`", rights.topics(mends: false)), ("`topics apply`", rights.topics(mends: true)),
            ("`replay --into shadow.`", rights.replay(into: "shadow.")),
            ("`replay list`", rights.listReplays(into: ["shadow."])),
            ("`replay drop shadow.`", rights.dropReplay(into: "shadow.")),
            ("`diff shadow.`", rights.diff(with: "shadow.")), ("`documents`", rights.showDocuments()),
            ("`explain`", rights.explain()),
            ("`send`", rights.send(toConnections: false)),
            ("`send --to connections`", rights.send(toConnections: true)),
            ("`connections list` and `get`", rights.readConnections()),
            ("`connections put` and `close`", rights.writeConnections()),
            ("`dispatch`", rights.dispatch(createsTopics: false)), ("`dispatch list`", rights.listDeliveries()),
            ("`dispatch retry`", rights.retryDeliveries()), ("`dispatch ping`", rights.readConnections()),
            ("`dispatch resend`", rights.resendJobs()),
            ("`status`", rights.status()),
            ("`dead-letters list` and `show`", rights.listDeadLetters()),
            ("`dead-letters list --by app`", rights.countDeadLettersByApp()),
            ("`dead-letters park`", rights.parkDeadLetters()),
            ("`dead-letters redrive`", rights.redriveDeadLetters()),
            ("`dead-letters redrive --webhooks`", rights.redriveDeadLetters(of: .dispatcher)),
            ("`forget --check`, where `shadow.` is a replay", rights.findTraces(replays: ["shadow."])),
            ("`forget`", rights.forget(replays: ["shadow."])),
        ]
        return commands.map { "\n### \($0)\n\n\(table($1))" }.joined() + "\n"
    }

    private static func table(_ rights: [Right]) -> String {
        let rows = rights.map { right in
            "| \(right.operation.rawValue) | \(right.resource.rawValue) | `\(right.name)\(right.isPrefix ? "*" : "")` "
                + "| \(right.purpose) |\n"
        }
        return "| Operation | Resource | Name | Purpose |\n|---|---|---|---|\n" + rows.joined()
    }

    @Test func `the page of security has the rights that commands need`() throws {
        var page = try String(contentsOf: Self.file, encoding: .utf8)
        let start = try #require(page.range(of: Self.begin)).upperBound
        let stop = try #require(page.range(of: Self.end)).lowerBound
        if ProcessInfo.processInfo.environment["RENEW_DOCS"] != nil {
            page.replaceSubrange(start..<stop, with: Self.tables)
            return try Data(page.utf8).write(to: Self.file)
        }
        #expect(
            page[start..<stop] == Self.tables,
            "docs/security.md is out of date; renew it: RENEW_DOCS=1 swift test --filter RightsPageTests"
        )
    }
}
