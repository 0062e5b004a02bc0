import Foundation
import Testing

/// Without zone files every local day would be a guess.
struct ZoneFileTests {
    private static let nowhere = ["--bootstrap-servers", "127.0.0.1:1"]

    private static func folder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-zones-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ["transform"], ["demo"], ["sandbox"], ["run"] + nowhere, ["replay", "--into", "shadow."] + nowhere,
        ]
    )
    func `a command that derives ends at its start where no zone file can be read`(arguments: [String]) throws {
        try Self.folder { folder in
            let ending = try Command.run(arguments, environment: ["TZDIR": folder])
            #expect(ending.status == 1 && ending.output.isEmpty)
            let words = [folder, "TZDIR", "tzdata"] + (arguments[0] == "run" ? ["time_zones_missing"] : [])
            for word in words { #expect(ending.errors.contains(word), "\(ending.errors)") }
        }
    }

    @Test func `one zone of its own is enough, in whatever folder, and an empty variable is none`() throws {
        try Self.folder { folder in
            let zone = "/usr/share/zoneinfo/America/Argentina/Ushuaia"
            try FileManager.default.createDirectory(
                atPath: "\(folder)/America/Argentina",
                withIntermediateDirectories: true
            )
            let bytes = try Data(contentsOf: URL(filePath: zone))
            try bytes.write(to: URL(filePath: "\(folder)/America/Argentina/Ushuaia"))
            #expect(try Command.run(["transform"], environment: ["TZDIR": folder]).status == 0)
            #expect(try Command.run(["transform"], environment: ["TZDIR": ""]).status == 0)
        }
    }
}
