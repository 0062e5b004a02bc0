import Foundation

/// The benchmark program: runs suites, prints the figures as tables, and writes them as JSON.
///
/// `Benchmarks [SUITE…] [--json FILE] [--workload NAME] [--scale N] [--count] [--once [--parse-only]]
/// [--state-directory FOLDER] [--bootstrap-servers HOST:PORT] [--peer FOLDER]` runs suites, by default all.
/// `Benchmarks --workloads` prints the names of the workloads of `core`.
@main
enum Benchmarks {
    /// All suites, in the order in which they run.
    static let suites: [(name: String, run: @Sendable (Options, inout Report) throws -> Void)] = [
        ("core", CoreSuite.run), ("small", SmallSuite.run), ("store", StoreSuite.run), ("scale", ScaleSuite.run),
        ("console", ConsoleSuite.run), ("requests", RequestsSuite.run), ("worker", WorkerSuite.run),
    ]

    static func main() {
        do {
            if CommandLine.arguments.contains("--workloads") {
                for workload in Workload.all { print(workload.name) }
                return
            }
            let options = try Options(CommandLine.arguments.dropFirst(), suites: suites.map(\.name))
            var report = Report()
            for suite in suites where options.suites.contains(suite.name) { try suite.run(options, &report) }
            if let workload = options.workload, report.isEmpty {
                throw Options.Wrong(description: "nothing was measured: no workload named \(workload) ran")
            }
            print(report.table, terminator: "")
            if let path = options.json { try Data(report.json.utf8).write(to: URL(fileURLWithPath: path)) }
        } catch {
            FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }
}
