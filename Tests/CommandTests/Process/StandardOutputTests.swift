import Foundation
import Testing

/// A result that nobody gets is a failure.
struct StandardOutputTests {
    @Test(
        .timeLimit(.minutes(2)),
        arguments: [
            "--help", "--version", "help", "help run", "run --help", "run --version", "units --help", "units 1 mi km",
            "completion bash", "completion zsh", "completion fish", "demo", "transform \(uploads)",
            "transform --final \(uploads)", "sandbox",
        ]
    )
    func `a command whose standard output takes nothing ends with 1 and says so`(line: String) throws {
        let process = Process()
        let errors = Pipe()
        process.executableURL = Command.program
        process.arguments = line.split(separator: " ").map(String.init)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 1)
        #expect(text.contains("standard output is closed"), "\(text)")
    }

    @Test(.timeLimit(.minutes(2)), arguments: ["demo", "--help", "examples demo", "transform \(uploads)"])
    func `a command whose reader has seen enough ends quietly`(line: String) throws {
        let (process, output, errors) = (Process(), Pipe(), Pipe())
        process.executableURL = Command.program
        process.arguments = line.split(separator: " ").map(String.init)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try output.fileHandleForReading.close()
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(text.isEmpty, "\(text)")
    }

    private static let uploads = Command.examples.appending(path: "sleep-night.uploads.ndjson").path
}
