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
}
