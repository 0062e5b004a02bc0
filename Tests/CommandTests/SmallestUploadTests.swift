import Foundation
import Testing

/// The smallest complete upload, which the README shows as a command to paste.
struct SmallestUploadTests {
    @Test func `the smallest upload of the README works as it is printed`() throws {
        let page = try String(contentsOf: Command.root.appending(path: "README.md"), encoding: .utf8)
        let block = try #require(page.firstMatch(of: /\n +printf %s (?:.*\\\n)+.*transform --final\n/)).output
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        let script = String(block).replacing(".build/debug/fork-worker", with: Command.program.path)
        process.arguments = ["-c", script]
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let typed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let counted = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let file = Command.examples.appending(path: "smallest.uploads.ndjson").path
        let wanted = try Command.run(["transform", "--final", file])
        #expect(wanted.text.contains("\"key\":\"steps/2024-04-17\""))
        #expect(typed == wanted.text && counted == wanted.errors)
    }
}
