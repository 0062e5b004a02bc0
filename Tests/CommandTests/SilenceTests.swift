import Foundation
import Testing

/// Without a broker a command says so, and ends.
struct SilenceTests {
    /// Nobody listens on this port.
    private static let nowhere = ["--bootstrap-servers", "127.0.0.1:1"]

    @Test(arguments: [["documents", "conn-7"], ["send"]])
    func `a command that reaches no broker waits for 25 seconds and ends`(arguments: [String]) throws {
        let ending = try Command.run(arguments + Self.nowhere, input: Data(#"{"connection_id":"a"}"#.utf8))
        #expect(ending.status == 1 && ending.output.isEmpty)
        #expect(ending.errors.contains("no broker of 127.0.0.1:1 has answered for 25 s"))
        if arguments == ["send"] { #expect(ending.lastError.hasSuffix("--skip 0")) }
    }

    @Test func `a check of lines asks no broker`() throws {
        let lines = "{\"connection_id\":\"a\"}\n[]\n{}\n"
        let ending = try Command.run(["send", "--dry-run"] + Self.nowhere, input: Data(lines.utf8))
        #expect(ending.status == 1 && ending.output.isEmpty)
        #expect(ending.errors.contains("standard input:2: not sent: not a JSON object\n"))
        #expect(ending.errors.contains("standard input:3: not sent: no string connection_id"))
        #expect(ending.lastError.contains("1 line could be sent, 2 lines left out"))
        let given = try Command.run(
            ["send", "--dry-run", "--connection", "x", "--skip", "2"] + Self.nowhere,
            input: Data(lines.utf8)
        )
        #expect(given.status == 0 && given.lastError.contains("1 line could be sent"))
    }

    @Test func `a file that is not there ends it, and says what is done`() throws {
        let ending = try Command.run(
            ["send", "--dry-run", "-", "/nowhere/x"] + Self.nowhere,
            input: Data("{\"connection_id\":\"a\"}".utf8)
        )
        #expect(ending.status == 1 && ending.errors.contains("/nowhere/x can't be read"))
        #expect(ending.lastError.hasSuffix("--skip 1"))
    }

    @Test func `a type that there is none of is wrong`() throws {
        let ending = try Command.run(["documents", "conn-7", "--type", "slep"] + Self.nowhere)
        #expect(ending.status == 64 && ending.errors.contains("sleep") && ending.output.isEmpty)
    }
}
