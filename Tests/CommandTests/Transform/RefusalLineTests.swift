import Foundation
import Testing

/// What `transform` says while it runs.
struct RefusalLineTests {
    private static let samples = #"{"connection_id":"c","collected_at":"2024-04-17T09:30:00Z","samples":[{"id":"x"}]}"#

    @Test(arguments: [["transform"], ["transform", "--final"]])
    func `a refusal is said with its file, its line and its place`(arguments: [String]) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "fork-\(UUID().uuidString).ndjson")
        try Data("\nno json\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let ending = try Command.run(arguments + [file.path, "-"], input: Data("\(Self.samples)\n".utf8))
        let lines = ending.errors.split(separator: "\n")
        #expect(ending.status == 0 && lines.count == 4)
        #expect(lines[0] == "\(file.path):1: The record has no value.")
        #expect(lines[1].hasPrefix("\(file.path):2: ") && lines[1].hasSuffix("."))
        #expect(lines[2] == "-:1: The field `upload_id` is missing.")
    }

    @Test func `a refused sample is said with its pointer`() throws {
        let upload = Self.samples.replacing(
            #"{"connection_id""#,
            with: #"{"schema":1,"upload_id":"2A070979-B7F7-4779-8522-E20EB209CDEB","connection_id""#
        )
        let ending = try Command.run(["transform"], input: Data("\(upload)\n".utf8))
        #expect(ending.errors.hasPrefix("-:1: /samples/0"), "\(ending.errors)")
    }

    @Test(arguments: [(20, 0), (21, 1), (300, 280)])
    func `20 refusals are said, and how many more there are`(count: Int, more: Int) throws {
        let ending = try Command.run(["transform"], input: Data(String(repeating: "x\n", count: count).utf8))
        let lines = ending.errors.split(separator: "\n").dropLast()
        #expect(lines.count { $0.hasPrefix("-:") } == 20)
        #expect(more == 0 || lines.last == "fork-worker: \(more) more refusals are not shown")
    }

    @Test(.timeLimit(.minutes(5)))
    func `what a line makes can be read before the next line is written`() throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = Command.program
        process.arguments = ["transform"]
        process.environment = Command.mutant
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<3 {
            try input.fileHandleForWriting.write(contentsOf: Data("{}\n".utf8))
            var text = ""
            while !text.hasSuffix("\n") {
                text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            }
            #expect(text.contains("\"decodingError\"") && text.split(separator: "\n").count == 1)
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
