import Foundation

/// `Benchmarks [SUITE…] [--json FILE] [--workload NAME] [--scale N] [--count] [--once [--parse-only]]
/// [--state-directory FOLDER] [--bootstrap-servers HOST:PORT] [--peer FOLDER]`: measures, prints tables and writes the same
/// as JSON; `--workloads` prints the names of the core's workloads.
@main
enum Benchmarks {
    /// What can be measured, in the order in which it is.
    static let suites: [(name: String, run: @Sendable (Options, inout Report) throws -> Void)] = [
        ("core", CoreSuite.run), ("small", SmallSuite.run), ("store", StoreSuite.run), ("scale", ScaleSuite.run),
        ("worker", WorkerSuite.run),
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
                throw Options.Wrong(description: "nothing was measured that is called \(workload)")
            }
            print(report.table, terminator: "")
            if let path = options.json { try Data(report.json.utf8).write(to: URL(fileURLWithPath: path)) }
        } catch {
            FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }
}
