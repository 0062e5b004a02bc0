import Foundation

/// Counts instructions by valgrind, which runs this program again: the count is the same whatever else the machine does,
/// and where its processor does not tell.
struct Instructions {
    /// What a run counted.
    struct Count {
        /// Instructions of the processor, a sample.
        let perSample: Double
        /// How many times memory was asked for, a sample.
        let allocationsPerSample: Double
    }

    /// Enough for a count that no longer changes, in seconds rather than minutes.
    private static let scale = 0.1

    private let folder: URL
    private var program: URL { folder.appendingPathComponent("benchmarks") }

    /// Calls a function with a counter, nil when this machine has no valgrind.
    static func use(_ body: (Instructions?) throws -> Void) throws {
        guard run("valgrind", ["--version"])?.status == 0 else { return try body(nil) }
        let name = "instructions-\(getpid())"
        let counter = Instructions(folder: FileManager.default.temporaryDirectory.appendingPathComponent(name))
        try FileManager.default.createDirectory(at: counter.folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: counter.folder) }
        // Without debug information: valgrind can't read that of a Swift binary.
        let itself = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        guard run("strip", ["-g", "-o", counter.program.path, itself])?.status == 0 else {
            throw Options.Wrong(description: "strip, of binutils, is needed to count instructions")
        }
        try body(counter)
    }

    /// What a workload takes: the whole journey, or only the parse of its bytes.
    func count(_ workload: String, isParseOnly: Bool = false) throws -> Count {
        let own = ["core", "--scale", "\(Self.scale)", "--workload", workload] + (isParseOnly ? ["--parse-only"] : [])
        let (rows, text) = run(own, outFile: "/dev/null")
        guard let collected = text.firstMatch(of: /Collected : (\d+)/).flatMap({ Double($0.1) }),
            let row = rows.first, let samples = row["samples"] as? Double,
            let allocations = row["allocations/sample"] as? Double
        else { throw Options.Wrong(description: "valgrind counted nothing: …\(text.suffix(600))") }
        return Count(perSample: collected / samples, allocationsPerSample: allocations)
    }

    /// What each row of a suite takes, which calls `measure_dump` before and after each: its name, instructions and allocations.
    func countEach(
        of suite: String,
        _ workload: String
    ) throws -> [(name: String, instructions: Double, allocations: Double)] {
        let out = folder.appendingPathComponent("out")
        let (rows, text) = run([suite, "--workload", workload], outFile: out.path)
        if rows.isEmpty { throw Options.Wrong(description: "valgrind counted nothing: …\(text.suffix(600))") }
        return try rows.enumerated().map { number, row in
            // What was counted before a row is nobody's.
            let counts = try? String(contentsOfFile: "\(out.path).\(2 * number + 2)", encoding: .utf8)
            guard let total = counts?.firstMatch(of: /(?m)^summary: (\d+)/).flatMap({ Double($0.1) }),
                let name = row["name"] as? String, let uploads = row["uploads"] as? Double,
                let allocations = row["allocations"] as? Double
            else { throw Options.Wrong(description: "valgrind counted nothing: …\(text.suffix(600))") }
            return (name, total / uploads, allocations)
        }
    }

    /// Has valgrind run what of this program is to be counted; gives back its rows, and what valgrind said.
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

    /// Runs a program that is looked for in PATH; gives back its status and what it said of itself.
    private static func run(_ name: String, _ arguments: [String]) -> (status: Int32, text: String)? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        // The same code on every machine: hashes with one seed, and simdjson's code for processors of any age.
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
