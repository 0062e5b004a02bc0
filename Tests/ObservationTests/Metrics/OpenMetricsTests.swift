import Foundation
import Observation
import Testing

/// The other format, and the table in the docs.
struct OpenMetricsTests {
    private static let page: String = {
        let observer = Recording().observer()
        observer.started(version: "1.2.3", library: ("2.0.2", []), instanceID: nil, memory: [], settings: [])
        observer.committed(lane: 0, .example)
        return observer.metricsPage(.openMetrics)
    }()

    @Test func `a family is called by what its series have in common`() {
        let lines = Self.page.split(separator: "\n").map(String.init)
        for line in [
            "# TYPE fork_worker_uploads counter", "fork_worker_uploads_total 3",
            "fork_worker_uploads_created 1714119300", "# TYPE fork_worker_build info",
            #"fork_worker_build_info{version="1.2.3"} 1"#, "# TYPE fork_worker_commit_seconds histogram",
            "fork_worker_commit_seconds_created 1714119300", "# TYPE process_cpu_seconds counter",
            #"fork_worker_samples_created{outcome="new"} 1714119300"#, "# TYPE fork_worker_ready gauge",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test func `the page ends with its end, and stands once in it`() {
        #expect(Self.page.hasSuffix("\n# EOF\n"))
        #expect(Self.page.ranges(of: "# EOF").count == 1)
        #expect(!Recording().observer().metricsPage().contains("EOF"))
    }

    @Test func `nothing says when it began before the process has`() {
        #expect(!Recording().observer().metricsPage(.openMetrics).contains("_seconds_created "))
    }

    @Test func `the other format has no times of creation`() {
        let observer = Recording().observer()
        observer.started(version: "1.2.3", library: ("2.0.2", []), instanceID: nil, memory: [], settings: [])
        #expect(!observer.metricsPage().contains("_seconds_created "))
    }

    @Test func `both formats have the same series but for times of creation`() {
        let observer = Recording().observer()
        func names(_ format: MetricsFormat) -> Set<Substring> {
            let lines = observer.metricsPage(format).split(separator: "\n").filter { !$0.hasPrefix("#") }
            return Set(lines.map { $0.prefix { $0 != " " } })
        }
        #expect(names(.prometheus) == names(.openMetrics))
    }

    /// The families of a worker, and those that a dispatcher has besides.
    private static let families: (worker: [MetricFamily], dispatcher: [MetricFamily]) = {
        let observer = Recording().observer()
        let worker = observer.registry.all
        _ = DispatchObserver(observer)
        return (worker, Array(observer.registry.all.dropFirst(worker.count)))
    }()

    /// Returns the rows of a table in docs/operations.md.
    private static func table(_ title: String, _ families: [MetricFamily]) -> String {
        let rows = families.map { family in
            let labels = family.labels.isEmpty ? "" : "{\(family.labels.map { "\($0)" }.joined(separator: ","))}"
            return "| `\(family.name)\(labels)` | \(family.kind.rawValue) | \(family.help) |\n"
        }
        return "| \(title) | Kind | |\n|---|---|---|\n" + rows.joined()
    }

    @Test(arguments: [("Metric", families.worker), ("Metric of dispatchers", families.dispatcher)])
    func `the tables in docs are what the code says`(title: String, families: [MetricFamily]) throws {
        let table = Self.table(title, families)
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/operations.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(page.firstRange(of: "| \(title) | Kind | |\n"))
        let end = try #require(page[start.lowerBound...].firstRange(of: "\n\n"))
        let known = page[start.lowerBound..<end.lowerBound] + "\n"
        if ProcessInfo.processInfo.environment["RENEW_DOCS"] != nil {
            let renewed = page[..<start.lowerBound] + table + page[page.index(after: end.lowerBound)...]
            try Data(renewed.utf8).write(to: file)
            return
        }
        #expect(
            known == table,
            "docs/operations.md is out of date; renew it: RENEW_DOCS=1 swift test --filter OpenMetricsTests"
        )
    }
}
