// What a service that reads documents may count on, tried on a sandbox. It needs the Swift toolchain and fork-worker, no
// package: the command line sends uploads and reads documents. Copy `Sandbox` into your test target, or run this as it is:
//
//     swiftc -o documents-test DocumentsTest.swift && ./documents-test
import Foundation

/// A broker with a worker on it, which lives as long as this value, and no longer than this process.
final class Sandbox {
    struct Failed: Error, CustomStringConvertible { let description: String }

    private struct Place: Decodable { let bootstrap_servers: String, output_topics: String }

    private static let program = ProcessInfo.processInfo.environment["FORK_WORKER"] ?? "fork-worker"
    private let process = Process()
    // Only this process holds its other end: where the test crashes, the sandbox goes with it.
    private let input = Pipe()
    private let place: Place

    init() throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [Self.program, "sandbox"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Failed(description: "the sandbox has ended") }
            line += more
        }
        place = try JSONDecoder().decode(Place.self, from: line)
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Sends what a phone would send.
    func send(_ upload: [String: Any]) throws {
        let common: [String: Any] = [
            "schema": 1, "upload_id": UUID().uuidString, "collected_at": "2024-04-16T20:00:00Z",
            "time_zone": "Europe/Vilnius",
        ]
        let line = try JSONSerialization.data(withJSONObject: common.merging(upload) { $1 })
        let (status, _) = try run(["send"], input: line)
        guard status == 0 else { throw Failed(description: "send has ended with status \(status)") }
    }

    /// The documents of a connection's steps, as soon as they are what is waited for.
    func documents<Document: Decodable>(
        of connection: String,
        as type: Document.Type,
        when areRight: ([Document]) -> Bool
    ) throws -> [Document] {
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            let (_, lines) = try run(["documents", connection, "--type", "steps"])
            let found = try lines.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(type, from: $0) }
            if areRight(found) { return found }
            usleep(50_000)
        }
        throw Failed(description: "the documents of \(connection) are not what was waited for within 30 s")
    }

    private func run(_ arguments: [String], input line: Data = Data()) throws -> (status: Int32, output: Data) {
        let child = Process()
        let (input, output) = (Pipe(), Pipe())
        child.executableURL = URL(filePath: "/usr/bin/env")
        child.arguments =
            [Self.program] + arguments + [
                "--bootstrap-servers", place.bootstrap_servers, "--output-topics", place.output_topics,
                "--log-level", "error",
            ]
        child.standardInput = input
        child.standardOutput = output
        child.standardError = FileHandle.nullDevice
        try child.run()
        try input.fileHandleForWriting.write(contentsOf: line)
        try input.fileHandleForWriting.close()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        child.waitUntilExit()
        return (child.terminationStatus, text)
    }
}

/// As much of a day's document as this test looks at.
struct Day: Decodable {
    struct Entry: Decodable { let data: [String: [Total]] }
    struct Total: Decodable { let value: Quantity }
    struct Quantity: Decodable { let quantity: Double }

    let id: String
    let data: [Entry]

    var steps: Double? { data.first?.data["steps"]?.first?.value.quantity }
}

func steps(_ count: Int, at hour: String) -> [String: Any] {
    [
        "id": UUID().uuidString, "type": "HKQuantityTypeIdentifierStepCount", "value": count, "unit": "count",
        "start_date": "2024-04-16T\(hour):00:00+03:00", "end_date": "2024-04-16T\(hour):30:00+03:00",
        "source": [
            "name": "Apple Watch", "bundle_identifier": "com.apple.health.3F2A7C10", "version": "10.4",
            "product_type": "Watch6,9",
        ],
    ]
}

func test() throws {
    let sandbox = try Sandbox()
    try sandbox.send(["connection_id": "swift", "samples": [steps(1_200, at: "08")]])
    let first = try sandbox.documents(of: "swift", as: Day.self) { !$0.isEmpty }
    guard first.map(\.id) == ["steps/2024-04-16"], first[0].steps == 1_200 else {
        throw Sandbox.Failed(description: "a sample is in its day's document, and here it is: \(first)")
    }
    // A late sample corrects its day.
    try sandbox.send(["connection_id": "swift", "samples": [steps(800, at: "06")]])
    _ = try sandbox.documents(of: "swift", as: Day.self) { $0.first?.steps == 2_000 }
}

do {
    try test()
    print("a late sample corrects its day: ok")
} catch {
    print("failed: \(error)")
    exit(1)
}
