import Foundation

/// The built executable, run as a process of its own.
enum Command {
    /// What a run left behind.
    struct Ending {
        var status: Int32
        var output: Data
        var errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
        /// The last line on standard error.
        var lastError: String { errors.split(separator: "\n").last.map(String.init) ?? "" }
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let examples = root.appending(path: "schemas/examples")
    /// Beside the test bundle: the folder that the build puts everything into.
    private static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "fork-worker")

    /// The variable by which `scripts/mutants` selects a planted fault, which programs that tests start need too.
    static let mutant = ProcessInfo.processInfo.environment.filter { $0.key == "MUTANT_NUMBER" }

    /// A run that has begun, with the folder of its files.
    struct Running {
        let process: Process
        let folder: URL

        /// Waits for the end.
        func ending() throws -> Ending {
            defer { try? FileManager.default.removeItem(at: folder) }
            process.waitUntilExit()
            return Ending(
                status: process.terminationStatus,
                output: try Data(contentsOf: folder.appending(path: "output")),
                errors: String(decoding: try Data(contentsOf: folder.appending(path: "errors")), as: UTF8.self)
            )
        }
    }

    /// Runs the worker; its environment has only the given variables and the planted fault.
    static func run(
        _ arguments: [String],
        input: Data = Data(),
        environment: [String: String] = [:]
    ) throws -> Ending {
        try start(arguments, input: input, environment: environment).ending()
    }

    static func start(
        _ arguments: [String],
        input: Data = Data(),
        environment: [String: String] = [:]
    ) throws -> Running {
        // Files, not pipes: nobody has to read while it runs.
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = ["input", "output", "errors"].map { folder.appending(path: $0) }
        try input.write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = environment.merging(mutant) { given, _ in given }
        process.currentDirectoryURL = folder
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        return Running(process: process, folder: folder)
    }

    /// The program that this build has made.
    static var program: URL { FileManager.default.fileExists(atPath: executable.path) ? executable : beside }

    /// Where the bundle is when a tool of the toolchain runs it.
    private static var beside: URL {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        return URL(fileURLWithPath: bundle ?? Bundle.main.bundlePath).deletingLastPathComponent()
            .appending(path: "fork-worker")
    }
}
