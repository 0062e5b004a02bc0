import Foundation

/// `Benchmarks [SUITE…] [--json FILE] [--workload NAME] [--scale N]`: measures, prints a table and writes the same as
/// JSON.
@main
enum Benchmarks {
    /// What can be measured, in the order in which it is.
    static let suites: [(name: String, run: @Sendable (Options, inout Report) throws -> Void)] = [
        ("core", CoreSuite.run), ("worker", WorkerSuite.run),
    ]

    static func main() {
        do {
            let options = try Options(CommandLine.arguments.dropFirst(), suites: suites.map(\.name))
            var report = Report()
            for suite in suites where options.suites.contains(suite.name) { try suite.run(options, &report) }
            print(report.table, terminator: "")
            if let path = options.json { try Data(report.json.utf8).write(to: URL(fileURLWithPath: path)) }
        } catch {
            FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }
}
