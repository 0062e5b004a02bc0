import Clients
import Foundation
import Testing

/// The demo as a person starts it: the program that this build has made, to its end.
struct DemoRunTests {
    private struct Ended {
        let status: Int32
        let output: String
        let complaints: String
    }

    private static func run(_ arguments: [String], signal: Int32? = nil) async throws -> Ended {
        try await withCheckedThrowingContinuation { continuation in
            // A thread of its own: it waits for seconds, and the pool of tests is as wide as the machine.
            Thread.detachNewThread { continuation.resume(with: Result { try ended(arguments, signal) }) }
        }
    }

    private static func ended(_ arguments: [String], _ signal: Int32?) throws -> Ended {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let process = Process()
        process.executableURL = folder.appending(path: "fork-worker")
        process.arguments = ["demo"] + arguments
        // Without the options that whoever runs the tests has set. Swift's backtracer, which `swift test` turns on, can hang
        // under load, and hold the pipes open.
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("FORK_") }
            .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let output = Pipe()
        let complaints = Pipe()
        process.standardOutput = output
        process.standardError = complaints
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var text = Data()
        if let signal {
            // The first words are written when signals are waited for.
            text = output.fileHandleForReading.availableData
            kill(process.processIdentifier, signal)
        }
        text += output.fileHandleForReading.readDataToEndOfFile()
        let errors = complaints.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Ended(
            status: process.terminationReason == .exit ? process.terminationStatus : -1,
            output: String(decoding: text, as: UTF8.self),
            complaints: String(decoding: errors, as: UTF8.self)
        )
    }

    @Test(.timeLimit(.minutes(2))) func `the demo comes to its end and shows every part`() async throws {
        let ended = try await Self.run([])
        #expect(ended.status == 0, "\(ended.complaints)")
        #expect(ended.complaints.isEmpty)
        let expected = [
            "WHAT CAME IN", "ANNA", "BEN", "CLEO", "ACCOUNTING", "WHAT TO TYPE NEXT",
            // The late upload has joined two sessions into one that is primary.
            "Anna's Apple Watch  ★ primary", "22:58–06:50 · asleep 7 h 37 min",
            // Phone and watch are not added up, and what was typed in is gone.
            "step count 8,833",
            "= nothing changed, so nothing is written",
            "~ sleep/4578EBD3… · - sleep/75EECF36… · ~ sleep/95FC1581…", "> a webhook job for sleep: 3 documents",
            "In motion on ", "walking 1 h 24 min", "stationary 9 h 2 min",
            "├─ Cycling  17:00–17:32", "│  ├─ Pause  17:48", "65 samples of heart rate", "route of 136 places",
            "blood glucose 97.3, 142, 119 mg/dL",
            "! invalidValue at /samples/2: ", "! decodingError the whole upload: ",
            "! connectionIsClosed the whole upload: ", "! invalidIdentifier at /samples/1: ",
            "187 samples = 160 new + 24 duplicates + 0 replaced + 3 refused",
        ]
        for text in expected { #expect(ended.output.contains(text), "\(text) is not in:\n\(ended.output)") }
        let long = ended.output.split(separator: "\n").filter { $0.count > 80 && !$0.contains("fork-worker ") }
        #expect(long.isEmpty, "\(long.joined(separator: "\n"))")
        #expect(!ended.output.contains("\u{1B}"), "there are colours in a pipe")
    }

    @Test(.timeLimit(.minutes(2)))
    func `the demo with a console goes on after its report, until a signal`() async throws {
        try await onOwnThread {
            let process = Process()
            process.executableURL = Command.program
            process.arguments = ["demo", "--console", "127.0.0.1:0"]
            let output = Pipe()
            (process.standardOutput, process.standardInput) = (output, FileHandle.nullDevice)
            try process.run()
            defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
            var text = ""
            while !text.contains("/console/ ") {
                let more = output.fileHandleForReading.availableData
                try #require(!more.isEmpty, "\(text)")
                text += String(decoding: more, as: UTF8.self)
            }
            #expect(text.contains("ACCOUNTING"))
            let port = try #require(text.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/console\//)).1
            let line = Line(port: try #require(UInt16(port)))
            line.say("GET /api/v1/worker HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let answer = line.hear()
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains("\"uploads\":13"))
            kill(process.processIdentifier, SIGINT)
            process.waitUntilExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: [SIGINT, SIGTERM])
    func `a signal ends the demo`(signal: Int32) async throws {
        let ended = try await Self.run([], signal: signal)
        #expect(ended.status == 0, "\(ended.complaints)")
        #expect(ended.complaints == "fork-worker: the demo was interrupted\n")
        #expect(!ended.output.contains("ACCOUNTING"))
    }
}
