import Foundation

/// Counts instructions with valgrind.
///
/// valgrind runs a copy of this program. The count does not depend on the load of the machine, and needs no hardware
/// counters.
struct Instructions {
    /// The counts of one run.
    struct Count {
        /// The number of processor instructions per sample.
        let perSample: Double
        /// The number of allocations per sample.
        let allocationsPerSample: Double
    }

    /// The scale of the counted workloads: counts per sample are stable, and a count takes seconds instead of minutes.
    private static let scale = 0.1

    private let folder: URL
    private var program: URL { folder.appendingPathComponent("benchmarks") }

    /// Calls a function with a counter, or with nil if valgrind is not installed.
    static func use(_ body: (Instructions?) throws -> Void) throws {
        guard run("valgrind", ["--version"])?.status == 0 else { return try body(nil) }
        let name = "instructions-\(getpid())"
        let counter = Instructions(folder: FileManager.default.temporaryDirectory.appendingPathComponent(name))
        try FileManager.default.createDirectory(at: counter.folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: counter.folder) }
        // Removes the debug information, because valgrind cannot read that of a Swift binary.
        let itself = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        guard run("strip", ["-g", "-o", counter.program.path, itself])?.status == 0 else {
            throw Options.Wrong(description: "cannot count instructions: strip failed: install binutils")
        }
        try body(counter)
    }

    /// Counts a workload: the whole path to documents, or only the parse of its bytes.
    func count(_ workload: String, isParseOnly: Bool = false) throws -> Count {
        let own = ["core", "--scale", "\(Self.scale)", "--workload", workload] + (isParseOnly ? ["--parse-only"] : [])
        let (rows, text) = run(own, outFile: "/dev/null")
        guard let collected = text.firstMatch(of: /Collected : (\d+)/).flatMap({ Double($0.1) }),
            let row = rows.first, let samples = row["samples"] as? Double,
            let allocations = row["allocations/sample"] as? Double
        else { throw Options.Wrong(description: "valgrind counted nothing: …\(text.suffix(600))") }
        return Count(perSample: collected / samples, allocationsPerSample: allocations)
    }

    /// Counts each row of a suite that calls `measure_dump` before and after each row.
    ///
    /// - Parameters:
    ///   - suite: The name of the suite.
    ///   - workload: The part of the suite to run.
    /// - Returns: The name of each row, with its instructions and allocations per upload.
    /// - Throws: `Options.Wrong` if valgrind did not count every row.
    func countEach(
        of suite: String,
        _ workload: String
    ) throws -> [(name: String, instructions: Double, allocations: Double)] {
        let out = folder.appendingPathComponent("out")
        let (rows, text) = run([suite, "--workload", workload], outFile: out.path)
        if rows.isEmpty { throw Options.Wrong(description: "valgrind counted nothing: …\(text.suffix(600))") }
        return try rows.enumerated().map { number, row in
            // Dumps with odd numbers hold the work between rows, and dumps with even numbers the rows.
            let counts = try? String(contentsOfFile: "\(out.path).\(2 * number + 2)", encoding: .utf8)
            guard let total = counts?.firstMatch(of: /(?m)^summary: (\d+)/).flatMap({ Double($0.1) }),
                let name = row["name"] as? String, let uploads = row["uploads"] as? Double,
                let allocations = row["allocations"] as? Double
            else { throw Options.Wrong(description: "valgrind counted nothing: …\(text.suffix(600))") }
            return (name, total / uploads, allocations)
        }
    }

    /// Runs this program under valgrind, and returns the rows of its report and the text on standard error.
    private func run(_ own: [String], outFile: String) -> (rows: [[String: Any]], text: String) {
        let json = folder.appendingPathComponent("row.json")
        try? FileManager.default.removeItem(at: json)
        let valgrind = [
            "--tool=callgrind", "--callgrind-out-file=\(outFile)", "--toggle-collect=measure_run",
            "--dump-after=measure_dump",
        ]
        let text = Self.run("valgrind", valgrind + [program.path, "--once", "--json", json.path] + own)?.text ?? ""
        let rows = (try? Data(contentsOf: json)).flatMap { try? JSONSerialization.jsonObject(with: $0) }
        return (rows as? [[String: Any]] ?? [], text)
    }

    /// Runs a program from `PATH`, and returns its exit status and its standard error.
    ///
    /// Nil if `env` cannot be started. A missing program ends with another status than 0.
    private static func run(_ name: String, _ arguments: [String]) -> (status: Int32, text: String)? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        // Runs the same code on every machine: one hash seed, and simdjson's implementation for old processors.
        let fixed = ["SWIFT_DETERMINISTIC_HASHING": "1", "SIMDJSON_FORCE_IMPLEMENTATION": "westmere"]
        process.environment = ProcessInfo.processInfo.environment.merging(fixed) { $1 }
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
