import Foundation
import Observation
import Testing

/// The table of reasons in the docs.
struct ReasonPageTests {
    @Test func `each code has a row, and each row has a code`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/operations.md"), encoding: .utf8)
        let start = try #require(page.firstRange(of: "| Code | Cause | What to do |\n"))
        let rows = page[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false).prefix {
            $0.hasPrefix("|")
        }
        let codes = rows.flatMap { row in
            let cell = row.split(separator: "|").first ?? ""
            return cell.split(separator: "`").filter { $0.contains(/[a-z]/) }.map(String.init)
        }
        #expect(codes.sorted() == Reason.Code.allCases.map(\.rawValue).sorted())
        for row in rows.dropFirst() {
            #expect(row.split(separator: "|").count == 3, "\(row)")
        }
    }

    /// Reasons that only a test of the decision shows, because the situation takes minutes, or a defect of the worker.
    private static let decided: Set<Reason.Code> = [
        .stateOfOtherCluster, .stateOfOtherPartition, .stateWithoutIdentity, .accountingUnbalanced, .stateKeyRepeated,
        .stateKeysOutOfOrder, .clientFailed, .laneStuck,
    ]

    @Test(arguments: Reason.Code.allCases)
    func `each code is provoked by a test, by a process where that takes seconds`(code: Reason.Code) throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let rooms =
            Self.decided.contains(code) ? ["WorkerTests", "HealthTests"] : ["IntegrationTests", "CommandTests"]
        let name = Self.decided.contains(code) ? ".\(code)" : code.rawValue
        let isNamed = rooms.contains { room in
            let files = FileManager.default.enumerator(at: tests.appending(path: room), includingPropertiesForKeys: nil)
            return files?.contains { file in
                (try? String(contentsOf: file as? URL ?? tests, encoding: .utf8))?.contains(name) ?? false
            } ?? false
        }
        #expect(isNamed)
    }
}
