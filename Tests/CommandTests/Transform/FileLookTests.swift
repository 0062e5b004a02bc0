import Foundation
import Testing

/// Files that somebody takes for lines of JSON.
struct FileLookTests {
    private static let upload =
        #"{"upload_id":"38CD3660-1D08-4A9F-8589-239872B99F9D","connection_id":"a","#
        + #""collected_at":"2024-04-26T08:15:00Z","samples":[{"id":"AE5CF009-233A-460A-B41E-425E2498B190","#
        + #""type":"HKQuantityTypeIdentifierStepCount","value":1,"unit":"count","start_date":"2024-04-25T10:00:00Z","#
        + #""end_date":"2024-04-25T10:10:00Z"}]}"#

    @Test(arguments: [["transform"], ["send", "--dry-run", "--bootstrap-servers", "127.0.0.1:1"]])
    func `a byte order mark at the start of a file is skipped`(command: [String]) throws {
        let ending = try Command.run(command, input: Data("\u{FEFF}\(Self.upload)\n".utf8))
        #expect(ending.status == 0)
        #expect(!ending.errors.contains("looks like") && !ending.errors.contains("decodingError"))
        // Nothing is left of a file that is nothing else.
        let empty = try Command.run(command, input: Data("\u{FEFF}".utf8))
        #expect(empty.status == 0 && !empty.errors.contains("noData"))
    }

    @Test(
        arguments: [
            ("{\n  \"schema\": 1\n}\n", "indented JSON"), ("{ \"schema\": 1,\r\n\"samples\": []}", "indented JSON"),
            ("\n \n{\n}", "indented JSON"), ("[{\"schema\": 1}]", "a JSON list"), ("[\n{}\n]\n", "a JSON list"),
            ("PK\u{3}\u{4}\u{14}\u{0}", "an archive"), ("BZh91AY", "an archive"),
            (String(repeating: "a", count: 257) + "ustar", "an archive"), (upload + "\n", nil), ("{}", nil),
            ("no json\n", nil), ("\n\n", nil), ("", nil),
        ] as [(String, String?)]
    )
    func `a file that is something else is called so in one line`(text: String, look: String?) throws {
        for command in [["transform"], ["send", "--dry-run", "--bootstrap-servers", "127.0.0.1:1"]] {
            let ending = try Command.run(command, input: Data(text.utf8))
            let lines = ending.errors.split(separator: "\n").filter { $0.contains("looks like") }
            #expect(lines.count == (look == nil ? 0 : 1))
            if let look { #expect(lines.first?.contains("standard input looks like \(look)") == true) }
        }
    }

    /// What gzip makes of some bytes.
    private static func packed(_ text: String) throws -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: "fork-gzip-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/gzip")
        process.arguments = ["-c", file.path]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }

    @Test func `bytes behind the end of gzip data are an error with their place`() throws {
        let member = try Self.packed(Self.upload + "\n")
        let whole = try Command.run(["transform", "--final"], input: member + member + Data(count: 512))
        #expect(whole.status == 0 && whole.errors.contains("\"uploads\":2"))
        for tail in ["{}\n", "x", "\u{1F}"] {
            let ending = try Command.run(["transform"], input: member + Data(tail.utf8))
            #expect(ending.status == 1)
            #expect(ending.errors.contains("standard input can't be read to its end"), "\(ending.errors)")
            #expect(ending.errors.contains("at byte \(member.count) of the file"), "\(ending.errors)")
        }
    }
}
