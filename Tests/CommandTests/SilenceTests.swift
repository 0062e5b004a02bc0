import Foundation
import Testing

/// Without a broker a command says so, and ends.
struct SilenceTests {
    /// Nobody listens on this port.
    private static let nowhere = ["--bootstrap-servers", "127.0.0.1:1"]

    /// A command, the address of its brokers, and why that address does not answer.
    private static let silences = [
        ("documents conn-7", "127.0.0.1:1", refused), ("status", "127.0.0.1:1", refused),
        ("topics plan", "127.0.0.1:1", refused), ("dead-letters list", "127.0.0.1:1", refused),
        ("connections list", "127.0.0.1:1", refused), ("dispatch list", "127.0.0.1:1", refused),
        ("replay list", "127.0.0.1:1", refused), ("send", "127.0.0.1:1", refused),
        ("status", "nosuch.invalid", unknown),
    ]
    private static let refused = "127.0.0.1:1: the connection is refused: Connect to ipv4#127.0.0.1:1 failed"
    private static let unknown = "nosuch.invalid:9092: the name does not resolve: Failed to resolve"

    @Test func `a command says soon why no broker answers, tries for 25 seconds, and says it again`() throws {
        let input = Data(#"{"connection_id":"a"}"#.utf8)
        // All at once, because each takes 25 seconds.
        let runs = try Self.silences.map { command, address, reason in
            let arguments = command.split(separator: " ").map(String.init) + ["--bootstrap-servers", address]
            return (command: command, reason: reason, run: try Command.start(arguments, input: input))
        }
        for (command, reason, run) in runs {
            let ending = try run.ending()
            #expect(ending.status == 1 && ending.output.isEmpty, "\(command)")
            #expect(
                ending.errors.contains("no broker has answered for 25 s: \(reason)"),
                "\(command): \(ending.errors)"
            )
            let lines = ending.errors.split(separator: "\n")
            #expect(lines[0].contains("broker_silent") && lines[0].contains(reason), "\(command): \(ending.errors)")
            // The progress is logged every ten seconds, so the reason comes in the first ten.
            #expect(lines[1].contains(#""event":"progress""#), "\(command): \(ending.errors)")
            if command == "send" { #expect(ending.lastError.hasSuffix("--skip 0")) }
        }
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
